package figure

import (
	"strings"
	"testing"
)

const (
	award202 = "def when_turn_ends(turn):\n    share = turn.vote.favour / turn.vote.cast if turn.vote.cast > 0 else 0\n    award(turn.mover, nearest((turn.vote.number - 291) * share))"
	award204 = "def when_adopted(vote):\n    if not vote.unanimous:\n        for p in vote.against_players:\n            award(p, 10)"
	award206 = "def when_defeated(vote):\n    award(vote.proposer, -10)"
	votes207 = "def votes_of(player):\n    return 1"
	adopt203 = "def adopted(vote):\n    return vote.favour > vote.against if kept(\"simple majority\") else vote.unanimous\n\n" +
		"def when_circuit_ends(game):\n    if game.circuits == 2 and not rule.amended:\n        keep(\"simple majority\", True)"
	thirds = "def adopted(vote):\n    return vote.favour * 3 >= vote.cast * 2"
)

// The want is what changes in the clause, one offer in brackets each.
func TestOffers(t *testing.T) {
	const (
		en208 = "Whoever is first to reach 100 positive points is the winner; in a game by mail or computer it takes 200 positive points."
		pt208 = "Ganha quem primeiro alcançar 100 pontos positivos; num jogo por correspondência ou por computador são precisos 200 pontos positivos."
		es208 = "Gana quien primero llegue a 100 puntos positivos; en una partida por correo hacen falta 200 puntos positivos."
		tr208 = "Pozitif 100 puana ilk ulaşan kazanır; postayla oynanan oyunda 200 puan gerekir."
		hu208 = "Aki elsőként ér el 100 pozitív pontot, az a győztes; levelező játékban 200 pozitív pont kell hozzá."
	)
	for _, c := range []struct{ lang, old, now, clause, want string }{
		{"en", en208, "Whoever is first to reach 300 positive points is the winner.", "goal = 200", "[200 300]"},
		{"en", en208, strings.Replace(en208, "200", "300", 1), "goal = 200", "[200 300]"},
		{"en", en208, strings.Replace(en208, "200", "1,000", 1), "goal = 200", "[200 1000]"},
		{"en", en208, "The winner is the first player with three hundred points.", "goal = 200", "[200 300]"},
		{"en", en208, "The winner is the first player with two hundred and fifty points.", "goal = 200", "[200 250]"},
		{"en", en208, "The first with a hundred and twenty-five points within five weeks wins.", "goal = 200", "[200 125]"},
		{"en", en208, "It takes 300 points, or 250 points by the end of the year.", "goal = 200", "[200 300]"},
		{"en", en208, "The winner needs three hundred points and a lead of 40 points.", "goal = 200", "[200 300][200 40]"},
		{"en", en208, "It takes 100, 101, 102, 103, 104 or 105 points to win.", "goal = 200", ""},
		{"en", en208, en208 + " No more than 5 players can win.", "goal = 200", ""},
		{"en", en208, "Whoever is first is the winner. See rule 301.", "goal = 200", ""},
		{"en", en208, "See rules 301 and 302: nobody wins.", "goal = 200", ""},
		{"en", en208, "It takes two thirds of the points.", "goal = 200", ""},
		{"en", en208, "Two hundred points win.", "goal = 200", ""},
		{"en", "It takes 200 points (rule 112).", "It takes 300 points (rule 113).", "goal = 200", "[200 300]"},
		{"en", "Those who vote against one receive 10 points each.", "Those who vote against one receive 5 points each.", award204, "[10 5]"},
		{"en", "Those who vote against one receive 10 points each.", "Those who vote against one lose 5 points each.", award204, ""},
		{"en", "Whoever made a proposal that is defeated loses 10 points.", "A defeated proposer loses five points.", award206, "[10 5]"},
		{"en", "Whoever made a proposal that is defeated loses 10 points.", "A defeated proposer receives five points.", award206, ""},
		{"en", "Whoever made a proposal that is defeated loses 10 points.", "Whoever made it loses nothing.", award206, ""},
		{"en", "One player, one vote: always that.", "Each player has two votes.", votes207, "[1 2]"},
		{"en", "One player, one vote: always that.", "Each player has a vote, and a second opinion.", votes207, ""},
		{"en", "Take the number of the proposal less 291, times the share.", "Take the number of the proposal less 280, times the share.", award202, "[291 280]"},
		{"en", "At no time may there be more mutable rules than 25.", "At no time may there be more mutable rules than thirty.", "max_mutable = 25", "[25 30]"},
		{"en", "Until the second complete circuit of turns has ended, it takes a unanimous vote.", "Until the third complete circuit of turns has ended, it takes a unanimous vote.", adopt203, "[2 3]"},
		{"en", "Two thirds of the votes adopt.", "Three quarters of the votes adopt.", thirds, ""},
		{"en", "The vote lasts seven days.", "The vote lasts five days.", "vote_period = days(7)", "[days(7) days(5)]"},
		{"en", "The vote lasts a week.", "The vote lasts 36 hours.", "vote_period = days(7)", "[days(7) hours(36)]"},
		{"en", "The vote lasts 7 days.", "The vote lasts 7 rounds, for 5 players.", "vote_period = days(7)", ""},
		{"en", "The vote lasts a week.", "The vote lasts two weeks.", `vote_period = "7d"`, `["7d" "14d"]`},
		{"en", "The debate takes 1 day, the vote 7 days.", "The debate takes 2 days, the vote 5 days.", "debate_least = days(1)\nvote_period = days(7)",
			"[days(1) days(2), days(7) days(5)][days(1) days(2)][days(7) days(5)]"},
		{"en", "A point more than 5 points.", "A point more than 6 points.", "def when_joined(player):\n    award(player, 5)\n    say(\"5\") # 5", "[5 6]"},
		{"en", "The proposer gets 5 points, and so does the mover.", "The proposer gets 6 points, and so does the mover.",
			"def when_adopted(vote):\n    award(vote.proposer, 5)\n    award(vote.mover, 5)", "[5 6][5 6][5 6]"},
		{"en", "This rule comes before rule 208. It takes 200 points.", "This rule comes before rule 209. It takes 90 points.", "takes_precedence_over = [208]\ngoal = 200", "[200 90]"},
		{"pt", pt208, "Ganha quem primeiro alcançar 300 pontos.", "goal = 200", "[200 300]"},
		{"pt", pt208, "São precisos trezentos pontos.", "goal = 200", "[200 300]"},
		{"pt", pt208, "São precisos cento e cinquenta e cinco pontos.", "goal = 200", "[200 155]"},
		{"pt", pt208, "São precisos 1.000 pontos, segundo a regra 112.", "goal = 200", "[200 1000]"},
		{"pt", "A cada jogador um voto: sempre esse.", "A cada jogador dois votos: sempre esses.", votes207, "[1 2]"},
		{"pt", "Um jogador, um voto.", "Uma vez por turno, um jogador fala.", votes207, ""},
		{"pt", "Quem fez uma proposta que acaba rejeitada perde 10 pontos.", "Quem fez uma proposta que acaba rejeitada perde vinte pontos.", award206, "[10 20]"},
		{"pt", "Enquanto não acabar a segunda volta completa.", "Enquanto não acabar a quarta volta completa.", adopt203, "[2 4]"},
		{"pt", "Bastam dois terços.", "Bastam três quartos.", thirds, ""},
		{"es", es208, "Gana quien primero llegue a 300 puntos.", "goal = 200", "[200 300]"},
		{"es", es208, "Hacen falta trescientos cincuenta puntos.", "goal = 200", "[200 350]"},
		{"es", es208, "Hacen falta ciento veinticinco puntos, no menos.", "goal = 200", ""},
		{"es", "Reciben 20 puntos cada uno quienes votaron en contra.", "Reciben treinta y un puntos cada uno quienes votaron en contra.", strings.Replace(award204, "10", "20", 1), "[20 31]"},
		{"es", "La votación dura una semana.", "La votación dura diez días.", "vote_period = days(7)", "[days(7) days(10)]"},
		{"es", "A cada jugador, un voto: siempre uno.", "A cada jugador, tres votos.", votes207, "[1 3]"},
		{"es", "Lo dice la regla 208.", "Lo dice la regla 308.", "goal = 208", ""},
		{"tr", tr208, "Pozitif 300 puana ilk ulaşan kazanır.", "goal = 200", "[200 300]"},
		{"tr", tr208, "Kazanmak için üç yüz puan gerekir.", "goal = 200", "[200 300]"},
		{"tr", tr208, "Kazanmak için yüzelli puan gerekir.", "goal = 200", "[200 150]"},
		{"tr", tr208, "Kazanmak için 112. kuralın dediği gerekir.", "goal = 200", ""},
		{"tr", tr208, "Kazanmak için 305 numaralı kurala bakılır.", "goal = 200", ""},
		{"tr", "Her oyuncunun bir oyu vardır.", "Her oyuncunun iki oyu vardır.", votes207, "[1 2]"},
		{"tr", "Oyların üçte ikisi yeter.", "Oyların dörtte üçü yeter.", thirds, ""},
		{"tr", "Önergesi reddedilen 10 puan kaybeder.", "Önergesi reddedilen on beş puan kaybeder.", award206, "[10 15]"},
		{"tr", "Oylama yedi gün sürer.", "Oylama 48 saat sürer.", "vote_period = days(7)", "[days(7) days(2)]"},
		{"hu", hu208, "Az a győztes, aki elsőként ér el 300 pontot.", "goal = 200", "[200 300]"},
		{"hu", hu208, "A győzelemhez háromszáz pont kell.", "goal = 200", "[200 300]"},
		{"hu", hu208, "A győzelemhez kétszázötven pont kell.", "goal = 200", "[200 250]"},
		{"hu", hu208, "A győzelemhez a 112-es szabály kell.", "goal = 200", ""},
		{"hu", hu208, "A pontok kétharmada kell.", "goal = 200", ""},
		{"hu", "Minden játékosnak egy szavazata van.", "Minden játékosnak két szavazata van.", votes207, "[1 2]"},
		{"hu", "Egy játékos szavaz.", "Az a két játékos szavaz.", "goal = 200", ""},
		{"hu", "A szavazás egy hétig tart.", "A szavazás tíz napig tart.", "vote_period = days(7)", "[days(7) days(10)]"},
		{"hu", "A javaslattevő 10 pontot veszít.", "A javaslattevő öt pontot veszít.", award206, "[10 5]"},
		{"en", "It takes 200 points.", "It takes 300 points.", "", ""},
		{"en", "", "It takes 300 points.", "goal = 200", ""},
		{"xx", "It takes 200 points.", "It takes 300 points.", "goal = 200", "[200 300]"},
	} {
		got := ""
		for _, o := range Offers(c.old, c.now, c.clause, c.lang) {
			var parts []string
			for _, ch := range o.Changes {
				parts = append(parts, ch.Was+" "+ch.Will)
			}
			got += "[" + strings.Join(parts, ", ") + "]"
		}
		if got != c.want {
			t.Errorf("%s: %q\n → %q\n%s\n got: %s\nwant: %s", c.lang, c.old, c.now, c.clause, got, c.want)
		}
	}
}

// Whatever stands in the texts, Offers comes to an end and changes no more than
// numbers of the clause.
func FuzzOffers(f *testing.F) {
	f.Add("200 points", "a hundred and points", "goal = 200", "en")
	f.Add("een 1.2.3,4/5 %", "ikiyüzbin bin bin yüz", "goal = -200 + days(7) \"7d\"", "tr")
	f.Add("kétszázhuszonöt", "\xff\u0130 ezerezer", "# 200", "hu")
	f.Fuzz(func(t *testing.T, old, now, clause, lang string) {
		if len(old)+len(now)+len(clause) > 20000 {
			return
		}
		for _, o := range Offers(old, now, clause, lang) {
			if o.Clause == clause || len(o.Changes) == 0 {
				t.Errorf("offers %q for %q", o.Clause, clause)
			}
		}
	})
}

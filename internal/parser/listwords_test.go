package parser

import "testing"

// TestFormalWordsInEveryLanguage: the formal words of lists, which all five languages
// have.
func TestFormalWordsInEveryLanguage(t *testing.T) {
	for lang, list := range map[string]shapes{
		"en": {
			{"register", "I register.\n", "join rules.Join"},
			{"register", "I hereby register as a player.\n", "join rules.Join"},
			{"become", "I become a player.\n", "join rules.Join"},
			{"leave", "I deregister.\n", "forfeit rules.Forfeit"},
			{"call", "I CFJ on the following statement: Rule 105 has no force.\n", "judgment rules.Invoke"},
			{"call", "I CFJ on: Rule 105 has no force.\n", "judgment rules.Invoke"},
			{"ballot", "I cast a ballot of FOR on Proposal 1001.\n", "1001 for"},
			{"another", "I vote as Cem does.\n", "ask no-number"},
			{"follows", "I vote as follows:\n1001: FOR\n", "1001 for"},
			{"rest", "1002: AGAINST\nFOR on all other proposals\n", "1001 for; 1002 against; 1003 for"},
			{"except", threeRows + "I vote FOR all of these except 1002.\n", "1001 for; 1003 for"},
			{"talk", "I register that nobody agrees.\n", "aside talk"},
		},
		"pt": {
			{"register", "Inscrevo-me.\n", "join rules.Join"},
			{"register", "Registro-me como jogadora.\n", "join rules.Join"},
			{"become", "Quero ser jogador deste jogo.\n", "join rules.Join"},
			{"leave", "Cancelo a minha inscrição.\n", "forfeit rules.Forfeit"},
			{"call", "Peço julgamento sobre a afirmação: a regra 105 não vale.\n", "judgment rules.Invoke"},
			{"ballot", "Deposito o meu voto a favor da proposta 1001.\n", "1001 for"},
			{"another", "Voto como o Cem.\n", "ask no-number"},
			{"another", "Voto como Íñigo.\n", "ask no-number"},
			{"follows", "Voto como segue:\n1001: a favor\n", "1001 for"},
			{"rest", "1002: contra\nA favor de todas as outras\n", "1001 for; 1002 against; 1003 for"},
			{"title", "Voto a favor de \"The almanac\".\n", "1001 for"},
		},
		"es": {
			{"register", "Me inscribo.\n", "join rules.Join"},
			{"register", "Me registro como jugadora.\n", "join rules.Join"},
			{"become", "Quiero ser jugador del juego.\n", "join rules.Join"},
			{"leave", "Me doy de baja.\n", "forfeit rules.Forfeit"},
			{"call", "Pido juicio sobre la afirmación: la regla 105 no vale.\n", "judgment rules.Invoke"},
			{"ballot", "Emito mi voto a favor de la propuesta 1001.\n", "1001 for"},
			{"another", "Voto como Íñigo.\n", "ask no-number"},
			{"another", "Voto lo mismo que Cem.\n", "ask no-number"},
			{"follows", "Voto como sigue:\n1001: a favor\n", "1001 for"},
			{"rest", "1002: en contra\nA favor de todas las demás\n", "1001 for; 1002 against; 1003 for"},
			{"title", "Voto en contra de «The almanac».\n", "1001 against"},
		},
		"tr": {
			{"register", "Kaydoluyorum.\n", "join rules.Join"},
			{"register", "Oyuncu olarak kaydoluyorum.\n", "join rules.Join"},
			{"become", "Oyuncu olmak istiyorum.\n", "join rules.Join"},
			{"leave", "Kaydımı siliyorum.\n", "forfeit rules.Forfeit"},
			{"call", "Şu ifade için hüküm istiyorum: 105. kural geçersizdir.\n", "judgment rules.Invoke"},
			{"another", "Cem gibi oy veriyorum.\n", "ask no-number"},
			{"another", "Cem ile aynı oyu veriyorum.\n", "ask no-number"},
			{"rest", "1002: ret\nDiğerlerinin hepsine kabul\n", "1001 for; 1002 against; 1003 for"},
			{"title", "\"The almanac\" önergesine evet\n", "1001 for"},
		},
		"hu": {
			{"register", "Regisztrálok.\n", "join rules.Join"},
			{"register", "Ezennel regisztrálok.\n", "join rules.Join"},
			{"become", "Játékos szeretnék lenni.\n", "join rules.Join"},
			{"leave", "Törlöm a regisztrációmat.\n", "forfeit rules.Forfeit"},
			{"call", "Ítéletet kérek a következő állításról: a 105. szabály érvénytelen.\n", "judgment rules.Invoke"},
			{"another", "Úgy szavazok, mint Cem.\n", "ask no-number"},
			{"another", "Ugyanúgy szavazok, mint Cem.\n", "ask no-number"},
			{"rest", "1002: ellene\nAz összes többire igen\n", "1001 for; 1002 against; 1003 for"},
			{"title", "\"The almanac\": igen\n", "1001 for"},
		},
	} {
		t.Run(lang, func(t *testing.T) {
			list.check(t, func() Context {
				c := thePond()
				c.Language, c.Cases, c.Idle, c.Pool = lang, true, true, &Pool{}
				return c
			})
		})
	}
}

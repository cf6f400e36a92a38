package figure

import (
	"regexp"
	"strings"
)

// tongue is how a language writes numbers, all words folded.
type tongue struct {
	numerals map[string]int
	glued    bool     // numerals are written together: "háromszáz"
	joint    []string // between the parts of a number
	and      []string // between several numbers
	ordinals map[string]int
	weak     map[string]bool // other things as well: a number only where a unit follows
	articles map[string]bool // of these, no number of points or votes
	units    []counted
	rule     []string // stems of words for what bears a number
	after    bool     // such a word stands behind the number
	parts    []string // of fractions, behind the number
	of       *regexp.Regexp
	losing   []string // stems
}

// counted is the stem of a word for what is counted; hours of a length of time.
type counted struct {
	stem  string
	unit  unit
	hours int
}

// numerals reads "one=1 two=2".
func numerals(list string) map[string]int {
	m := map[string]int{}
	for _, f := range strings.Fields(list) {
		word, digits, _ := strings.Cut(f, "=")
		n, _ := figures(digits)
		m[word] = n
	}
	return m
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// things reads stems of units: "point|punto" of each kind in its turn.
func things(points, votes, days, hours, weeks, rules, players, circuits string) []counted {
	var list []counted
	add := func(stems string, u unit, h int) {
		for _, s := range strings.Fields(stems) {
			list = append(list, counted{s, u, h})
		}
	}
	add(points, ofPoints, 0)
	add(votes, ofVotes, 0)
	add(days, ofTime, 24)
	add(hours, ofTime, 1)
	add(weeks, ofTime, 7*24)
	add(rules, ofRules, 0)
	add(players, ofPlayers, 0)
	add(circuits, ofCircuits, 0)
	return append(list, counted{"oyun", unknown, 0}, counted{"percent", ofPercent, 0}, counted{"yuzde", ofPercent, 0}, counted{"szazalek", ofPercent, 0})
}

var tongues = map[string]*tongue{
	"en": {
		numerals: numerals("zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 " +
			"fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 " +
			"seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000 a=1 an=1"),
		joint: []string{"and"}, and: []string{"and", "or", "to"},
		ordinals: numerals("first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10"),
		weak:     set("one a an"), articles: set("a an"),
		units:  things("point", "vote", "day", "hour", "week", "rule", "player voter", "circuit round"),
		rule:   []string{"rule", "proposal", "amendment"},
		parts:  strings.Fields("half halves third thirds quarter quarters fourths fifth fifths sixths tenths"),
		losing: strings.Fields("lose losing loss forfeit deduct subtract minus cost fine penal"),
	},
	"pt": {
		numerals: numerals("zero=0 um=1 uma=1 dois=2 duas=2 tres=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 treze=13 " +
			"catorze=14 quatorze=14 quinze=15 dezasseis=16 dezesseis=16 dezassete=17 dezessete=17 dezoito=18 dezanove=19 dezenove=19 " +
			"vinte=20 trinta=30 quarenta=40 cinquenta=50 sessenta=60 setenta=70 oitenta=80 noventa=90 cem=100 cento=100 duzentos=200 " +
			"duzentas=200 trezentos=300 trezentas=300 quatrocentos=400 quatrocentas=400 quinhentos=500 quinhentas=500 seiscentos=600 " +
			"seiscentas=600 setecentos=700 setecentas=700 oitocentos=800 oitocentas=800 novecentos=900 novecentas=900 mil=1000"),
		joint: []string{"e"}, and: []string{"e", "ou", "a"},
		ordinals: numerals("primeiro=1 primeira=1 segundo=2 segunda=2 terceiro=3 terceira=3 quarto=4 quarta=4 quinto=5 quinta=5 sexto=6 sexta=6 setimo=7 setima=7 oitavo=8 oitava=8 nono=9 nona=9 decimo=10 decima=10"),
		weak:     set("um uma"),
		units:    things("ponto", "voto", "dia", "hora", "semana", "regra", "jogador eleitor", "volta"),
		rule:     []string{"regra", "proposta", "emenda"},
		parts:    strings.Fields("terco tercos quarto quartos quinto quintos sextos decimo decimos meio metade metades"),
		losing:   strings.Fields("perd menos desconta multa custa"),
	},
	"es": {
		numerals: numerals("cero=0 un=1 uno=1 una=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 " +
			"catorce=14 quince=15 dieciseis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiun=21 veintiuno=21 veintiuna=21 " +
			"veintidos=22 veintitres=23 veinticuatro=24 veinticinco=25 veintiseis=26 veintisiete=27 veintiocho=28 veintinueve=29 " +
			"treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 doscientos=200 " +
			"doscientas=200 trescientos=300 trescientas=300 cuatrocientos=400 cuatrocientas=400 quinientos=500 quinientas=500 " +
			"seiscientos=600 seiscientas=600 setecientos=700 setecientas=700 ochocientos=800 ochocientas=800 novecientos=900 novecientas=900 mil=1000"),
		joint: []string{"y"}, and: []string{"y", "o", "a"},
		ordinals: numerals("primer=1 primero=1 primera=1 segundo=2 segunda=2 tercer=3 tercero=3 tercera=3 cuarto=4 cuarta=4 quinto=5 quinta=5 sexto=6 sexta=6 septimo=7 septima=7 octavo=8 octava=8 noveno=9 novena=9 decimo=10 decima=10"),
		weak:     set("un uno una"),
		units:    things("punto", "voto", "dia", "hora", "semana", "regla", "jugador votante", "vuelta"),
		rule:     []string{"regla", "propuesta", "enmienda"},
		parts:    strings.Fields("tercio tercios cuarto cuartos quinto quintos sextos decimo decimos medio mitad mitades terceras cuartas quintas"),
		losing:   strings.Fields("pierd perd menos resta multa cuesta descuent"),
	},
	"tr": {
		numerals: numerals("sifir=0 bir=1 iki=2 uc=3 dort=4 bes=5 alti=6 yedi=7 sekiz=8 dokuz=9 on=10 yirmi=20 otuz=30 kirk=40 elli=50 altmis=60 " +
			"yetmis=70 seksen=80 doksan=90 yuz=100 bin=1000"),
		glued: true, and: []string{"ve", "ile", "veya", "ya", "da"},
		ordinals: numerals("birinci=1 ikinci=2 ucuncu=3 dorduncu=4 besinci=5 altinci=6 yedinci=7 sekizinci=8 dokuzuncu=9 onuncu=10"),
		weak:     set("bir"),
		units:    things("puan", "oy", "gun", "saat", "hafta", "kural", "oyuncu", "tur"),
		rule:     []string{"kural", "onerge"}, after: true,
		parts:  strings.Fields("bucuk"),
		of:     regexp.MustCompile(`^(.+?)[td][ae]$`),
		losing: strings.Fields("kaybed kaybet eksi yitir dusul"),
	},
	"hu": {
		numerals: numerals("nulla=0 egy=1 ket=2 ketto=2 harom=3 negy=4 ot=5 hat=6 het=7 nyolc=8 kilenc=9 tiz=10 tizen=10 husz=20 huszon=20 " +
			"harminc=30 negyven=40 otven=50 hatvan=60 hetven=70 nyolcvan=80 kilencven=90 szaz=100 ezer=1000"),
		glued: true, and: []string{"es", "vagy", "meg"},
		ordinals: numerals("elso=1 masodik=2 harmadik=3 negyedik=4 otodik=5 hatodik=6 hetedik=7 nyolcadik=8 kilencedik=9 tizedik=10"),
		weak:     set("egy het"),
		units:    things("pont", "szavazat", "nap", "ora", "het", "szabaly", "jatekos szavazo", "kor"),
		rule:     []string{"szabaly", "javaslat", "modosit"}, after: true,
		losing: strings.Fields("veszit veszt elveszit minusz levon"),
	},
}

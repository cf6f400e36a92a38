package rules

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// seated gives the turn order of players with these surnames, who joined in no
// order.
func seated(t *testing.T, language string, customs map[string]string, surnames []string) string {
	t.Helper()
	p := created(t, GameCreated{Language: language, Customs: customs})
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(len(surnames)) {
		p.do(Join{Given: "A", Surname: surnames[i]}, organiser)
	}
	return strings.ReplaceAll(p.order(), "A ", "")
}

// Real surnames stand as the dictionaries of each language put them.
func TestSurnamesAsInTheDictionary(t *testing.T) {
	for _, c := range []struct{ language, want string }{
		{"tr", "Cansu, Çelik, Irmak, Işık, İnce, Sert, Şahin"},
		{"tr", "CANSU, ÇELİK, IRMAK, IŞIK, İNCE, SERT, ŞAHİN"},
		{"tr", "Güven, Hancı, Ilgaz, İlgaz, Kaya, Okur, Öz, Uçar, Ünal, Yılmaz"},
		{"hu", "Cukor, Czuczor, Csorba, Gulyás, Gyarmati, Surányi, Szabó, Tóth, Zala, Zsolnay"},
		{"hu", "CZUCZOR, CSORBA, GULYÁS, GYARMATI, SURÁNYI, SZABÓ, ZSOLNAY"},
		{"hu", "Luttor, Lyka, Nemes, Nyári, Orsós, Ördögh, Tar, Tyukodi, Ury, Üveges"},
		{"es", "Nadal, Nuñez, Núñez Sanz, Ñáñez, Ochoa"},
		{"es", "Cervera, Chacón, Cid, Lara, Llorente, Lobo"}, // ch and ll are no letters since 1994
		{"pt", "Araújo, Ávila, Azevedo, Conceição, Cordeiro, Évora, Farias, Ícaro, Jordão, Óbidos, Oliveira, Zarco"},
		{"en", "Eck, Éclair, Ecole, Zed"},
	} {
		if got := seated(t, c.language, nil, strings.Split(c.want, ", ")); got != c.want {
			t.Errorf("%s: the order is\n%s, want\n%s", c.language, got, c.want)
		}
	}
}

// Whether particles count is for the players to say: by a setting or by a rule.
func TestParticles(t *testing.T) {
	for _, c := range []struct{ language, count, skip string }{
		{"pt", "Braga, Castro, d'Almeida, da Costa, de Castro, Dias, DOS SANTOS, Silva",
			"d'Almeida, Braga, Castro, de Castro, da Costa, Dias, DOS SANTOS, Silva"},
		{"es", "Cano, de la Cruz, Del Río, Delgado, La Fuente, Romero",
			"Cano, de la Cruz, Delgado, La Fuente, Del Río, Romero"},
		{"en", "'t Hooft, Brink, d’Arcy, O'Brien, Ter, van, Van den Berg, von Zelle",
			"d’Arcy, Van den Berg, Brink, 't Hooft, O'Brien, Ter, van, von Zelle"},
	} {
		names := strings.Split(c.count, ", ")
		if got := seated(t, c.language, nil, names); got != c.count {
			t.Errorf("%s, all counting: the order is\n%s, want\n%s", c.language, got, c.count)
		}
		if got := seated(t, c.language, map[string]string{"particles": "skip"}, names); got != c.skip {
			t.Errorf("%s, particles skipped: the order is\n%s, want\n%s", c.language, got, c.skip)
		}
	}
	p := created(t, GameCreated{Language: "pt", Customs: quick()}, "Ana Braga", "Rui de Castro", "Eva Dias")
	p.do(Start{}, organiser)
	p.turn(Draft{Kind: Enact, Text: "A particle is no part of a name.", Clause: `particles = "skip"`}, "+++")
	p.do(Join{Given: "Leo", Surname: "Correia"}, organiser)
	p.is("order by the rule", p.order(), "Ana Braga, Rui de Castro, Leo Correia, Eva Dias")
	if err := CheckCustom("particles", "never"); err == nil || !strings.Contains(err.Error(), `"count" or "skip"`) {
		t.Errorf("the error of an unknown setting is %v", err)
	}
}

// The given name settles the order of those whose surnames differ by particles
// alone.
func TestParticlesAndGivenNames(t *testing.T) {
	p := created(t, GameCreated{Language: "pt", Customs: map[string]string{"particles": "skip"}}, "Rui Castro", "Ana de Castro", "Eva da Castro")
	p.is("order", p.order(), "Ana de Castro, Eva da Castro, Rui Castro")
}

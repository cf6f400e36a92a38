package parser

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestDays: dates as people write them, on a Monday.
func TestDays(t *testing.T) {
	today := time.Date(2026, time.February, 2, 15, 0, 0, 0, time.UTC)
	for words, want := range map[string]string{
		"2026-03-01": "2026-03-01", "until 2026-03-01": "2026-03-01", "1 March": "2026-03-01", "March 1st": "2026-03-01", "the 1st of March 2026": "2026-03-01",
		"1 de marzo": "2026-03-01", "hasta el 1 de marzo": "2026-03-01", "1º de março": "2026-03-01", "até 1 de março de 2026": "2026-03-01",
		"1 Mart": "2026-03-01", "1 Mart'a kadar": "2026-03-01", "3 Şubat": "2026-02-03", "március 1.": "2026-03-01", "2026. március 1-ig": "2026-03-01", "2026. 03. 01.": "2026-03-01",
		"1.3.": "2026-03-01", "1.3.2026": "2026-03-01", "13/4": "2026-04-13", "3/4": "2026-04-03 2026-03-04", "3/4/2026": "2026-04-03 2026-03-04", "3/3": "2026-03-03", "3-4-26": "2026-04-03 2026-03-04",
		"Friday": "2026-02-06", "viernes": "2026-02-06", "sexta-feira": "2026-02-06", "Cuma": "2026-02-06", "péntekig": "2026-02-06", "monday": "2026-02-09",
		"tomorrow": "2026-02-03", "2 weeks": "2026-02-16", "10 gün": "2026-02-12", "7d": "2026-02-09", "1 January": "2027-01-01", "2199-01-01": "2199-01-01", "29 February": "2028-02-29",
		"31 February": "", "2026-13-01": "", "13/13": "", "soon": "", "a while": "", "1": "", "1 2": "", "march": "", "1 march april": "", "301": "", "": "", strings.Repeat("1 March ", 40): "",
	} {
		var got []string
		for _, d := range Days(words, today) {
			got = append(got, d.Format(time.DateOnly))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q is %q, not %q", words, got, want)
		}
	}
}

func TestZone(t *testing.T) {
	for words, want := range map[string]string{
		"Europe/Lisbon": "Europe/Lisbon []", "europe/lisbon": "Europe/Lisbon []", "Lisboa": "Europe/Lisbon []", "são paulo": "America/Sao_Paulo []", "Sao_Paulo": "America/Sao_Paulo []",
		"İstanbul": "Europe/Istanbul []", "Estambul": "Europe/Istanbul []", "Budapest": "Europe/Budapest []", "Buenos Aires": "America/Argentina/Buenos_Aires []", "UTC": "UTC []",
		"GMT+2": "Etc/GMT-2 []", "utc -3": "Etc/GMT+3 []", "+02:00": "Etc/GMT-2 []", "UTC+0": "UTC []", "GMT+5:30": " [Asia/Kolkata Asia/Colombo]", "UTC+15": " []",
		"Budapset": " [Europe/Budapest]", "Lisbn": " [Europe/Lisbon]", "Xyzzyville": " []", strings.Repeat("a", 500): " []",
	} {
		name, near := Zone(words)
		if got := fmt.Sprint(name, " ", near); got != want {
			t.Errorf("%q is %q, not %q", words, got, want)
		}
		if name != "" {
			if _, err := time.LoadLocation(name); err != nil {
				t.Error(err)
			}
		}
	}
	for called, name := range zones() {
		if _, err := time.LoadLocation(name); err != nil {
			t.Errorf("%s: %v", called, err)
		}
	}
}

func TestTongue(t *testing.T) {
	for words, want := range map[string]string{
		"English": "en", "inglês": "en", "inglés": "en", "İngilizce": "en", "angol": "en", "Português": "pt", "pt-BR": "pt", "castellano": "es", "Türkçe": "tr", "turco": "tr", "magyar": "hu", "HU": "hu",
		"French": "", "": "", "x": "",
	} {
		if got := Tongue(words); got != want {
			t.Errorf("%q is %q, not %q", words, got, want)
		}
	}
}

// TestSettingLines: the settings in five languages; what is only like one is
// none.
func TestSettingLines(t *testing.T) {
	for text, want := range map[string]string{
		"away until 1 March": "away {away 1 march}", "away until Friday": "away {away friday}", "Ausente hasta el 1 de marzo": "away {away el 1 de marzo}",
		"1 Mart'a kadar yokum": "away {away 1 mart'a kadar}", "yokum 1 Mart": "away {away 1 mart}", "március 1-ig távol leszek": "away {away marcius 1-ig}", "ausente até 1 de março": "away {away 1 de marco}",
		"away until 2199-01-01": "away {away 2199-01-01}", "back": "back {back }", "I am back.": "back {back }", "visszajöttem": "back {back }",
		"receipts off": "receipts {receipts off}", "recibos não": "receipts {receipts off}", "visszaigazolások ki": "receipts {receipts off}", "receipts on": "receipts {receipts on}",
		"timezone Buenos Aires": "timezone {timezone Buenos Aires}", "saat dilimi İstanbul": "timezone {timezone İstanbul}", "nyelv magyar": "language {language magyar}",
		"back to the rules we had": "", "receipts are useful to me": "", "back in 1982": "",
	} {
		if got := readText(text, theGame()); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

func TestGuideSettings(t *testing.T) {
	for text, want := range map[string]string{
		"ausente até 1 de março": "away {away 1 de marco}", "ausente hasta el 1 de marzo": "away {away el 1 de marzo}", "yokum 1 Mart": "away {away 1 mart}", "távol március 1-ig": "away {away marcius 1-ig}",
		"acuses no": "receipts {receipts off}", "acuses sí": "receipts {receipts on}", "alındılar kapalı": "receipts {receipts off}", "alındılar açık": "receipts {receipts on}", "visszaigazolások ki": "receipts {receipts off}", "visszaigazolások be": "receipts {receipts on}", "recibos sim": "receipts {receipts on}",
		"idioma inglés": "language {language inglés}", "dil İngilizce": "language {language İngilizce}", "nyelv angol": "language {language angol}", "idioma inglês": "language {language inglês}",
		"de vuelta": "back {back }", "de volta": "back {back }", "döndüm": "back {back }", "zona horaria GMT+2": "timezone {timezone GMT+2}", "időzóna Budapest": "timezone {timezone Budapest}", "fuso horário Lisboa": "timezone {timezone Lisboa}", "saat dilimi İstanbul": "timezone {timezone İstanbul}",
		"yokum Cuma": "away {away cuma}", "távol péntek": "away {away pentek}", "away until 2 weeks": "away {away 2 weeks}", "távol 2 hét": "away {away 2 het}",
		"yokum 2026-03-04": "away {away 2026-03-04}", "távol 2026-03-04": "away {away 2026-03-04}", "nyelv Türkçe": "language {language Türkçe}",
		"izlemeyi bırak": "unwatch {true tr}", "dejar de observar": "unwatch {true es}", "deixar de observar": "unwatch {true pt}", "nem figyelem": "unwatch {true hu}", "izle": "watch {false tr}", "figyelem": "watch {false hu}",
		"I am away until 1 March.": "away {away 1 march}",
	} {
		if got := readText(text, theGame()); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

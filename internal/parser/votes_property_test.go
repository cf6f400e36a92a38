package parser

import (
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// pages are the charsets in which the five languages travel by mail.
var pages = map[string]encoding.Encoding{
	"utf-8": encoding.Nop, "iso-8859-1": charmap.ISO8859_1, "iso-8859-15": charmap.ISO8859_15, "windows-1252": charmap.Windows1252,
	"iso-8859-9": charmap.ISO8859_9, "windows-1254": charmap.Windows1254, "iso-8859-2": charmap.ISO8859_2, "windows-1250": charmap.Windows1250,
}

// transferred is a text as the body of a mail, with its encoding's name.
var transferred = map[string]func(string) string{
	"8bit": func(s string) string { return s },
	"quoted-printable": func(s string) string {
		var b strings.Builder
		w := quotedprintable.NewWriter(&b)
		w.Write([]byte(s))
		w.Close()
		return b.String()
	},
	"base64": func(s string) string {
		var b strings.Builder
		for line := base64.StdEncoding.EncodeToString([]byte(s)); line != ""; {
			n := min(76, len(line))
			b.WriteString(line[:n] + "\r\n")
			line = line[n:]
		}
		return b.String()
	},
}

// TestVotesInEveryCharset: a form reads the same in every charset that can hold
// it, by every transfer encoding.
func TestVotesInEveryCharset(t *testing.T) {
	for _, f := range voteForms(t) {
		for charset, enc := range pages {
			body, err := enc.NewEncoder().String(f.text)
			if err != nil {
				continue // it cannot hold the form
			}
			for k, how := range []string{"8bit", "quoted-printable", "base64"} {
				if charset != "utf-8" && (f.line+len(charset))%3 != k {
					continue // each charset takes turns with the encodings
				}
				body := transferred[how](body)
				raw := fmt.Sprintf("From: Zoe Lanternjaw <zoe.lanternjaw@example.org>\nSubject: Re: tea\nIn-Reply-To: <x@nomic.example.org>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=%s\nContent-Transfer-Encoding: %s\n\n%s", charset, how, body)
				f.check(t, charset+" "+how, []byte(raw))
			}
		}
	}
}

// check reads a mail that says what a form says.
func (f voteForm) check(t *testing.T, how string, raw []byte) {
	t.Helper()
	c := f.context()
	f.checkIn(t, how, raw, c)
}

func (f voteForm) checkIn(t *testing.T, how string, raw []byte, c Context) {
	t.Helper()
	if got := verdictOf(Read(Parse(raw, Options{}), c)); !f.allows(got) {
		t.Errorf("%s.txt:%d %s: %q\n got %s\nwant %s", f.lang, f.line, how, f.text, got, f.verdict)
	}
}

// TestVotesInEveryCase: small letters and capitals say the same.
func TestVotesInEveryCase(t *testing.T) {
	for _, f := range voteForms(t) {
		special := unicode.SpecialCase{}
		if f.lang == "tr" {
			special = unicode.TurkishCase
		}
		if strings.Contains(f.text, "30l") {
			continue // whose small l is taken for a 1, and its capital is not
		}
		f.check(t, "in capitals", mailOf(strings.ToUpperSpecial(special, f.text)))
		f.check(t, "in small letters", mailOf(strings.ToLowerSpecial(special, f.text)))
	}
}

// bare takes the accents off, as on a foreign keyboard.
func bareOf(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == 'ı':
			return 'i'
		}
		return r
	}, norm.NFD.String(s))
}

// TestVotesWithoutAccents: what is written without accents reads the same, but
// for the Spanish "sí", which without its accent may be an if
// (TestSiWithoutItsAccent).
func TestVotesWithoutAccents(t *testing.T) {
	for _, f := range voteForms(t) {
		if f.lang == "es" && strings.Contains(strings.ToLower(f.text), "sí") {
			continue
		}
		f.check(t, "without accents", mailOf(bareOf(f.text)))
	}
}

// wrapped breaks the lines of a text at a width.
func wrapped(s string, width int, soft string) string {
	var out strings.Builder
	for i, l := range strings.Split(s, "\n") {
		if i > 0 {
			out.WriteString("\n")
		}
		n := 0
		for k, w := range strings.Split(l, " ") {
			size := len([]rune(w))
			switch {
			case k == 0:
			case n+1+size > width:
				out.WriteString(soft)
				n = 0
			default:
				out.WriteString(" ")
				n++
			}
			out.WriteString(w)
			n += size
		}
	}
	return out.String()
}

// amid are sentences that say nothing of votes, before and behind one.
var amid = map[string][2]string{
	"en": {"I was away for a whole week and have only come to read the mails of all of you this evening.", "The goat is well and eats the almanac."},
	"pt": {"Estive fora a semana inteira e só esta noite consegui ler as mensagens que vocês mandaram.", "A cabra passa bem e come o almanaque."},
	"es": {"Estuve fuera toda la semana y esta noche he podido leer los mensajes que han mandado ustedes.", "La cabra está contenta y come el almanaque."},
	"tr": {"Bütün hafta şehir dışındaydım ve gönderdiğiniz mesajları ancak bu akşam okuyabildim arkadaşlar.", "Keçi mutlu ve takvimi yiyor."},
	"hu": {"Egész héten nem voltam otthon, és csak ma este tudtam elolvasni a leveleket, amelyeket küldtetek.", "A kecske boldog, és eszi a naptárat."},
}

// TestVotesWrapped: a form reads the same wherever a program breaks the line in
// which it stands.
func TestVotesWrapped(t *testing.T) {
	for _, f := range voteForms(t) {
		if f.where != "301 to 305 are open" || strings.ContainsAny(f.text, "\n[(☐☑✓_") || f.verdict == "withdraw" {
			continue // boxes and commands have their own lines
		}
		end := "."
		if strings.ContainsAny(f.text[len(f.text)-1:], ".!?:)") {
			end = ""
		}
		talk := amid[f.lang]
		form := strings.ReplaceAll(f.text, ": ", ":\u00a0") // no line is broken behind a colon but on purpose
		text := talk[0] + " " + form + end + " " + talk[1]
		for width := 62 + f.line%4; width <= 78; width += 7 {
			f.check(t, fmt.Sprint("wrapped at ", width), mailOf(wrapped(text, width, "\n")))
		}
		flowed := "Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: 8bit\nFrom: Zoe <zoe.lanternjaw@example.org>\nIn-Reply-To: <x@nomic.example.org>\n\n"
		for _, width := range []int{12, 25, 60} {
			f.check(t, fmt.Sprint("flowed at ", width), []byte(flowed+wrapped(f.text, width, " \n")))
		}
	}
}

// TestVotesInTheSubject: a form in the Subject of a mail that answers nothing
// reads as it does in the text.
func TestVotesInTheSubject(t *testing.T) {
	for _, f := range voteForms(t) {
		if f.where != "301 to 305 are open" || strings.Contains(f.text, "\n") || strings.HasPrefix(f.text, "[") || f.verdict == "nothing" {
			continue
		}
		f.check(t, "as the subject", []byte("From: Zoe <zoe.lanternjaw@example.org>\nTo: tea@nomic.example.org\nSubject: "+f.text+"\n\n"))
	}
}

// courtesies are what people and their programs put amid what they have to
// say, none of which says anything of votes.
var courtesies = map[string]struct{ greeting, closing, wrote, disclaimer string }{
	"en": {"Hello everyone,", "Best wishes,\nZoe Lanternjaw", "On Tue, 3 Mar 2026 at 10:12, Tea <tea@nomic.example.org> wrote:", "This message is confidential. If you have received it in error, please delete it and tell the sender; if you are not the addressee, you must not copy it."},
	"pt": {"Olá a todos,", "Abraços,\nZoe Lanternjaw", "Em ter., 3 de mar. de 2026 às 10:12, Tea <tea@nomic.example.org> escreveu:", "Esta mensagem é confidencial. Se a recebeu por engano, por favor apague-a e avise o remetente; se não é o destinatário, não a copie."},
	"es": {"Hola a todos:", "Un saludo,\nZoe Lanternjaw", "El mar, 3 mar 2026 a las 10:12, Tea (<tea@nomic.example.org>) escribió:", "Este mensaje es confidencial. Si lo ha recibido por error, bórrelo y avise al remitente; si no es el destinatario, no lo copie."},
	"tr": {"Herkese merhaba,", "Saygılarımla,\nZoe Lanternjaw", "Tea <tea@nomic.example.org>, 3 Mar 2026 Sal, 10:12 tarihinde şunu yazdı:", "Bu ileti gizlidir. Eğer yanlışlıkla aldıysanız lütfen silin ve göndereni uyarın; alıcısı değilseniz kopyalamayın."},
	"hu": {"Sziasztok!", "Üdvözlettel,\nZoe Lanternjaw", "Tea <tea@nomic.example.org> ezt írta (időpont: 2026. márc. 3., K, 10:12):", "Ez az üzenet bizalmas. Ha tévedésből kapta meg, kérjük, törölje, és értesítse a feladót; ha nem Ön a címzett, ne másolja le."},
}

// ourBallot is a letter of ours, as it comes back below an answer.
const ourBallot = `Please vote on 301 by Friday 6 March, 20:00 UTC. Bob Crumhorn proposes to
enact a new rule.

Reply with one line, "301 FOR" or "301 AGAINST" or "301 ABSTAIN".

    301  [ ] FOR  [ ] AGAINST  [ ] ABSTAIN

The text is final (Rule 106), and you may change your vote as often as you
like: the last one counts.
`

// TestVotesAmongCourtesies: a greeting, a closing, a signature, a quoted letter
// of ours and a disclaimer never change the votes.
func TestVotesAmongCourtesies(t *testing.T) {
	quoted := "> " + strings.ReplaceAll(strings.TrimSpace(ourBallot), "\n", "\n> ")
	for _, f := range voteForms(t) {
		c := f.context()
		c.Answered = ourBallot
		with := courtesies[f.lang]
		for how, text := range map[string]string{
			"greeted":         with.greeting + "\n\n" + f.text,
			"closed":          f.text + "\n\n" + with.closing,
			"signed":          f.text + "\n\n-- \nZoe Lanternjaw\nTel. +44 301 302 303, for emergencies only\n",
			"above our words": f.text + "\n\n" + with.wrote + "\n\n" + quoted + "\n",
			"below our words": with.wrote + "\n" + quoted + "\n\n" + f.text + "\n",
			"disclaimed":      f.text + "\n\n-- \nZoe\n\n" + with.disclaimer,
			"all of them":     with.greeting + "\n\n" + f.text + "\n\n" + with.closing + "\n\n" + with.wrote + "\n" + quoted + "\n",
		} {
			if how == "below our words" && f.where != "in reply to the ballot on 301" && !strings.Contains(f.text, "30") {
				continue // there the word answers the row above it
			}
			f.checkIn(t, how, mailOf(text), c)
		}
		if !strings.Contains(f.verdict, "held") && !strings.Contains(f.verdict, "nothing") && f.where == "301 to 305 are open" {
			f.checkIn(t, "disclaimed without a signature", mailOf(f.text+"\n\n"+with.disclaimer), c)
		}
	}
}

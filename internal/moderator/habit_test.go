package moderator_test

import (
	"fmt"
	"html"
	"strings"

	"nomicmail/internal/parser"
)

// sent is a letter of ours as it lies in a player's mailbox.
type sent struct {
	name              string
	subject           string
	plain, html, flat string // flat is the HTML part as text
}

// quotation is what a program makes of a letter when its owner replies: the
// lines that introduce it and the lines of the letter itself.
type quotation struct {
	intro, lines []string
	flowed       bool
	page         func(q quotation, above, between, below string, at int) string // for HTML; nil writes plain text
}

// client is the program of a player, in a language.
type client struct{ lang string }

// habits are the ways in which mail programs quote. Each gives what it puts
// into the reply; where the player's own words go is another matter.
var habits = map[string]func(c client, l sent) quotation{
	"gmail": func(c client, l sent) quotation { return quotation{intro: c.wrote(l), lines: marked("> ", l.plain)} },
	"gmail at 78": func(c client, l sent) quotation {
		return quotation{intro: broken(c.wrote(l)), lines: marked("> ", refill(l.plain, 76))}
	},
	"apple": func(c client, l sent) quotation {
		return quotation{intro: c.wrote(l), lines: marked("> ", "\n"+l.plain)}
	},
	"apple flat": func(c client, l sent) quotation { return quotation{intro: c.wrote(l), lines: marked("> ", l.flat)} },
	"thunderbird": func(c client, l sent) quotation {
		return quotation{intro: c.brief(), lines: soft(l.plain), flowed: true}
	},
	"mutt": func(c client, l sent) quotation { return quotation{intro: c.brief(), lines: marked("> ", l.plain)} },
	"k-9":  func(c client, l sent) quotation { return quotation{intro: c.wrote(l), lines: marked(">", l.plain)} },
	"roundcube": func(c client, l sent) quotation {
		return quotation{intro: c.brief(), lines: marked("> ", refill(l.plain, 70))}
	},
	"outlook":      func(c client, l sent) quotation { return quotation{intro: c.block(l), lines: lines(l.plain)} },
	"outlook flat": func(c client, l sent) quotation { return quotation{intro: c.block(l), lines: lines(l.flat)} },
	"outlook rule": func(c client, l sent) quotation {
		return quotation{intro: append([]string{strings.Repeat("_", 32)}, c.block(l)...), lines: lines(l.plain)}
	},
	"outlook old": func(c client, l sent) quotation {
		return quotation{intro: append([]string{c.original()}, c.block(l)...), lines: lines(l.plain)}
	},
	"outlook marks": func(c client, l sent) quotation { return quotation{intro: c.block(l), lines: marked("> ", l.plain)} },
	"mobile":        func(c client, l sent) quotation { return quotation{intro: c.wrote(l), lines: lines(l.flat)} },
	"notes":         func(c client, l sent) quotation { return quotation{intro: c.notes(l), lines: lines(l.plain)} },
	"yahoo":         func(c client, l sent) quotation { return quotation{intro: c.wrote(l), lines: marked(" ", l.plain)} },
	"forward":       func(c client, l sent) quotation { return quotation{intro: c.forwarded(l), lines: lines(l.plain)} },
	"digest":        func(_ client, l sent) quotation { return digest(l) },
	"half at 60":    func(c client, l sent) quotation { return quotation{intro: c.wrote(l), lines: halved(l.plain, 60)} },
	"half at 72":    func(c client, l sent) quotation { return quotation{intro: c.brief(), lines: halved(l.plain, 72)} },
	"bare at 60":    func(_ client, l sent) quotation { return quotation{lines: lines(refill(l.plain, 60))} },
	"bare at 72":    func(_ client, l sent) quotation { return quotation{lines: lines(rewrap(l.plain, 72))} },
	"bare at 100":   func(_ client, l sent) quotation { return quotation{lines: lines(refill(l.plain, 100))} },
	"bare":          func(_ client, l sent) quotation { return quotation{lines: lines(l.plain)} },
	"bare flat":     func(_ client, l sent) quotation { return quotation{lines: lines(l.flat)} },
	"set in":        func(_ client, l sent) quotation { return quotation{lines: marked("    ", l.plain)} },
	"marks alone":   func(_ client, l sent) quotation { return quotation{lines: marked("> ", l.plain)} },
	"bars":          func(c client, l sent) quotation { return quotation{intro: c.brief(), lines: marked("| ", l.plain)} },
	"colons":        func(c client, l sent) quotation { return quotation{intro: c.brief(), lines: marked(": ", l.plain)} },
	"hashes":        func(c client, l sent) quotation { return quotation{intro: c.brief(), lines: marked("# ", l.plain)} },
	"initials":      func(c client, l sent) quotation { return quotation{intro: c.brief(), lines: marked("TN> ", l.plain)} },
	"twice": func(c client, l sent) quotation {
		q := append(client{"en"}.wrote(l), marked("> ", l.plain)...)
		return quotation{intro: c.brief(), lines: marked("> ", strings.Join(q, "\n"))}
	},
	"twice, two programs": func(c client, l sent) quotation {
		q := append(client{"de"}.block(l), lines(l.plain)...)
		return quotation{intro: c.wrote(l), lines: marked("> ", strings.Join(q, "\n"))}
	},
	"mixed depths": func(c client, l sent) quotation { return quotation{intro: c.brief(), lines: mixed(l.plain)} },
	"html gmail": func(c client, l sent) quotation {
		return quotation{intro: c.wrote(l), page: gmailPage, lines: []string{inner(l.html)}}
	},
	"html outlook": func(c client, l sent) quotation {
		return quotation{intro: c.block(l), page: outlookPage, lines: []string{inner(l.html)}}
	},
	"html yahoo": func(c client, l sent) quotation {
		return quotation{intro: c.wrote(l), page: yahooPage, lines: []string{inner(l.html)}}
	},
	"html proton": func(c client, l sent) quotation {
		return quotation{intro: c.wrote(l), page: protonPage, lines: []string{inner(l.html)}}
	},
	"html mozilla": func(c client, l sent) quotation {
		return quotation{intro: c.brief(), page: mozillaPage, lines: []string{inner(l.html)}}
	},
	"html of plain": func(c client, l sent) quotation {
		return quotation{intro: c.block(l), page: outlookPage, lines: lineBreaks(l.plain)}
	},
}

func lines(s string) []string { return strings.Split(strings.TrimRight(s, "\n"), "\n") }

func marked(mark, s string) []string {
	out := lines(s)
	for i, l := range out {
		out[i] = strings.TrimRight(mark+l, " ")
	}
	return out
}

// mixed has every paragraph at a depth of its own.
func mixed(s string) []string {
	out, n := lines(s), 0
	for i, l := range out {
		if l == "" {
			n++
		}
		out[i] = strings.Repeat(">", 1+n%3) + " " + l
	}
	return out
}

// refill joins the lines of a paragraph and breaks them anew, as programs do
// that take a paragraph for one. Lines that are set in keep their place.
func refill(s string, width int) string {
	var out, para []string
	flush := func() {
		if len(para) > 0 {
			out = append(out, strings.TrimRight(rewrap(strings.Join(para, " "), width), "\n"))
			para = nil
		}
	}
	for _, l := range lines(s) {
		if l == "" || strings.HasPrefix(l, " ") || strings.HasPrefix(l, "|") || strings.HasPrefix(l, "-") {
			flush()
			out = append(out, strings.TrimRight(rewrap(l, width), "\n"))
			continue
		}
		para = append(para, l)
	}
	flush()
	return strings.Join(out, "\n")
}

// rewrap breaks lines that are too long.
func rewrap(s string, width int) string {
	var b strings.Builder
	for _, l := range lines(s) {
		if len(l) <= width {
			b.WriteString(l + "\n")
			continue
		}
		n := 0
		for i, w := range strings.Fields(l) {
			if i > 0 && n+len(w) > width {
				b.WriteByte('\n')
				n = 0
			} else if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(w)
			n += len(w) + 1
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// halved is what comes out when lines are broken after they were marked.
func halved(s string, width int) []string {
	return lines(rewrap(strings.Join(marked("> ", s), "\n"), width))
}

// soft is format=flowed with marks: paragraphs of soft lines.
func soft(s string) (out []string) {
	for _, l := range lines(s) {
		broken := lines(rewrap(l, 66))
		for i, b := range broken {
			if i < len(broken)-1 {
				b += " "
			}
			out = append(out, "> "+b)
		}
	}
	return out
}

// broken is an attribution with its address on a line of its own.
func broken(intro []string) []string {
	before, after, ok := strings.Cut(intro[0], "<")
	if !ok {
		return intro
	}
	return []string{before + "<", after}
}

func digest(l sent) quotation {
	return quotation{intro: []string{
		"Message: 1", "Date: Mon, 3 Mar 2025 10:12:00 +0000", "From: Tea Nomic <tea@nomic.example.org>",
		"To: Ada Quillfeather <ada@example.org>", "Subject: " + l.subject, "Message-ID: <x@nomic.example.org>", "",
	}, lines: lines(l.plain)}
}

// tongueOf has what programs write in a language: the attribution with and
// without the address, the labels of a header block, and what stands between
// hyphens above it.
type tongueOf struct {
	wrote, brief         string
	from, sent, to, subj string
	original, forwarded  string
}

var tongues = map[string]tongueOf{
	"en": {wrote: "On Mon, Mar 3, 2025 at 10:12 AM %s <%s> wrote:", brief: "On 2025-03-03 10:12, %s wrote:", from: "From", sent: "Sent", to: "To", subj: "Subject", original: "Original Message", forwarded: "Forwarded message"},
	"pt": {wrote: "Em seg., 3 de mar. de 2025 às 10:12, %s <%s> escreveu:", brief: "Em 03/03/2025 10:12, %s escreveu:", from: "De", sent: "Enviada em", to: "Para", subj: "Assunto", original: "Mensagem original", forwarded: "Mensagem encaminhada"},
	"es": {wrote: "El lun, 3 mar 2025 a las 10:12, %s (<%s>) escribió:", brief: "El 3/3/25 a las 10:12, %s escribió:", from: "De", sent: "Enviado el", to: "Para", subj: "Asunto", original: "Mensaje original", forwarded: "Mensaje reenviado"},
	"tr": {wrote: "%s <%s>, 3 Mar 2025 Pzt, 10:12 tarihinde şunu yazdı:", brief: "3.03.2025 10:12 tarihinde %s yazdı:", from: "Kimden", sent: "Gönderilme", to: "Kime", subj: "Konu", original: "Özgün İleti", forwarded: "Yönlendirilen ileti"},
	"hu": {wrote: "%s <%s> ezt írta (időpont: 2025. márc. 3., H, 10:12):", brief: "2025. 03. 03. 10:12 keltezéssel, %s írta:", from: "Feladó", sent: "Küldve", to: "Címzett", subj: "Tárgy", original: "Eredeti üzenet", forwarded: "Továbbított üzenet"},
	"de": {wrote: "Am Mo., 3. März 2025 um 10:12 Uhr schrieb %s <%s>:", brief: "Am 03.03.25 um 10:12 schrieb %s:", from: "Von", sent: "Gesendet", to: "An", subj: "Betreff", original: "Ursprüngliche Nachricht", forwarded: "Weitergeleitete Nachricht"},
	"fr": {wrote: "Le lun. 3 mars 2025 à 10:12, %s <%s> a écrit :", brief: "Le 03/03/2025 à 10:12, %s a écrit :", from: "De", sent: "Envoyé", to: "À", subj: "Objet", original: "Message d'origine", forwarded: "Message transféré"},
	"it": {wrote: "Il giorno lun 3 mar 2025 alle ore 10:12 %s <%s> ha scritto:", brief: "Il 03/03/2025 10:12, %s ha scritto:", from: "Da", sent: "Inviato", to: "A", subj: "Oggetto", original: "Messaggio originale", forwarded: "Messaggio inoltrato"},
	"nl": {wrote: "Op ma 3 mrt 2025 om 10:12 schreef %s <%s>:", brief: "Op 03-03-2025 om 10:12 schreef %s:", from: "Van", sent: "Verzonden", to: "Aan", subj: "Onderwerp", original: "Oorspronkelijk bericht", forwarded: "Doorgestuurd bericht"},
	"pl": {wrote: "pon., 3 mar 2025 o 10:12 %s <%s> napisał(a):", brief: "W dniu 3.03.2025 o 10:12, %s pisze:", from: "Od", sent: "Wysłano", to: "Do", subj: "Temat", original: "Wiadomość oryginalna", forwarded: "Treść przekazanej wiadomości"},
	"ro": {wrote: "lun., 3 mar. 2025 la 10:12, %s <%s> a scris:", brief: "Pe 03.03.2025 10:12, %s a scris:", from: "De la", sent: "Trimis", to: "Către", subj: "Subiect", original: "Mesaj original", forwarded: "Mesaj redirecționat"},
	"sv": {wrote: "Den mån 3 mars 2025 kl 10:12 skrev %s <%s>:", brief: "Den 2025-03-03 kl. 10:12, skrev %s:", from: "Från", sent: "Skickat", to: "Till", subj: "Ämne", original: "Ursprungligt meddelande", forwarded: "Vidarebefordrat meddelande"},
	"da": {wrote: "Den man. 3. mar. 2025 kl. 10.12 skrev %s <%s>:", brief: "Den 03.03.2025 kl. 10.12 skrev %s:", from: "Fra", sent: "Sendt", to: "Til", subj: "Emne", original: "Oprindelig meddelelse", forwarded: "Videresendt meddelelse"},
	"no": {wrote: "man. 3. mars 2025 kl. 10:12 skrev %s <%s>:", brief: "Den 03.03.2025 10:12, skrev %s:", from: "Fra", sent: "Sendt", to: "Til", subj: "Emne", original: "Opprinnelig melding", forwarded: "Videresendt melding"},
	"fi": {wrote: "ma 3. maalisk. 2025 klo 10.12 %s (%s) kirjoitti:", brief: "%s kirjoitti 3.3.2025 klo 10.12:", from: "Lähettäjä", sent: "Lähetetty", to: "Vastaanottaja", subj: "Aihe", original: "Alkuperäinen viesti", forwarded: "Välitetty viesti"},
	"cs": {wrote: "po 3. 3. 2025 v 10:12 odesílatel %s <%s> napsal:", brief: "Dne 03. 03. 25 v 10:12 %s napsal(a):", from: "Od", sent: "Odesláno", to: "Komu", subj: "Předmět", original: "Původní zpráva", forwarded: "Přeposlaná zpráva"},
	"sk": {wrote: "po 3. 3. 2025 o 10:12 %s <%s> napísal(a):", brief: "Dňa 3. 3. 2025 o 10:12 %s napísal(a):", from: "Od", sent: "Odoslané", to: "Komu", subj: "Predmet", original: "Pôvodná správa", forwarded: "Preposlaná správa"},
	"ru": {wrote: "пн, 3 мар. 2025 г. в 10:12, %s <%s>:", brief: "03.03.2025 10:12, %s пишет:", from: "От", sent: "Отправлено", to: "Кому", subj: "Тема", original: "Исходное сообщение", forwarded: "Пересылаемое сообщение"},
	"el": {wrote: "Στις Δευ 3 Μαρ 2025 στις 10:12 π.μ., ο χρήστης %s <%s> έγραψε:", brief: "Στις 3/3/2025 10:12, ο/η %s έγραψε:", from: "Από", sent: "Εστάλη", to: "Προς", subj: "Θέμα", original: "Αρχικό μήνυμα", forwarded: "Προωθημένο μήνυμα"},
}

const gameName, gameMail = "Tea Nomic", "tea@nomic.example.org"

func (c client) wrote(sent) []string {
	return []string{fmt.Sprintf(tongues[c.lang].wrote, gameName, gameMail)}
}

func (c client) brief() []string { return []string{fmt.Sprintf(tongues[c.lang].brief, gameName)} }

func (c client) original() string { return "-----" + tongues[c.lang].original + "-----" }

// block is the header block of Outlook.
func (c client) block(l sent) []string {
	t := tongues[c.lang]
	return []string{
		t.from + ": " + gameName + " <" + gameMail + ">", t.sent + ": 3 March 2025 10:12",
		t.to + ": Ada Quillfeather <ada@example.org>", t.subj + ": " + l.subject, "",
	}
}

func (c client) forwarded(l sent) []string {
	return append([]string{"---------- " + tongues[c.lang].forwarded + " ---------"}, c.block(l)...)
}

func (c client) notes(l sent) []string {
	t := tongues[c.lang]
	return []string{
		t.from + ":\t" + gameName + " <" + gameMail + ">", t.to + ":\tAda Quillfeather <ada@example.org>",
		"Cc:", t.sent + ":\t03.03.2025 10:12", t.subj + ":\t" + l.subject, "", strings.Repeat("-", 40), "",
	}
}

// inner is what lies in the body of an HTML page.
func inner(page string) string {
	if i := strings.Index(page, "<body"); i >= 0 {
		page = page[i:]
		page = page[strings.Index(page, ">")+1:]
	}
	page, _, _ = strings.Cut(page, "</body>")
	return page
}

func lineBreaks(s string) (out []string) {
	for _, l := range lines(s) {
		out = append(out, strings.ReplaceAll(html.EscapeString(l), "  ", "&nbsp; ")+"<br>")
	}
	return out
}

func paragraphs(s string) string {
	if s == "" {
		return ""
	}
	return "<div>" + strings.ReplaceAll(html.EscapeString(strings.TrimSpace(s)), "\n", "<br>\n") + "</div><div><br></div>"
}

func cell(q quotation, between string, at int) string {
	if len(q.lines) == 1 {
		return q.lines[0]
	}
	return strings.Join(q.lines[:at], "\n") + paragraphs(between) + strings.Join(q.lines[at:], "\n")
}

func gmailPage(q quotation, above, between, below string, at int) string {
	return paragraphs(above) + `<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">` + html.EscapeString(strings.Join(q.intro, " ")) +
		`<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">` + cell(q, between, at) + "</blockquote></div>" + paragraphs(below)
}

func outlookPage(q quotation, above, between, below string, at int) string {
	block := ""
	for _, l := range q.intro {
		label, rest, ok := strings.Cut(l, ":")
		if ok {
			block += "<b>" + label + ":</b>" + html.EscapeString(rest) + "<br>"
		}
	}
	return paragraphs(above) + `<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif">` + block +
		"</font><div>&nbsp;</div></div><div>" + cell(q, between, at) + "</div>" + paragraphs(below)
}

func yahooPage(q quotation, above, between, below string, at int) string {
	return paragraphs(above) + `<div id="yahoo_quoted_123" class="yahoo_quoted"><div>` + html.EscapeString(strings.Join(q.intro, " ")) + "</div><div><br></div><div>" + cell(q, between, at) + "</div></div>" + paragraphs(below)
}

func protonPage(q quotation, above, between, below string, at int) string {
	return paragraphs(above) + `<div class="protonmail_quote">` + html.EscapeString(strings.Join(q.intro, " ")) + `<br><blockquote class="protonmail_quote" type="cite">` + cell(q, between, at) + "</blockquote></div>" + paragraphs(below)
}

func mozillaPage(q quotation, above, between, below string, at int) string {
	return paragraphs(above) + `<div class="moz-cite-prefix">` + html.EscapeString(strings.Join(q.intro, " ")) + `<br></div><blockquote type="cite" cite="mid:x@nomic.example.org">` + cell(q, between, at) + "</blockquote>" + paragraphs(below)
}

// asText is an HTML page as the parser shows it.
func asText(page string) string {
	return parser.Parse([]byte("From: x@example.org\nContent-Type: text/html; charset=utf-8\n\n"+page), parser.Options{}).Text
}

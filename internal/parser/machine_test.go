package parser

import (
	"strings"
	"testing"
)

var ownAddresses = []string{"tea@nomic.example.org", "nomic@nomic.example.org"}

// kindString is the kind of a mail and what it tells of a bounce.
func kindString(raw string) string {
	l := Parse([]byte(raw), Options{Own: ownAddresses})
	s := string(l.Kind)
	if b := l.Bounce; b != nil {
		switch {
		case b.Delayed:
			s += " delayed"
		case b.Permanent:
			s += " permanent"
		default:
			s += " temporary"
		}
		s += " " + b.Address
		if b.Final != "" {
			s += " via " + b.Final
		}
		if b.ID != "" {
			s += " " + b.ID
		}
	}
	return s
}

func dsn(human, status, returned string) string {
	return "Return-Path: <>\nFrom: postmaster@mx.example.net\nTo: tea@nomic.example.org\nSubject: x\nMIME-Version: 1.0\n" +
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n" + human +
		"\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.net\n\n" + status +
		"\n--b\nContent-Type: text/rfc822-headers\n\n" + returned + "\n--b--\n"
}

func prose(from, subject, text string) string {
	return "From: " + from + "\nTo: tea@nomic.example.org\nSubject: " + subject + "\nContent-Type: text/plain; charset=utf-8\n\n" + text
}

const ourHead = "From: tea nomic <tea@nomic.example.org>\nTo: Ada <ada@example.org>\nMessage-ID: <tea.301.1.ballot@nomic.example.org>\n"

// TestBounces: what became of a letter, and of which address, whoever tells it.
func TestBounces(t *testing.T) {
	const daemon = "Mail Delivery Subsystem <mailer-daemon@mx.example.net>"
	for name, c := range map[string]struct{ raw, want string }{
		"report": {dsn("301 FOR", "Final-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: 5.1.1\n", ourHead),
			"bounce permanent ada@example.org <tea.301.1.ballot@nomic.example.org>"},
		"report behind forwarding": {dsn("x", "Original-Recipient: rfc822;ada@example.org\nFinal-Recipient: rfc822;a@else.example.net\nAction: failed\nStatus: 5.7.1\n", ""),
			"bounce permanent ada@example.org via a@else.example.net"},
		"report that only the returned head explains": {dsn("x", "Final-Recipient: rfc822;a@else.example.net\nAction: Failed (gave up)\nStatus: 5.1.1 (x)\n", ourHead),
			"bounce permanent ada@example.org via a@else.example.net <tea.301.1.ballot@nomic.example.org>"},
		"expanded from": {dsn("<a@else.example.net> (expanded from\n    <ada@example.org>): unknown", "Final-Recipient: rfc822;a@else.example.net\nAction: failed\nStatus: 5.1.1\n", ""),
			"bounce permanent ada@example.org via a@else.example.net"},
		"delay":                {dsn("this failed: 5.1.1", "Final-Recipient: rfc822;ada@example.org\nAction: delayed\nStatus: 4.4.1\n", ""), "bounce delayed ada@example.org"},
		"gave up":              {dsn("x", "Final-Recipient: rfc822;ada@example.org\nAction: failed\nStatus: 4.4.7\n", ""), "bounce temporary ada@example.org"},
		"one late, one failed": {dsn("x", "Final-Recipient: rfc822;bob@example.org\nAction: delayed\nStatus: 4.4.1\n\nFinal-Recipient: rfc822;ada@example.org\nAction: failed\nStatus: 5.1.1\n", ""), "bounce permanent ada@example.org"},
		"delivered":            {dsn("x", "Final-Recipient: rfc822;ada@example.org\nAction: delivered\nStatus: 2.0.0\n", ""), "receipt"},
		"utf-8 report":         {strings.ReplaceAll(dsn("x", `Final-Recipient: utf-8; \x{F6}d\x{F6}n@example.org`+"\nAction: failed\nStatus: 5.1.1\n", ""), "message/delivery-status", "message/global-delivery-status"), "bounce permanent ödön@example.org"},
		"to a return path of its own": {strings.Replace(dsn("x", "Final-Recipient: rfc822;a@else.example.net\nAction: failed\nStatus: 5.1.1\n", ""), "To: tea@", "To: tea+ada=example.org@", 1),
			"bounce permanent ada@example.org via a@else.example.net"},
		"qmail": {prose("MAILER-DAEMON@example.net", "failure notice", "Hi. This is the qmail-send program at example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<ada@example.org>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <tea@nomic.example.org>\n"+ourHead+"\n301 FOR\n"),
			"bounce permanent ada@example.org <tea.301.1.ballot@nomic.example.org>"},
		"exim without a code": {prose(daemon, "Mail delivery failed: returning message to sender", "This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ada@example.org\n    Unrouteable address\n"),
			"bounce permanent ada@example.org"},
		"exim late": {prose(daemon, "Warning: message 1tabc-0001 delayed 24 hours", "This message was created automatically by mail delivery software.\nA message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours on the queue on mx.example.net.\n\nThe address to which the message has not yet been delivered is:\n\n  ada@example.org\n\nNo action is required on your part. Delivery attempts will continue for\nsome time, and this warning may be repeated.\n"),
			"bounce delayed ada@example.org"},
		"gmail": {"X-Failed-Recipients: ada@example.org\n" + prose("Mail Delivery Subsystem <mailer-daemon@googlemail.com>", "Delivery Status Notification (Failure)", "** Address not found **\n\nYour message wasn't delivered to ada@example.org because the address\ncouldn't be found, or is unable to receive mail.\n"),
			"bounce permanent ada@example.org"},
		"gmail late": {"X-Failed-Recipients: ada@example.org\n" + prose("Mail Delivery Subsystem <mailer-daemon@googlemail.com>", "Delivery Status Notification (Delay)", "** Delivery incomplete **\n\nThere was a temporary problem delivering your message to ada@example.org.\nGmail will retry for 46 more hours. You'll be notified if the delivery fails\npermanently.\n"),
			"bounce delayed ada@example.org"},
		"exchange, html only": {"Return-Path: <>\nFrom: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.net>\nTo: tea@nomic.example.org\nSubject: Undeliverable: [tea] 301: please vote\nContent-Type: text/html; charset=utf-8\n\n<html><head><title>x</title></head><body><p><b>Delivery has failed to these recipients or groups:</b></p><p><a href=\"mailto:ada@example.org\">Ada</a> (<a href=\"mailto:ada@example.org\">ada@example.org</a>)<br>The email address you entered couldn't be found.</p><p>Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound'</p></body></html>",
			"bounce permanent ada@example.org"},
		"old exchange": {prose("System Administrator <postmaster@example.net>", "Undeliverable: please vote", "Your message did not reach some or all of the intended recipients.\n\n      Subject: please vote\n      Sent: 3/3/2025 10:12 AM\n\nThe following recipient(s) could not be reached:\n\n      ada@example.org on 3/3/2025 10:12 AM\n            The e-mail account does not exist at the organization this message was sent to.\n            <mx.example.net #5.1.1>\n"), "bounce permanent ada@example.org"},
		"sendmail": {prose(daemon, "Returned mail: see transcript for details", "The original message was received at Mon, 3 Mar 2025 10:12:20 +0000\nfrom nomic.example.org [192.0.2.1]\n\n   ----- The following addresses had permanent fatal errors -----\n<ada@example.org>\n    (reason: 550 5.1.1 unknown)\n\n   ----- Transcript of session follows -----\n550 5.1.1 <ada@example.org>... User unknown\n"),
			"bounce permanent ada@example.org"},
		"sendmail, late": {prose(daemon, "Warning: could not send message for past 4 hours", "    **********************************************\n    **      THIS IS A WARNING MESSAGE ONLY      **\n    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **\n    **********************************************\n\n   ----- The following addresses had transient non-fatal errors -----\n<ada@example.org>\n\n   ----- Transcript of session follows -----\n<ada@example.org>... Deferred: Connection refused\n"),
			"bounce delayed ada@example.org"},
		"domino":             {prose("postmaster@example.net", "DELIVERY FAILURE: User ada (ada@example.org) not listed in Domino Directory", "Your message\n\n  Subject: please vote\n\nwas not delivered to:\n\n  ada@example.org\n\nbecause:\n\n  User ada (ada@example.org) not listed in Domino Directory\n"), "bounce permanent ada@example.org"},
		"a loop":             {prose(daemon, "Undelivered Mail Returned to Sender", "This is the mail system at host mx.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients.\n\n<ada@example.org>: mail forwarding loop for ada@example.org\n"), "bounce permanent ada@example.org"},
		"courier":            {prose("\"Courier mail server at mx\" <@>", "NOTICE: mail delivery status.", "This is a delivery status notification from mx.\n\nUNDELIVERABLE MAIL\n\n<ada@example.org>:\n     550 User unknown.\n"), "bounce permanent ada@example.org"},
		"full":               {prose(daemon, "Undelivered Mail", "ada@example.org: mailbox is full\n"), "bounce temporary ada@example.org"},
		"portuguese":         {prose(daemon, "Não é possível entregar: votação", "A sua mensagem não foi entregue a ada@example.org porque o endereço não existe.\n"), "bounce permanent ada@example.org"},
		"spanish":            {prose(daemon, "Correo devuelto", "No se pudo entregar tu mensaje a ada@example.org: usuario desconocido.\n"), "bounce permanent ada@example.org"},
		"spanish, late":      {prose(daemon, "Retraso en la entrega", "Tu mensaje a ada@example.org todavía no se ha entregado. Seguiremos intentando.\n"), "bounce delayed ada@example.org"},
		"turkish":            {prose(daemon, "Teslim edilemedi: oylama", "İletiniz ada@example.org adresine teslim edilemedi.\n"), "bounce permanent ada@example.org"},
		"turkish, late":      {prose(daemon, "Teslimat gecikti", "İletiniz ada@example.org adresine henüz teslim edilemedi; yeniden denenecek.\n"), "bounce delayed ada@example.org"},
		"hungarian":          {prose(daemon, "Kézbesíthetetlen: szavazás", "A levél nem volt kézbesíthető: ada@example.org\n"), "bounce permanent ada@example.org"},
		"hungarian, late":    {prose(daemon, "Késik a kézbesítés", "A levelet még nem sikerült kézbesíteni ide: ada@example.org. A kiszolgáló tovább próbálkozik.\n"), "bounce delayed ada@example.org"},
		"german":             {prose(daemon, "Unzustellbar: Abstimmung", "Die Nachricht an ada@example.org konnte nicht zugestellt werden.\n"), "bounce permanent ada@example.org"},
		"a name for daemon":  {prose("Mail Delivery System <mds17@mx.example.net>", "Undelivered Mail Returned to Sender", "<ada@example.org>: host mx said: 550 5.1.1 unknown\n"), "bounce permanent ada@example.org"},
		"a person's subject": {prose("Ada <ada@example.org>", "That undeliverable letter", "bob@example.org does not exist, 550 times! 301 FOR\n"), "message"},
		"a person forwards":  {prose("Ada <ada@example.org>", "Fwd: Undelivered Mail", "Look at this, <bob@example.org> said 550 5.1.1\n"), "message"},
	} {
		if got := kindString(c.raw); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// TestAutomaticReplies: what says that nobody wrote a mail, with and without
// the field that is made for it.
func TestAutomaticReplies(t *testing.T) {
	fields := []string{
		"Auto-Submitted: auto-replied", "Auto-Submitted: Auto-Generated (x)", "X-Autoreply: yes", "X-Autorespond: x", "Precedence: auto_reply",
		"Precedence: bulk", "Precedence: junk", "Preference: autoreply", "Return-Path: <>", "X-List-Administrivia: yes",
		"X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent", "Delivered-To: Autoresponder", "List-Unsubscribe: <mailto:x@example.org>",
	}
	for _, f := range fields {
		if got := kindString(f + "\nFrom: ada@example.org\nSubject: x\n\n301 FOR\n"); got != "auto-reply" {
			t.Errorf("%s: %s", f, got)
		}
	}
	for _, f := range []string{
		"Auto-Submitted: no", "X-Autoreply: no", "Precedence: list", "X-Auto-Response-Suppress: All", "Precedence: bulk\nList-Id: <tea.example.org>",
		"List-Unsubscribe: <mailto:x@example.org>\nList-Post: <mailto:l@example.org>\nList-Id: <l.example.org>", "Return-Path: <ada@example.org>",
	} {
		if got := kindString(f + "\nFrom: ada@example.org\nSubject: x\n\n301 FOR\n"); got != "message" {
			t.Errorf("%s: %s", f, got)
		}
	}
	for _, s := range []string{
		"Automatic reply: [tea] 301", "Out of Office: Re: 301", "Out of office Re: 301", "AutoReply: x", "Auto: x", "Resposta automática: x", "Respuesta automática: x", "Otomatik yanıt: x", "Automatikus válasz: x", "Házon kívül: x",
		"Automatische Antwort: x", "Abwesenheitsnotiz: x", "Réponse automatique : x", "Risposta automatica: x", "Automatisch antwoord: x", "Odpowiedź automatyczna: x", "Automatyczna odpowiedź: x",
		"Răspuns automat: x", "Autosvar: x", "Automatiskt svar: x", "Automatisk svar: x", "Fraværsmelding: x", "Automaattinen vastaus: x", "Automatická odpověď: x", "Automatická odpoveď: x",
		"Автоматический ответ: x", "Автоответ: x", "Автоматична відповідь: x", "Αυτόματη απάντηση: x",
		"OOO: x", "Absence du bureau : x", "Fuori sede: x", "Afwezigheidsbericht: x", "Autoodpowiedź: x", "Távolléti értesítés", "Automatski odgovor: x", "Samodejni odgovor: x", "自動応答: x", "自动回复：x", "Please confirm your message",
	} {
		if got := kindString("From: Ada <ada@example.org>\nSubject: " + s + "\n\n301 FOR\n"); got != "auto-reply" {
			t.Errorf("%s: %s", s, got)
		}
	}
	for _, s := range []string{"Re: Automatic reply: x", "Automatic repeal of 203", "Autosvarta", "Vacation", "Ausente", "A holiday for all", "Autoridade: 301"} {
		if got := kindString("From: Ada <ada@example.org>\nSubject: " + s + "\n\n301 FOR\n"); got != "message" {
			t.Errorf("%s: %s", s, got)
		}
	}
	for _, text := range []string{
		"This is an automatic reply.", "Esta é uma resposta automática.", "Hola,\n\nEste es un mensaje automático, no responda.", "Bu otomatik bir yanıttır.", "Ez egy automatikus üzenet.",
		"Dies ist eine automatische Antwort.", "Это автоматический ответ.",
	} {
		if got := kindString("From: Ada <ada@example.org>\nSubject: Re: tea\nContent-Type: text/plain; charset=utf-8\n\n" + text + "\n301 FOR\n"); got != "auto-reply" {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// TestAwayInWords: who says that he is away may be a person or a program; what
// else the mail says is asked about.
func TestAwayInWords(t *testing.T) {
	for _, text := range []string{
		"I am out of the office until Friday.\n301 FOR", "Thank you for your email. I'll be back on Monday.\n\n301 FOR", "Estou de férias até dia 3.\n301 FOR",
		"Hola:\nEstoy de vacaciones.\n301 FOR", "Merhaba,\nŞu anda ofis dışındayım.\n301 FOR", "Jelenleg szabadságon vagyok.\n301 FOR", "Ich bin im Urlaub.\n301 FOR",
	} {
		if got := readText(text, theGame()); got != "ask automatic" {
			t.Errorf("%q: %s", text, got)
		}
	}
	if got := readText("301 FOR\n\nI am out of the office on Friday.", theGame()); got != "301 for" {
		t.Errorf("said below: %s", got)
	}
}

// TestDoubtfulSubjects: what programs put before a subject is asked about when
// nothing else shows a program.
func TestDoubtfulSubjects(t *testing.T) {
	for _, s := range []string{"Assente: x", "Nieobecność: x", "Vacation: x", "Read: x", "Lida: x", "Leído: x", "Okundu: x", "Elolvasva: x", "Gelesen: x", "Lu : x", "Undeliverable: x", "Não entregue: x", "No se puede entregar: x", "Kézbesíthetetlen: x", "Teslim Edilemedi: x", "Unzustellbar: x", "Recall: x"} {
		if got := reads("From: Ada <ada@example.org>\nIn-Reply-To: <x@y>\nSubject: " + s + "\n\nHello, 301 FOR.\n"); got != "ask automatic" {
			t.Errorf("%s: %s", s, got)
		}
	}
	reply := "From: ada@example.org\nSubject: Accepted: tea\n" + multi("multipart/alternative", "Content-Type: text/plain\n\n301 FOR", "Content-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR")
	if got := kindString(reply); got != "auto-reply" {
		t.Errorf("a calendar: %s", got)
	}
}

// TestReceipts: that a mail was read is no answer to it.
func TestReceipts(t *testing.T) {
	for name, raw := range map[string]string{
		"mdn":       "From: ada@example.org\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b\n\n301 FOR\n--b\nContent-Type: message/disposition-notification\n\nDisposition: manual-action/MDN-sent-manually; displayed\n--b--\n",
		"mixed":     "From: ada@example.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n301 FOR\n--b\nContent-Type: message/disposition-notification\n\nDisposition: x\n--b--\n",
		"english":   prose("Ada <ada@example.org>", "Read: please vote", "Your message\n\n   To: Ada\n   Subject: please vote\n   Sent: Monday, 3 March 2025 10:12\n\nwas read on Monday, 3 March 2025 10:15.\n"),
		"hungarian": prose("Ada <ada@example.org>", "Elolvasva: szavazás", "Az Ön üzenete\n\n   Címzett: Ada\n   Tárgy: szavazás\n   Küldve: 2025. március 3. 10:12\n\nelolvasásának ideje: 2025. március 3. 10:15.\n"),
		"turkish":   prose("Ada <ada@example.org>", "Okundu: oylama", "İletiniz\n\n   Kime: Ada\n   Konu: oylama\n   Gönderildi: 3 Mart 2025 10:12\n\n3 Mart 2025 10:15 tarihinde okundu.\n"),
		"notes":     prose("Ada <ada@example.org>", "Return Receipt", "Your document: please vote\nwas received by: Ada\nat: 03/03/2025 10:12\n"),
		"abuse":     "From: ada@example.org\nContent-Type: multipart/report; report-type=feedback-report; boundary=b\n\n--b\n\nx\n--b--\n",
	} {
		if got := kindString(raw); got != "receipt" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestOwnMailComesHome: no road on which our own letter comes back makes it a
// player's.
func TestOwnMailComesHome(t *testing.T) {
	const rest = "Subject: [tea] 301: please vote\n\n301 FOR\n"
	for _, top := range []string{
		"From: tea nomic <tea@nomic.example.org>\n", "From: nomic+tea@nomic.example.org\n", "From: NOMIC@Nomic.Example.Org\n",
		"From: tea nomic via Players <players@lists.example.net>\nX-Original-From: tea nomic <tea@nomic.example.org>\nList-Id: <players.lists.example.net>\n",
		"From: ada@example.org\nResent-From: ada@example.org\nSender: tea@nomic.example.org\n",
		"From: ada@example.org\nMessage-ID: <tea.301.2.ballot@nomic.example.org>\n",
		"From: ada@example.org\nMessage-Id: <m0123456789ab.answer@nomic.example.org>\n",
		"From: ada@example.org\nReturn-Path: <nomic+tea@nomic.example.org>\n",
	} {
		if got := kindString(top + rest); got != "own" {
			t.Errorf("%q: %s", top, got)
		}
	}
	if got := kindString("From: ada@example.org\nReply-To: tea@nomic.example.org\nMessage-ID: <301.ada@nomic.example.org>\n" + rest); got != "message" {
		t.Errorf("a player's: %s", got)
	}
}

// TestReactions: a sign is asked about and never counted, however it is sent.
func TestReactions(t *testing.T) {
	parts := func(kind string, parts ...string) string {
		s := "From: Ada <ada@example.org>\nSubject: Re: [tea] 301: please vote\nIn-Reply-To: <x@nomic.example.org>\nContent-Type: " + kind + "; boundary=b\n\n"
		for _, p := range parts {
			s += "--b\n" + p + "\n"
		}
		return s + "--b--\n"
	}
	for name, raw := range map[string]string{
		"RFC 9078":       parts("multipart/mixed", "Content-Type: text/plain; charset=utf-8\nContent-Disposition: Reaction\n\n👍"),
		"with a text":    parts("multipart/mixed", "Content-Type: text/plain; charset=utf-8\nContent-Disposition: reaction\n\n👍", "Content-Type: text/plain\n\n301 FOR"),
		"gmail":          parts("multipart/alternative", "Content-Type: text/plain; charset=utf-8\n\n👍 Ada reacted via Gmail", "Content-Type: text/vnd.google.email-reaction+json; charset=utf-8\n\n{\"version\":1,\"emoji\":\"👍\"}", "Content-Type: text/html; charset=utf-8\n\n<p>👍</p><p>Ada reacted via Gmail"),
		"gmail, turkish": parts("multipart/alternative", "Content-Type: text/plain; charset=utf-8\n\n👍 Ada, Gmail üzerinden ifade bıraktı"),
		"outlook":        parts("multipart/mixed", "Content-Type: text/html; charset=utf-8\n\n<div>👍 Ada reacted to your message:</div><div><b>From:</b> tea<br><b>Sent:</b> x<br><b>To:</b> Ada<br><b>Subject:</b> vote<br></div><p>301 FOR"),
		"spanish":        parts("multipart/mixed", "Content-Type: text/plain; charset=utf-8\n\n👍 Ada ha reaccionado a tu mensaje:\n\n301 FOR"),
	} {
		l := Parse([]byte(raw), Options{})
		c := theGame()
		c.Rows = []int{301}
		r := Read(l, c)
		if got := effect(l, r); got != "ask reaction" || len(r.Fragments[0].Answers) == 0 || r.Fragments[0].Answers[0] != "301 FOR" {
			t.Errorf("%s: %s %q %+v", name, got, l.Reaction, r.Fragments)
		}
	}
	if got := readText("Ada says she reacted to your message.\n\n301 AGAINST", theGame()); !strings.Contains(got, "ask") && got != "301 against" {
		t.Error(got)
	}
}

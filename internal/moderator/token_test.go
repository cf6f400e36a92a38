package moderator_test

import (
	"testing"

	"nomicmail/internal/moderator"
)

// votesWith writes a vote of Ada's for 301 with the token of a letter, says
// whether it counts, and takes it back.
func (p *post) votesWith(l letter) bool {
	p.Helper()
	vote := func(words string) { p.write("From: ada@example.org\nTo: "+l.replyTo+"\n", words) }
	vote("301 FOR\n")
	counts := p.votes() == adaFor
	if counts {
		vote("301 WITHDRAW\n")
	}
	p.letters()
	return counts
}

// opens the record anew, as the next start of the daemon does.
func (p *post) opens() {
	p.Helper()
	var err error
	if p.m, err = moderator.New(p.book, moderator.Settings{Address: "nomic@nomic.example.org", Delimiter: "+", AuthServer: ourServer}); err != nil {
		p.Fatal(err)
	}
}

// place keeps a secret in the record, "" takes it out.
func (p *post) place(key, secret string) {
	p.Helper()
	if err := p.book.Place(key, secret); err != nil {
		p.Fatal(err)
	}
}

func (p *post) secret(key string) string {
	p.Helper()
	places, err := p.book.Places()
	if err != nil {
		p.Fatal(err)
	}
	return places[key]
}

// makesCup makes another game of Ada's and gives the secret of its tokens.
func (p *post) makesCup() string {
	p.Helper()
	f := moderator.GameFile{
		Name: "cup", Ruleset: "suber-mail.en", Language: "en", Timezone: "UTC",
		Players: []moderator.PlayerFile{{Given: "Ada", Surname: "Quillfeather", Addresses: []string{"ada@example.org"}}},
	}
	if _, err := p.m.Create(f, "org", p.now); err != nil {
		p.Fatal(err)
	}
	return p.secret(moderator.TokenPlace("cup"))
}

// TestTokenOfAnotherGame: games have secrets of their own, so that whoever has
// one's can make no tokens of the other.
func TestTokenOfAnotherGame(t *testing.T) {
	p, q := newPost(t, map[string]string{"trust": "token"}), newPost(t, map[string]string{"trust": "token"})
	here, there := adasLetter(p), adasLetter(q)
	p.is("votes with the token of the same game elsewhere", p.votesWith(there), false)
	p.is("votes with its own", p.votesWith(here), true)

	tea, cup := p.secret(moderator.TokenPlace("tea")), p.makesCup()
	if len(tea) != 64 || len(cup) != 64 || tea == cup {
		t.Errorf("the secrets are %q and %q", tea, cup)
	}
	p.is("the secret of all", p.secret(moderator.SharedTokenPlace), "")
	p.opens()
	p.is("votes after a restart", p.votesWith(here), true)
	p.is("the secret after a restart", p.secret(moderator.TokenPlace("tea")), tea)
}

// TestTokensFromBefore opens a record from when all games had one secret: the
// tokens that were given out count beside those that are given out now, until
// they are renewed, and in a game that is begun after that they do not.
func TestTokensFromBefore(t *testing.T) {
	p := newPost(t, map[string]string{"trust": "token"})
	shared := p.secret(moderator.TokenPlace("tea"))
	before := adasLetter(p)
	p.place(moderator.SharedTokenPlace, shared)
	p.place(moderator.TokenPlace("tea"), "")
	p.opens()
	after := adasLetter(p)
	p.is("the old token in a new letter", before.replyTo == after.replyTo, false)
	p.is("votes with the old token", p.votesWith(before), true)
	p.is("votes with the new one", p.votesWith(after), true)

	p.act("token", "Ada Quillfeather", "")
	renewed := adasLetter(p)
	p.is("votes with the old token, renewed", p.votesWith(before), false)
	p.is("votes with the new one, renewed", p.votesWith(after), false)
	p.is("votes with the newest", p.votesWith(renewed), true)

	p.is("the secrets of a game begun since", len(p.makesCup()), 64)
}

// TestQuestionFromBefore is answered with the token that it was asked with.
func TestQuestionFromBefore(t *testing.T) {
	p := newPost(t, map[string]string{"trust": "token"})
	p.write("From: ada@example.org\n", "301 FOR\n")
	q := p.question("ada@example.org")
	p.place(moderator.SharedTokenPlace, p.secret(moderator.TokenPlace("tea")))
	p.place(moderator.TokenPlace("tea"), "")
	p.opens()
	p.reply(q, "ada@example.org", "1")
	p.is("votes", p.votes(), adaFor)
}

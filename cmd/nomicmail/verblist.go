package main

import "slices"

// verbs is the table, in the order of the help.
func verbs() []verb {
	return slices.Concat(daemonVerbs(), gameVerbs(), recordVerbs(), organiserVerbs(), offlineVerbs(), otherVerbs())
}

func daemonVerbs() []verb {
	return []verb{
		{"demo", "", "a game to try at once: own mail host, made-up players, a page to read their mail", `
Needs no account and no config. The page is where you read and answer the mails
of four made-up players; it is on this machine alone, and all is gone at the end.

  nomicmail demo
  nomicmail demo --script              a whole game by itself, until somebody wins
  nomicmail demo --script --keep tea   and its record kept, for nomicmail record tea --data tea`, demo},
		{"init", "", "from nothing to a game: ask what is needed, try the login, write the config", `
Asks for the mailbox, logs in, sends a mail to itself, and then makes a game and
invites its players. Nothing is written before the end, and a config that is
there stays. Without a terminal it takes the answers from flags or from a file
with a line each: key = value, where the keys are the flags' names.

  nomicmail init
  nomicmail init --answers answers.txt --password-file secret
  nomicmail init --address nomic@example.org --password-command "pass nomic" \
      --organiser org@example.org --game tea --player "Ada QUILLFEATHER <ada@example.org>"`, setupVerb},
		{"serve", "", "read mail, play it, answer: the daemon", `
Runs until it is told to stop (SIGTERM, or ^C). It needs a config with the mail
accounts; "nomicmail check" tries them first.

  nomicmail serve --config /etc/nomicmail/config.toml`, serve},
		{"check", "", "log in everywhere, send a mail to yourself, say what is right and what is not", `
Reads the config and its passwords, logs in to both mail servers, looks at the
folders, the clock and the data folder, and sends a mail to itself, with a tag
too, which it removes again. Nothing else is changed.

  nomicmail check
  nomicmail check --logins     without the mail`, check},
		{"unit", "", "print a systemd unit for this config", `
The daemon gets no more rights than it needs. With --packaged it is the file
packaging/nomicmail.service, for the usual places.

  nomicmail unit --config /home/ada/nomic/config.toml | sudo tee /etc/systemd/system/nomicmail.service`, printUnit},
		{"config", "", "print a config with every key explained", `
  nomicmail config > config.toml`, bare(printConfig)},
	}
}

func gameVerbs() []verb {
	return []verb{
		{"game new", "[NAME]", "make a game, by name or out of a game file", `
A game made by name has no players yet: add them, or let them join by mail.
docs/run.md shows a game file.

  nomicmail game new tea --organiser org@example.org
  nomicmail game new --file tea.toml`, newGame},
		{"game list", "", "all games, whose turn it is and what they wait for", `
  nomicmail game list --json`, listGames},
		{"game show", "GAME", "how a game stands", `
With --json it is the object that "replay --json" prints.

  nomicmail game show tea`, showGame},
		{"game start", "GAME", "begin the first turn", `
  nomicmail game start tea`, actOn("start")},
		{"game pause", "GAME [WHY...]", "stop all deadlines of a game", `
  nomicmail game pause tea because of the holidays`, actOn("pause")},
		{"game resume", "GAME", "end a pause: deadlines move by the time that has passed", `
  nomicmail game resume tea`, actOn("resume")},
		{"player add", "GAME WHO...", "enter a player", `
The surname in capitals, and all of it in quotes because of the < and >.

  nomicmail player add tea "Ada QUILLFEATHER <ada@example.org>"`, addPlayer},
		{"player list", "GAME", "the players in turn order, with points and addresses", `
  nomicmail player list tea`, listPlayers},
		{"player remove", "GAME NAME...", "take a player out of the game", `
Everything is as if the player had forfeited, and all are told who did it and why.

  nomicmail player remove tea Bob because he asked to by telephone`, actOn("remove")},
		{"player replace", "GAME PLAYER by WHO", "give a player's seat to somebody else, who is asked first", `
The seat changes hands when the substitute answers yes to the letter. Points,
turn and votes go along, and all are told who did it and why.

  nomicmail player replace tea Bob by "Eve FENNIMORE <eve@example.org>" --why "Bob has moved away"`, playerReplace},
		{"player address", "GAME NAME HOW ADDRESS", "add an address of a player's, or remove one", `
HOW is add or remove. The player is told at every address, the old and the new.

  nomicmail player address tea Ada add ada@example.net`, playerAddress},
		{"player token", "GAME NAME...", "make a player's reply token another", `
For a token that somebody else has: old letters can then be answered as before,
but by their token alone nobody is believed any more.

  nomicmail player token tea Ada`, playerToken},
		{"organiser add", "GAME ADDRESS [WHY...]", "let one more person organise a game", `
All organisers of a game have the same rights, by mail too, and every act is
told to all with the name of whoever did it. Those of the config organise every
game.

  nomicmail organiser add tea dan@example.org because of the holidays`, actOn("organiser add")},
		{"organiser list", "GAME", "who may organise a game", `
  nomicmail organiser list tea`, listOrganisers},
		{"organiser remove", "GAME ADDRESS [WHY...]", "take an organiser off the list again", `
  nomicmail organiser remove tea dan@example.org`, actOn("organiser remove")},
		{"list add", "GAME ADDRESS ROLE [ID] [by HOST...]", "say that a game is played on a mailing list, and what that is for", `
ROLE is actions (what is said there has force), reports (official letters go
there) or talk. ID is the list's List-Id, where the address does not tell it. What
a HOST says about who wrote to the list is believed: see docs/threats.md. For a list
that is known already this says how it is now. nomicmail game show has all lists.

  nomicmail list add pond pond-actions@lists.example.org actions by lists.example.org`, actOn("list add")},
		{"list remove", "GAME ADDRESS [WHY...]", "say that a game is played on a list no more", `
  nomicmail list remove pond pond-talk@lists.example.org`, actOn("list remove")},
	}
}

func recordVerbs() []verb {
	return []verb{
		{"record", "GAME", "what happened, entry by entry", `
With --json each entry is one line, with its hash and its events.

  nomicmail record tea --from 40`, showRecord},
		{"verify", "[WHAT...]", "prove that the record is as it was written, or the count of sealed votes", `
Reckons every hash anew, of the entries, the mails and the letters, and tells
each game again from its entries. It says where a byte is wrong.

With --ballots it proves sealed votes: that every seal is opened by its ballot,
that none is there twice and none is missing that was published while the vote
ran, and that the sums are right. GAME is a game that is kept here, all its votes
or the one on a proposal. Anybody can do the same without the game, with letters
as they were saved or copied: the result, and receipts or reminders, whose lists
of seals it is compared with. The record of an export does as well.

  nomicmail verify
  nomicmail verify --ballots tea 301
  nomicmail verify --ballots result.eml receipt.eml
  nomicmail verify --ballots result.txt --key 9f86d081884c7d659a2feaa0c55ad015`, verify},
		{"backup", "FILE", "copy the whole record, while the daemon runs", `
The copy is the record at one moment, and proved. It is not written over a file
that is there. With - it goes to standard output, unproved. With --with-config
it is all that another machine needs, the password too if that lies in a file.

  nomicmail backup /var/backups/nomic-$(date +%F).db
  nomicmail backup --with-config moving.nomicmail`, backup},
		{"restore", "FILE", "put a copy in the place of the record", `
The daemon must be stopped. The record that is there is kept beside the new one.
When serve starts, it reads again the mails that came since the copy was made.
A backup that was made --with-config brings its config along.

  nomicmail restore /var/backups/nomic-2026-03-01.db
  nomicmail restore --from-mail weekly.eml
  nomicmail restore moving.nomicmail --config /etc/nomicmail/config.toml`, restore},
		{"export", "GAME DIR", "all of a game as text and mbox, in a new folder", `
Rules, scores and history to read, the record as lines of JSON, every mail and
letter, and the game file. "replay" plays it again.

  nomicmail export tea tea-export
  nomicmail replay tea-export/tea.toml tea-export`, exportGame},
		{"site", "DIR", "the games as web pages, for any host of files", `
The pages are those that serve shows under [web] in the config. They are written
into a folder of their own; the next time only what has changed is written, and
pages that are gone are removed.

  nomicmail site /var/www/nomic
  nomicmail site /var/www/nomic --base https://nomic.example.org/`, writeSite},
		{"rules", "GAME [NUMBER]", "the ruleset now or as it was, or what has changed", `
  nomicmail rules tea
  nomicmail rules tea 203
  nomicmail rules tea --at 2026-03-01
  nomicmail rules tea --diff 2026-03-01     what has changed since
  nomicmail rules tea --diff 40             or since entry 40
  nomicmail rules tea --why goal            which rule answers, and why the others lose
  nomicmail rules tea --history             what became of every proposal`, showRules},
		{"outbox", "", "letters that are not delivered yet, and why", `
  nomicmail outbox`, listOutbox},
		{"outbox retry", "ID", "try a letter again at once", `
ID is the letter's Message-ID or the beginning of it.

  nomicmail outbox retry tea.41`, markLetter(false)},
		{"outbox drop", "ID", "give a letter up", `
  nomicmail outbox drop tea.41`, markLetter(true)},
	}
}

func organiserVerbs() []verb {
	return []verb{
		{"extend", "GAME WHEN...", "move the running deadline, or the ends of votes side by side", `
By a length from the deadline that runs, or to a time in the game's zone. Where
votes run side by side, numbers or a distribution say which.

  nomicmail extend tea 2d because the mail server was down
  nomicmail extend tea until 2026-03-01 20:00
  nomicmail extend pond 1001-1003 by 7 days
  nomicmail extend pond distribution 2 until 2026-03-01`, actOn("extend")},
		{"award", "GAME NAME POINTS...", "give or take points by hand", `
  nomicmail award tea Ada 3 because rule 202 was reckoned wrongly`, actOn("award")},
		{"undo", "GAME ENTRY [WHY...]", "take an entry back and tell anew what followed it", `
Shows every score, rule and turn that this would change, and asks first.
"nomicmail record" lists the entries.

  nomicmail undo tea 41 because the vote was Bob's
  nomicmail undo tea 41 as 301 AGAINST because it was misread`, undo},
		{"deny", "GAME CLAIM [WHY...]", "let a resolution stand of which a player claims that it is wrong", `
  nomicmail deny pond 1 because the ballot said FOR`, actOn("deny")},
		{"uphold", "GAME CLAIM [WHY...] BALLOT...", "put ballots right and count the vote again", `
Shows what else this would change, and asks first; then every player gets a
revised resolution. Each ballot is an argument of its own, "none" is no ballot.

  nomicmail uphold pond 1 because I mistyped "Cem: 1001 AGAINST"
  nomicmail uphold pond 1,2 "Cem: 1001 AGAINST" "Dov: none"`, uphold},
		{"announce", "GAME WORDS...", "tell all players something", `
  nomicmail announce tea The server moves on Sunday.`, actOn("announce")},
		{"as", "PLAYER GAME WORDS...", "enter what a player said by another way; the player gets a copy", `
  nomicmail as Ada tea "301 FOR"`, as},
		{"held", "[GAME]", "what waits for a person", `
  nomicmail held`, showHeld},
		{"settle", "GAME WHAT...", "decide what waits: words by number, a win, or a rule's clause", `
  nomicmail settle tea 3 2                  the second answer is what the words held as 3 mean
  nomicmail settle tea 3 301 FOR            or these words are
  nomicmail settle tea 3 drop               or nothing
  nomicmail settle tea win Ada because she reached it first
  nomicmail settle tea rule 208 because text and clause agree`, actOn("settle")},
	}
}

func offlineVerbs() []verb {
	return []verb{
		{"parse", "FILE...", "how mails are read, nothing changed", `
Several files are read in their order as one mailbox. Without a game, --open
names the proposals that are open, and --answers the letter of ours that is
answered.

  nomicmail parse --open 301-303 --json reply.eml`, parse},
		{"replay", "GAME.toml MAILS", "play a folder, Maildir or mbox of mails offline", `
The mails' own receive times are the clock; deadlines pass between them and up
to --until. Nothing is sent: --outbox keeps what would have been.

A folder made by "export" is played with all that was not mail, too, and must
come to the end that its record tells.

  nomicmail replay tea.toml mails/ --json
  nomicmail replay tea.toml mails.mbox --outbox out.mbox`, replay},
		{"import", "NAME DIR", "make a game file out of a nomic that is played elsewhere", `
Takes its rules as list rulesets print them ("Rule 105/3 (Power=2)", a title, the
text, "History:"), in one text or a file each; a line for each player; and the
proposals of the pool and those being voted on. Rules and proposals keep their
numbers. Nothing is guessed: what cannot be read is named with its file and line.

  players.txt:   Ada Quillfeather (Quill)  ada@example.org  since 1995-03-02
  open.txt:      ID: 1003
                 Title: Tea
                 Author: Ada Quillfeather
                 Adoption index: 1.0
                 Distributed: 2026-01-05 12:00

                 enact
                 There is tea at four.
                 ----

  nomicmail import pond pond-files --rules rules.txt --players players.txt --proposals open.txt \
      --organiser org@example.org --officers bram@example.org --clauses list.en --shadow`, importGame},
		{"shadow", "GAME", "what the officers of a game have counted otherwise than it is counted here", `
For a game that others run and that is only followed. Differences come first,
each with the mails it rests on; then what could not be read for certain; then
what is the same. With --archive GAME is a game file, nothing else is needed and
nothing is kept: the mails' own receive times are the clock.

  nomicmail shadow tea.toml --archive list.mbox
  nomicmail shadow tea --json`, shadowVerb},
		{"letters", "[NAME]", "every letter with made-up data", `
  nomicmail letters
  nomicmail letters ballot --html > ballot.html`, letters},
		{"customs", "[NAME]", "what can be set about a game, strict and friendly", `
docs/customs.md tells more. A game file sets them under [customs], a rule's clause
by the same names, and init by --custom NAME=VALUE.

  nomicmail customs
  nomicmail customs vote_period`, listCustoms},
		{"ruleset list", "", "the built-in rulesets", `
  nomicmail ruleset list`, listRulesets},
		{"ruleset show", "NAME", "a ruleset as its file has it", `
  nomicmail ruleset show suber-mail.en > ours.md`, showRuleset},
		{"ruleset check", "FILE", "say all that is wrong with a ruleset file", `
  nomicmail ruleset check ours.md`, checkRuleset},
		{"ruleset import", "FILE", "make a ruleset file out of rules in plain text", `
Rules are told by their numbers, in any usual form, encoding and language; what
stands above and below them is left out. What was done, what is doubtful and
what is missing stands on standard error. --clauses attaches the clauses of
another ruleset, by number.

  nomicmail ruleset import rules.txt > ours.md
  nomicmail ruleset import rules.txt --clauses suber-mail.en > ours.md`, importRuleset},
		{"ruleset diff", "A B", "how two rulesets differ: rules, kinds, texts, clauses", `
Each is the name of a built-in ruleset or a file.

  nomicmail ruleset diff suber-mail.en ours.md
  nomicmail ruleset diff suber-mail.en suber-mail.hu --mechanics`, diffRulesets},
	}
}

func otherVerbs() []verb {
	return []verb{
		{"completion", "SHELL", "print the completions for bash, zsh or fish", `
  source <(nomicmail completion bash)
  nomicmail completion fish > ~/.config/fish/completions/nomicmail.fish`, bare(completion)},
		{"version", "", "which program this is", `
  nomicmail version --json`, showVersion},
		{"help", "[VERB...]", "all verbs, or one of them", `
  nomicmail help game new
  nomicmail help --man | man -l -`, help},
	}
}

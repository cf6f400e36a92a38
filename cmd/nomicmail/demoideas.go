package main

// idea is a rule that somebody may think of. Later, when it is not "", is what
// the rule may be amended to.
type idea struct{ title, text, clause, later string }

// demoIdeas are what the made-up players propose. Some of them have a clause,
// so that the game is played otherwise once they are adopted.
var demoIdeas = []idea{
	{
		title: "The teapot",
		text:  "The mover looks after the teapot. Whoever asks the mover for tea\nis given a cup, if only in words.",
		later: "The mover looks after the teapot and after the milk. Whoever asks\nthe mover for tea is given a cup, if only in words, and is asked\nabout the milk.",
	},
	{
		title: "The almanac",
		text:  "Whoever has a proposal adopted writes one line about the weather\ninto the almanac.",
		later: "Whoever has a proposal adopted writes one line about the weather\ninto the almanac. A line about the weather indoors will do in\nwinter.",
	},
	{
		title: "The cat",
		text:  "There is a cat. It belongs to nobody, and it may sleep on any rule\nit likes.",
		later: "There are two cats. They belong to nobody, and they may sleep on\nany rule they like, but not on the same one.",
	},
	{
		title: "A biscuit for the baker",
		text:  "Whoever has a proposal adopted receives one point more, for the\nbiscuit.",
		clause: `def when_adopted(vote):
    award(vote.proposer, 1)`,
	},
	{
		title:  "No dawdling",
		text:   "A vote runs for four days and not longer.",
		clause: `vote_period = days(4)`,
	},
	{
		title: "Hats",
		text:  "Whoever votes against a proposal is thought of as wearing a hat\nuntil the next vote.",
		later: "Whoever votes against a proposal is thought of as wearing a tall\nhat until the next vote. Whoever votes for it may keep an\numbrella.",
	},
	{
		title: "The gong",
		text:  "When a vote is over, somebody strikes the gong. Whoever hears it\nmay say so.",
	},
	{
		title: "Sundays",
		text:  "On a Sunday nobody is asked to hurry.",
		later: "On a Sunday, and on the afternoon before it, nobody is asked to\nhurry.",
	},
	{
		title: "The guest book",
		text:  "Everybody who has won a game of this kind before may sign the\nguest book. The others may read it.",
	},
	{
		title: "Lost property",
		text:  "A rule that was repealed is kept in the box for lost property.\nWhoever misses it may propose it again under a better title.",
		later: "A rule that was repealed is kept in the box for lost property,\nwith the date. Whoever misses it may propose it again under a\nbetter title.",
	},
	{
		title: "A consolation",
		text:  "Whoever makes a proposal that is defeated receives two points, as\na consolation.",
		clause: `def when_defeated(vote):
    award(vote.proposer, 2)`,
	},
	{
		title: "The map",
		text:  "There is a map of this game. Whatever is not on it is thought to\nlie a little further to the north.",
	},
	{
		title: "Good manners",
		text:  "A mail that begins with a greeting is read with more pleasure than\none that does not.",
	},
	{
		title: "The lighthouse",
		text:  "Once in a circuit, each player may declare that it is foggy. The\nlighthouse is then lit.",
		later: "Once in a circuit, each player may declare that it is foggy. The\nlighthouse is then lit, and burns until somebody says that the fog\nhas gone.",
	},
	{
		title: "Toasts",
		text:  "Each full circuit is closed with a toast to whoever has the fewest\npoints.",
	},
	{
		title: "The ladder",
		text:  "The ladder in the library may be moved by anyone, but only in the\ndirection in which it leans.",
	},
	{
		title: "Marmalade",
		text:  "Marmalade is a kind of jam for the purposes of these rules, and\nfor no others.",
	},
	{
		title: "The spare room",
		text:  "The spare room stands ready for a fifth player. Until one comes,\nit is where the papers are put.",
	},
}

// The changes that the made-up players make to the rules of the initial set.
var (
	shorterGame = idea{
		title:  "How many points win",
		text:   "Whoever is first to reach 100 positive points is the winner, in a\ngame by mail as in any other.",
		clause: "goal = 100",
	}
	gentlerDefeat = idea{
		title: "The price of defeat",
		text:  "Whoever made a proposal that is defeated loses 5 points.",
		clause: `def when_defeated(vote):
    award(vote.proposer, -5)`,
	}
)

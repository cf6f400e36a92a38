package clause

// What a clause may be and do. A clause comes by mail from anybody who may
// propose, and the daemon runs it: nothing in it may cost more than a moment.
const (
	maxSource  = 4000   // bytes of a clause, and of a value written by Format
	maxNesting = 100    // levels of one definition, blocks and brackets together
	maxChain   = 20     // definitions that need each other in a row
	maxSteps   = 10_000 // steps of one run
	maxBits    = 512    // of a numerator or a denominator
	maxDigits  = 30     // of a number written in a clause
	maxText    = 1000   // bytes of a text
	maxItems   = 100    // things in a list that a clause makes, lists within it included
	maxDepth   = 8      // lists within lists
)

package store

// The buckets and what lies in them. A number in a key is eight bytes, most
// significant first, so that keys sort as numbers do; 0 is a zero byte, which
// no game's name contains.
const (
	metaBucket     = "meta"     // "format": [format]; "sequence": the last number given out
	entriesBucket  = "entries"  // game 0 n: an entry as package record writes it
	headsBucket    = "heads"    // game: n and hash of its last entry
	inputsBucket   = "inputs"   // hash: what is known of an input, without its bytes
	rawsBucket     = "raws"     // hash: the bytes of an input
	arrivalsBucket = "arrivals" // game 0 sequence: hash of an input
	idsBucket      = "ids"      // SHA-256 of a Message-ID, hash of an input: nothing
	lettersBucket  = "letters"  // Message-ID: a letter without its body
	bodiesBucket   = "bodies"   // hash: a letter as sent
	postedBucket   = "posted"   // game 0 sequence: Message-ID of a letter
	waitingBucket  = "waiting"  // sequence: Message-ID of a letter that is not done with
	placesBucket   = "places"   // key: value, for whoever must find a place again
)

var buckets = []string{
	metaBucket, entriesBucket, headsBucket, inputsBucket, rawsBucket, arrivalsBucket, idsBucket,
	lettersBucket, bodiesBucket, postedBucket, waitingBucket, placesBucket,
}

var (
	formatKey   = []byte("format")
	sequenceKey = []byte("sequence")
)

// engine keeps buckets of keys and values, in the order of the keys. Views must
// be short and must not be nested in updates.
type engine interface {
	view(func(txn) error) error
	// update applies all that its function puts, or nothing when that fails.
	update(func(txn) error) error
	// snapshot is everything as it is now, read past the engine where that is
	// possible, for [Store.Verify].
	snapshot(func(source) error) error
	close() error
}

// txn sees a database at one moment. What it returns is valid within it only.
type txn interface {
	get(bucket string, key []byte) []byte // nil when there is none
	put(bucket string, key, value []byte) error
	delete(bucket string, key []byte) error
	// ascend visits keys from a key on until visit says no.
	ascend(bucket string, from []byte, visit func(key, value []byte) bool)
}

// source is a database as Verify reads it: it survives any damage.
type source interface {
	values() int     // how many there are in all
	faults() []Fault // of what holds the values
	each(bucket string, visit func(key, value []byte))
}

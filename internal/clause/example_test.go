package clause_test

import (
	"fmt"
	"math/big"

	"nomicmail/internal/clause"
)

func whole(n int64) clause.Value { return clause.Number{R: big.NewRat(n, 1)} }

// A player starts with half of an even share of the goal, to the nearest whole
// number, less the points he or she has.
func ExampleProgram_Run() {
	names := clause.Names{
		Defines: map[string][]int{"goal": {-1}, "start_of": {1}},
		Known:   []string{"players_count"},
	}
	program, err := clause.Parse(`
goal = 200
_share = goal / players_count

def start_of(points):
    return nearest(_share / 2) - points
`, names)
	if err != nil {
		fmt.Println(err)
		return
	}
	env := clause.Env{Values: map[string]clause.Value{"players_count": whole(3)}}
	fmt.Println(program.Run("goal", env))
	fmt.Println(program.Run("start_of", env, whole(10)))
	// Output:
	// 200 <nil>
	// 23 <nil>
}

func ExampleParse_refused() {
	names := clause.Names{Defines: map[string][]int{"goal": {-1}}}
	_, err := clause.Parse("# To win sooner.\ngaol = 150", names)
	fmt.Println(err)
	fmt.Println(err.(*clause.Error).Hint)
	// Output:
	// line 2, column 1: "gaol" is not a name that the game asks for; a name of your own begins with _
	// goal
}

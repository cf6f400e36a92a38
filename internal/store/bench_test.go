package store

import (
	"fmt"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
)

// BenchmarkCommit commits one mail after another, and as many at once as 64
// games would.
func BenchmarkCommit(b *testing.B) {
	b.Run("memory", func(b *testing.B) { commits(b, Memory()) })
	b.Run("disk", func(b *testing.B) { commits(b, open(b, filepath.Join(b.TempDir(), "nomicmail.db"))) })
	b.Run("disk 64 at once", func(b *testing.B) {
		s := open(b, filepath.Join(b.TempDir(), "nomicmail.db"))
		var games atomic.Int64
		b.SetParallelism(max(1, 64/runtime.GOMAXPROCS(0)))
		b.RunParallel(func(pb *testing.PB) {
			game, n := fmt.Sprint("game", games.Add(1)), 0
			for ; pb.Next(); n++ {
				if err := s.Commit(commit(game, uint64(n), n)); err != nil {
					b.Error(err)
					return
				}
			}
		})
		perSecond(b)
	})
}

func commits(b *testing.B, s *Store) {
	for n := 0; b.Loop(); n++ {
		must(b, s.Commit(commit("tea", uint64(n), n)))
	}
	perSecond(b)
}

func perSecond(b *testing.B) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
}

package main

import (
	"context"
	"flag"
	"runtime"
	"runtime/debug"
)

// build is which program this is.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// thisBuild reads what the Go tool wrote into the program.
func thisBuild() build {
	b := build{Version: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			b.Revision = s.Value + b.Revision
		case s.Key == "vcs.modified" && s.Value == "true":
			b.Revision += " and changes"
		}
	}
	return b
}

func showVersion(f *flag.FlagSet) action {
	asJSON := jsonFlag(f)
	return func(_ context.Context, c *call) error {
		b := thisBuild()
		if *asJSON {
			return printJSON(c.out, b)
		}
		c.printf("nomicmail %s (%s), %s, %s\n", b.Version, orDash(b.Revision), b.Go, b.Platform)
		return nil
	}
}

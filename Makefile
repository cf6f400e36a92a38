# make test   everything that has to pass, with what it needs installed first
# make check  the same, and the race detector over all packages
# make bench  figures

.PHONY: build test check bench example

build:
	go build -o bin/nomicmail ./cmd/nomicmail

test:
	./test.sh

check: test
	go mod verify
	go test -race ./...

bench:
	go test -run '^$$' -bench . -benchmem ./...

# the example config is printed by the program; a test compares the two
example:
	go run ./cmd/nomicmail config > config.example.toml

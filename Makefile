# make test   builds, vets and runs all tests
# make check  what has to pass before a change lands: test.sh, and the race detector
# make bench  figures: replay, the store, the parser

.PHONY: build test check bench example

build:
	go build -o bin/nomicmail ./cmd/nomicmail

test:
	go build ./...
	go vet ./...
	go test ./...

check:
	./test.sh
	go mod verify
	go test -race ./...

bench:
	go test -run '^$$' -bench . -benchmem ./...

# What the program prints about itself, beside which tests hold it: the example
# config and the list of verbs in the README.
example:
	go run ./cmd/nomicmail config > config.example.toml.new
	mv config.example.toml.new config.example.toml
	go test ./cmd/nomicmail -run TestReadmeListsTheVerbs -update

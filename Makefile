# make test   builds, vets and runs all tests
# make check  what has to pass before a change lands: test.sh, and the race detector
# make bench  figures: replay, the store, the parser
# make install PREFIX=/usr/local DESTDIR=   program, manual pages, completions, unit

.PHONY: build test check bench example install

PREFIX ?= /usr/local

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

# All that a package has in it. What is made by the program itself is made by
# bin/nomicmail, so that it is of the same version.
install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	install -d $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d $(DESTDIR)$(PREFIX)/lib/systemd/system
	install -m 0755 bin/nomicmail $(DESTDIR)$(PREFIX)/bin/
	bin/nomicmail help --man > $(DESTDIR)$(PREFIX)/share/man/man1/nomicmail.1
	bin/nomicmail help --man config > $(DESTDIR)$(PREFIX)/share/man/man5/nomicmail.toml.5
	bin/nomicmail completion bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/nomicmail
	bin/nomicmail completion zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_nomicmail
	bin/nomicmail completion fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/nomicmail.fish
	install -m 0644 packaging/nomicmail.service $(DESTDIR)$(PREFIX)/lib/systemd/system/

# What the program prints about itself, beside which tests hold it: the example
# config and the list of verbs in the README.
example:
	go run ./cmd/nomicmail config > config.example.toml.new
	mv config.example.toml.new config.example.toml
	go run ./cmd/nomicmail unit --packaged > nomicmail.service.new
	mv nomicmail.service.new packaging/nomicmail.service
	go test ./cmd/nomicmail -run 'TestReadmeListsTheVerbs|TestCustomsPage' -update

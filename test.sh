#!/usr/bin/env bash
# The whole test: what it needs is installed first (Debian packages for the real
# mail servers and the list manager Mailman, and chromium, npm and poppler-utils for
# the pages, when this runs as root; Go tools and axe-core at fixed versions by the go
# command and npm), then formatting, vet, staticcheck, all tests, the pages in
# Chromium, and the demo.
#
# Without root the tests against real Dovecot, Postfix and Mailman are left out, and
# this says so, as it does where Chromium or npm is not there; with CI=true that is a
# failure.
set -euo pipefail
cd "$(dirname "$0")"

staticcheck=honnef.co/go/tools/cmd/staticcheck@v0.8.2
govulncheck=golang.org/x/vuln/cmd/govulncheck@v1.9.0

say() { printf '== %s\n' "$*"; }

# provide COMMAND=PACKAGE...: installs the Debian packages of the commands that are not
# there. A command that is there stays: an npm from elsewhere conflicts with Debian's.
provide() {
  local pair missing=()
  for pair in "$@"; do
    command -v "${pair%%=*}" >/dev/null || missing+=("${pair#*=}")
  done
  [ ${#missing[@]} = 0 ] && return
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

if [ "$(id -u)" = 0 ]; then
  say "mail servers and a list manager for the tests"
  bash scripts/mailhost.sh install
  bash scripts/mailinglist.sh install
  say "Chromium and npm, for the tests of the pages"
  provide chromium=chromium npm=npm pdftotext=poppler-utils
  say "shells and a reader of manual pages"
  provide mandoc=mandoc zsh=zsh fish=fish
elif [ "${CI:-}" = true ]; then
  echo "test.sh: the tests with real mail servers need root" >&2; exit 1
else
  say "not root: the tests with real mail servers are left out"
fi

say "format"
unformatted=$(gofmt -l $(git ls-files '*.go'))
[ -z "$unformatted" ] || { echo "gofmt these: $unformatted" >&2; exit 1; }

say "vet"
go vet ./...

say "staticcheck"
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
GOBIN=$tools go install "$staticcheck"
"$tools/staticcheck" ./...

say "known vulnerabilities"
GOBIN=$tools go install "$govulncheck"
code=0
timeout 120 "$tools/govulncheck" ./... || code=$?
case $code in
  0) ;;
  3) echo "test.sh: known vulnerabilities were found" >&2; exit 1 ;;
  *) say "the vulnerability database cannot be reached from here: not checked" ;;
esac

say "tests"
go test -timeout 30m ./...

say "what is installed"
make -s install DESTDIR="$tools/root" PREFIX=/usr
[ "$(find "$tools/root" -type f | wc -l)" = 7 ]
rm -rf bin

say "our reading beside a library's"
(cd internal/parser/benchmark && go vet ./... && go test -bench . -benchtime 5x ./...)

say "the pages in Chromium"
if [ -x /usr/bin/chromium ] && command -v npm >/dev/null; then
  (cd internal/web/browser && npm ci --silent --ignore-scripts --no-audit --no-fund && go vet ./... && go test ./...)
elif [ "${CI:-}" = true ]; then
  echo "test.sh: the tests of the pages need chromium and npm" >&2; exit 1
else
  say "chromium or npm is not here: the tests of the pages are left out"
fi

say "a game from the first proposal to the win"
go run ./cmd/nomicmail demo --script >/dev/null

say "everything passed"

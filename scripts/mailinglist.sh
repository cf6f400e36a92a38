#!/usr/bin/env bash
# mailinglist.sh - a REAL list manager (Mailman 3 core, without its web pages) beside scripts/mailhost.sh.
#
#   mailinglist.sh install   apt-get the Debian package (root; does nothing when it is there)
#   mailinglist.sh start     make the lists of $MAILINGLIST_LISTS, start Mailman, wait until it takes mail
#   mailinglist.sh digests   send the digests that have gathered
#   mailinglist.sh log       print the ends of its logs
#   mailinglist.sh status    exit 0 when its master lives
#   mailinglist.sh stop      stop it and its runners (the lists stay)
#
# $MAILINGLIST_LISTS is a file of JSON: see scripts/mailinglist.py, which makes the lists.
# $MAILHOST_DIR, $MAILHOST_BASE and $MAILHOST_DOMAIN are those of the mail host, which must have been
# started with MAILHOST_LISTS=yes: its Postfix brings us what is for lists.$MAILHOST_DOMAIN.
#
# Every command may be run twice. No systemd, nothing below /etc is read or written after
# 'install', and every listener is on 127.0.0.1. For lists that rewrite From, Mailman asks DNS for the author's
# DMARC policy; it waits 0.1 s for that and goes on without. All of it runs as Debian's user list.
set -euo pipefail
umask 022

T=${MAILHOST_DIR:-/tmp/nm-mailhost}
B=${MAILHOST_BASE:-14000}
DOMAIN=${MAILHOST_DOMAIN:-example.test}
L=$T/list
P_SMTP=$((B+25)) P_LISTS=$((B+26))
HERE=$(cd "$(dirname "$0")" && pwd)
say() { echo "mailinglist: $*" >&2; }

do_install() {
  [ ! -x /usr/lib/mailman3/bin/master ] || { say "the package is there"; return; }
  export DEBIAN_FRONTEND=noninteractive
  # no package may start a daemon of its own
  local lent=
  if [ ! -e /usr/sbin/policy-rc.d ]; then printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d; chmod 755 /usr/sbin/policy-rc.d; lent=1; fi
  apt-get update -qq
  # its database is a file here: dbconfig must not make one below /var/lib
  echo "mailman3 mailman3/dbconfig-install boolean false" | debconf-set-selections
  apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-unsafe-io mailman3 >/dev/null
  [ -z "$lent" ] || rm -f /usr/sbin/policy-rc.d
}

aslist() { setpriv --reuid list --regid list --clear-groups -- env HOME="$L" "$@"; }

conf() {
  install -d -o list -g list "$L" "$L/var"
  cat >"$L/mailman.cfg" <<X
[mailman]
site_owner: postmaster@$DOMAIN
layout: own
# tasks are for old entries of its database
run_tasks_every: 1d
[paths.own]
var_dir: $L/var
bin_dir: /usr/lib/mailman3/bin
[mta]
incoming: mailman.mta.null.NullMTA
lmtp_host: 127.0.0.1
lmtp_port: $P_LISTS
smtp_host: 127.0.0.1
smtp_port: $P_SMTP
[dmarc]
resolver_timeout: 0.1s
resolver_lifetime: 0.1s
org_domain_data_url: file:///usr/lib/python3/dist-packages/mailman/rules/data/public_suffix_list.dat
[runner.master]
sleep_time: 0.1s
[runner.bounces]
sleep_time: 0.1s
$(for r in archive nntp rest task retry; do printf '[runner.%s]\nstart: no\n' $r; done)
[archiver.prototype]
enable: no
X
}

master() { # -> the pid of its master, when that lives
  local p; [ -r "$L/var/master.pid" ] || return 1; p=$(tr -cd 0-9 <"$L/var/master.pid")
  [ -n "$p" ] && grep -qz "$L/mailman.cfg" "/proc/$p/cmdline" 2>/dev/null && lives "$p" && echo "$p"
}
lives() { # PID; a process that has ended may wait long for a lazy init to notice
  local s; s=$(cat "/proc/$1/stat" 2>/dev/null) || return 1; s=${s##*) }; [ "${s%% *}" != Z ]
}
taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

do_start() {
  master >/dev/null && return
  ! taken $P_LISTS || { say "port $P_LISTS is taken: set MAILHOST_BASE"; return 1; }
  conf
  if [ ! -e "$L/made" ]; then
    aslist /usr/bin/python3 "$HERE/mailinglist.py" "$L/mailman.cfg" <"${MAILINGLIST_LISTS:?}"
    touch "$L/made"
  fi
  # not our output: a daemon that holds a caller's pipe would keep the caller waiting
  aslist /usr/lib/mailman3/bin/master -C "$L/mailman.cfg" </dev/null >>"$L/start" 2>&1 &
  local pid=$! i
  for i in $(seq 3600); do
    ! taken $P_LISTS || return 0
    lives $pid || break
    sleep 0.05
  done
  say "it takes no mail"; do_log; return 1
}

do_stop() { # TERM makes the master end its runners, and wait for them
  local p i; p=$(master) || return 0
  kill "$p" 2>/dev/null || true
  for i in $(seq 300); do lives "$p" || return 0; sleep 0.1; done
  kill -9 "$p" $(pgrep -u list -f "$L/mailman.cfg") 2>/dev/null || true
}
do_log() { tail -n 25 "$L/start" "$L"/var/logs/*.log 2>/dev/null || true; }

case "${1:-}" in
  install) do_install ;;
  start) do_start ;;
  digests) aslist /usr/bin/mailman -C "$L/mailman.cfg" digests --send ;;
  stop) do_stop ;;
  status) master >/dev/null ;;
  log) do_log ;;
  *) sed -n '2,10p' "$0" >&2; exit 2 ;;
esac

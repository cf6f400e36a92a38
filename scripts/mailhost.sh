#!/usr/bin/env bash
# mailhost.sh - a REAL mail host (Dovecot + Postfix) on loopback for integration tests.
#
#   mailhost.sh install   apt-get the Debian packages (root; does nothing when they are there)
#   mailhost.sh start     write config below $MAILHOST_DIR, start both, wait until every port answers
#   mailhost.sh env       print KEY=VALUE lines a test can eval / parse
#   mailhost.sh jwt USER [SECONDS]   print a signed token for XOAUTH2 / OAUTHBEARER (may be negative: expired)
#   mailhost.sh log       print the ends of both logs
#   mailhost.sh status    exit 0 when both masters live
#   mailhost.sh stop [dovecot|postfix]   stop both, or one, by pid (state stays, so that a restart keeps the mail)
#   mailhost.sh clean     stop, then delete $MAILHOST_DIR
#
# Test knobs: MAILHOST_MAXSIZE (552 over it), MAILHOST_MAXCONN ([LIMIT]), MAILHOST_FAILDELAY, MAILHOST_IDLE,
#   MAILHOST_OUTBOUND (default_transport), MAILHOST_SMTPUTF8, MAILHOST_LISTS (what is for lists.$MAILHOST_DOMAIN
#   goes to scripts/mailinglist.sh); recipients @bounce.test, @defer.test, @discard.test;
#   drop a user's IMAP connections:  doveadm -c $MAILHOST_DIR/d/dovecot.conf kick USER
#   new UIDVALIDITY:  rm -f $MAILHOST_DIR/mail/USER/Maildir/dovecot-uidlist $MAILHOST_DIR/mail/USER/Maildir/dovecot.index*
#   empty the queue:  postsuper -c $MAILHOST_DIR/p/etc -d ALL
# Every command may be run twice. No systemd, nothing below /etc is read or written after
# 'install', and every listener is on 127.0.0.1. Two instances live side by side when they
# have different MAILHOST_DIR and MAILHOST_BASE.
#
# What runs as whom, when started by root (CI):
#   Dovecot   wholly as $MAILHOST_USER (default nobody), master included: it is "rootless"
#   Postfix   master as root (Postfix refuses anything else), the services as user postfix
# Started by another user, Dovecot alone comes up (IMAP, LMTP, ManageSieve, no SMTP); feed it by LMTP.
set -euo pipefail
umask 022

T=${MAILHOST_DIR:-/tmp/nm-mailhost}      # keep it SHORT: unix sockets below it must stay under 108 bytes,
                                          # and every parent must be o+x (NOT below Go's t.TempDir(): that is 0700)
B=${MAILHOST_BASE:-14000}                 # ports are B+143 ...
DOMAIN=${MAILHOST_DOMAIN:-example.test}
USERS=${MAILHOST_USERS:-"game alice bob carol dave erin frank moderator"}   # password of each: pw-NAME
HOST=mail.$DOMAIN
P_IMAP=$((B+143)) P_IMAPS=$((B+993)) P_LMTP=$((B+24)) P_SIEVE=$((B+190))
P_SMTP=$((B+25)) P_SUB=$((B+587)) P_SUBS=$((B+465))
ME=$(id -u)
if [ "$ME" = 0 ]; then RUNAS=${MAILHOST_USER:-nobody}; else RUNAS=$(id -un); fi
RUNGRP=$(id -gn "$RUNAS")
say() { echo "mailhost: $*" >&2; }

# ---------------------------------------------------------------- install
PKGS="dovecot-core dovecot-imapd dovecot-lmtpd dovecot-sieve dovecot-managesieved postfix openssl"
do_install() {
  local miss=() p
  for p in $PKGS; do dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || miss+=("$p"); done
  [ ${#miss[@]} = 0 ] && { say "packages are there"; return; }
  export DEBIAN_FRONTEND=noninteractive
  # Postfix must not ask questions, and no package may start a daemon of its own: where nothing
  # forbids that yet, a policy-rc.d does for the time of the install.
  echo "postfix postfix/main_mailer_type select No configuration" | debconf-set-selections
  local lent=
  if [ ! -e /usr/sbin/policy-rc.d ]; then printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d; chmod 755 /usr/sbin/policy-rc.d; lent=1; fi
  # unsafe-io: dpkg's fsyncs are most of the install's time on this disk
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-unsafe-io "${miss[@]}" >/dev/null
  [ -z "$lent" ] || rm -f /usr/sbin/policy-rc.d
}

# ---------------------------------------------------------------- TLS: one CA and one certificate
make_tls() {
  [ -s "$T/tls/server.crt" ] && return
  mkdir -p "$T/tls"; (
  cd "$T/tls"
  openssl ecparam -name prime256v1 -genkey -noout -out ca.key
  openssl req -x509 -new -key ca.key -sha256 -days 3650 -subj "/CN=nomicmail test CA" -out ca.crt 2>/dev/null
  openssl ecparam -name prime256v1 -genkey -noout -out server.key
  openssl req -new -key server.key -subj "/CN=$HOST" -out server.csr 2>/dev/null
  printf 'subjectAltName=DNS:%s,DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n' "$HOST" >ext
  openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -sha256 -days 825 -extfile ext -out server.crt 2>/dev/null
  cat server.crt ca.crt >chain.crt; chmod 644 server.key )   # test keys: readable by both daemons
}

# ---------------------------------------------------------------- Dovecot
dovecot_conf() {
  mkdir -p "$T/d" "$T/mail" "$T/oauth/keys/default/HS256" "$T/run" "$T/sieve" "$T/log"
  : >"$T/d/users"; local u
  for u in $USERS; do echo "$u:{PLAIN}pw-$u::::::" >>"$T/d/users"; done
  # key for locally validated tokens: keys/<azp or default>/<ALG>/<kid or default>, the file is base64
  [ -s "$T/oauth/secret" ] || openssl rand -hex 32 | tr -d '\n' >"$T/oauth/secret"
  base64 -w0 <"$T/oauth/secret" >"$T/oauth/keys/default/HS256/default"
  cat >"$T/d/oauth2.conf" <<X
introspection_mode = local
local_validation_key_dict = fs:posix:prefix=$T/oauth/keys/
username_attribute = sub
X
  cat >"$T/d/dovecot.conf" <<X
instance_name = mailhost-$B
base_dir = $T/run
state_dir = $T/d
# rootless: all processes as the one user, no chroots, no VSZ surprises
default_internal_user = $RUNAS
default_internal_group = $RUNGRP
default_login_user = $RUNAS
service anvil       {
  chroot =
  # no penalty for wrong passwords: tests have many
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login  {
  chroot =
  inet_listener imap {
    port = $P_IMAP
  }
  inet_listener imaps {
    port = $P_IMAPS
    ssl = yes
  }
  process_min_avail = 1
  service_count = 0
}
service managesieve-login {
  chroot =
  inet_listener sieve {
    port = $P_SIEVE
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = $P_LMTP
  }
}
service auth {
  unix_listener auth-smtp {
    mode = 0666
  }
}
listen = 127.0.0.1
protocols = imap lmtp sieve
log_path = $T/log/dovecot.log
log_timestamp = "%Y-%m-%d %H:%M:%S "
auth_verbose = yes
# TLS. Note: a client whose address equals the server's counts as secure, so plain LOGIN works on
# 127.0.0.1 without TLS; connect FROM 127.0.0.2 to see LOGINDISABLED / PRIVACYREQUIRED as in real life.
ssl = yes
disable_plaintext_auth = yes
ssl_cert = <$T/tls/chain.crt
ssl_key = <$T/tls/server.key
ssl_min_protocol = TLSv1.2
# users
auth_mechanisms = plain login xoauth2 oauthbearer
auth_username_format = %Ln
auth_failure_delay = ${MAILHOST_FAILDELAY:-0}
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = $T/d/oauth2.conf
}
passdb {
  driver = passwd-file
  args = username_format=%Ln $T/d/users
}
userdb {
  driver = passwd-file
  args = username_format=%Ln $T/d/users
  override_fields = uid=$RUNAS gid=$RUNGRP home=$T/mail/%Ln
}
# mail: \$T/mail/USER/Maildir
mail_location = maildir:~/Maildir
mail_fsync = never
mail_plugin_dir = /usr/lib/dovecot/modules
first_valid_uid = 1
namespace inbox {
  inbox = yes
  separator = /
  mailbox Drafts {
    auto = subscribe
    special_use = \Drafts
  }
  mailbox Sent {
    auto = subscribe
    special_use = \Sent
  }
  mailbox Trash {
    auto = subscribe
    special_use = \Trash
  }
  mailbox Junk {
    auto = subscribe
    special_use = \Junk
  }
}
recipient_delimiter = +
mail_max_userip_connections = ${MAILHOST_MAXCONN:-20}
imap_idle_notify_interval = ${MAILHOST_IDLE:-2 mins}
protocol lmtp {
  mail_plugins = sieve
  postmaster_address = postmaster@$DOMAIN
  # how a vacation script's answers go out
  submission_host = 127.0.0.1:$P_SMTP
}
plugin {
  sieve = file:~/sieve;active=~/.dovecot.sieve
}
X
}

# run a command as $RUNAS with nothing inherited
asuser() { if [ "$ME" = 0 ]; then setpriv --reuid "$RUNAS" --regid "$RUNGRP" --clear-groups -- "$@"; else "$@"; fi; }

# ---------------------------------------------------------------- Postfix
postfix_conf() {
  mkdir -p "$T/p/etc" "$T/p/spool/pid" "$T/p/data" "$T/p/log"
  chown postfix "$T/p/data"
  # the queue folders, as 'postfix check' would make them (that takes 1 s, and 'postfix start' 2.6 s)
  local q; ( cd "$T/p/spool"
    for q in active bounce corrupt defer deferred flush hold incoming private saved trace; do install -d -o postfix -m 700 $q; done
    install -d -o postfix -g postdrop -m 730 maildrop; install -d -o postfix -g postdrop -m 710 public )
  local u; : >"$T/p/etc/mailboxes"
  for u in $USERS postmaster; do echo "$u@$DOMAIN ok"; done >"$T/p/etc/mailboxes"
  echo "postmaster@$DOMAIN moderator@$DOMAIN" >"$T/p/etc/aliases"
  printf 'bounce.test lmtp:inet:127.0.0.1:%s\ndefer.test smtp:[127.0.0.1]:1\ndiscard.test discard:\n' $P_LMTP >"$T/p/etc/transport"
  [ -z "${MAILHOST_LISTS:-}" ] || echo "lists.$DOMAIN lmtp:inet:127.0.0.1:$((B+26))" >>"$T/p/etc/transport"
  cat >"$T/p/etc/main.cf" <<X
compatibility_level = 3.7
queue_directory = $T/p/spool
data_directory = $T/p/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = $T/p/log/maillog
maillog_file_prefixes = $T
myhostname = $HOST
myorigin = $DOMAIN
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
# nobody relays by address: even loopback has to authenticate, as in real life
mynetworks = 127.255.255.254/32
# every client here has one of our own addresses: do not let Postfix "complete" headers of mail from the MX port
local_header_rewrite_clients = permit_sasl_authenticated
mydestination =
relay_domains = ${MAILHOST_LISTS:+lists.$DOMAIN}
alias_maps =
alias_database =
local_recipient_maps =
biff = no
recipient_delimiter = +
# Dovecot 2.3's LMTP has no SMTPUTF8: a mail sent with it would bounce after it was taken
smtputf8_enable = ${MAILHOST_SMTPUTF8:-no}
message_size_limit = ${MAILHOST_MAXSIZE:-20480000}
virtual_mailbox_domains = $DOMAIN
virtual_mailbox_maps = texthash:$T/p/etc/mailboxes
virtual_alias_maps = texthash:$T/p/etc/aliases
virtual_transport = lmtp:inet:127.0.0.1:$P_LMTP
# no DNS, and no mail leaves: any other domain is refused at RCPT TO with 550 5.1.2, but
#   anyone@bounce.test is taken and then bounces (a real DSN comes back to the sender)
#   anyone@defer.test  is taken and stays in the queue (4.4.1), anyone@discard.test is taken and dropped
transport_maps = texthash:$T/p/etc/transport
disable_dns_lookups = yes
smtp_host_lookup = native
smtp_dns_support_level = disabled
default_transport = ${MAILHOST_OUTBOUND:-error:5.1.2 this test host sends nothing outside}
# AUTH by Dovecot, TLS by our CA
smtpd_sasl_type = dovecot
smtpd_sasl_path = $T/run/auth-smtp
smtpd_tls_cert_file = $T/tls/chain.crt
smtpd_tls_key_file = $T/tls/server.key
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_delay_reject = yes
# a test host: retry soon, no anvil limits
minimal_backoff_time = 2s
maximal_backoff_time = 10s
queue_run_delay = 2s
smtpd_client_connection_count_limit = 0
smtpd_client_connection_rate_limit = 0
in_flow_delay = 0
smtpd_error_sleep_time = 0
X
  cat >"$T/p/etc/master.cf" <<X
# service type private unpriv chroot wakeup maxproc command
127.0.0.1:$P_SMTP inet n - n - - smtpd
127.0.0.1:$P_SUB  inet n - n - - smtpd
  -o syslog_name=postfix/submission
  -o smtpd_tls_security_level=encrypt
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
127.0.0.1:$P_SUBS inet n - n - - smtpd
  -o syslog_name=postfix/submissions
  -o smtpd_tls_wrappermode=yes
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
relay     unix - - n - - smtp
showq     unix n - n - - showq
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
lmtp      unix - - n - - lmtp
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
X
}

# ---------------------------------------------------------------- start / stop
lives() { # PID; a process that has ended may wait long for a lazy init to notice
  local s; s=$(cat "/proc/$1/stat" 2>/dev/null) || return 1; s=${s##*) }; [ "${s%% *}" != Z ]
}
pid_of() { # FILE NAME -> pid, when it lives and is that program
  local p; [ -r "$1" ] || return 1; p=$(tr -cd 0-9 <"$1")
  [ -n "$p" ] && [ "$(cat "/proc/$p/comm" 2>/dev/null)" = "$2" ] && lives "$p" && echo "$p"
}
d_pid() { pid_of "$T/run/master.pid" dovecot; }
p_pid() { pid_of "$T/p/spool/pid/master.pid" master; }
wait_port() { local i; for i in $(seq 200); do (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return; sleep 0.05; done; say "port $1 stays shut"; do_log; return 1; }
taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

do_start() {
  mkdir -p "$T"; chmod 755 "$T"
  if ! d_pid >/dev/null; then
    taken $P_IMAP && { say "port $P_IMAP is taken: set MAILHOST_BASE"; return 1; }
    make_tls; dovecot_conf
    [ "$ME" != 0 ] || chown -R "$RUNAS:$RUNGRP" "$T/run" "$T/d" "$T/mail" "$T/oauth" "$T/log" "$T/sieve"
    # not our output: a daemon that holds a caller's pipe would keep the caller waiting
    asuser dovecot -c "$T/d/dovecot.conf" </dev/null >>"$T/log/start" 2>&1 || { cat "$T/log/start" >&2; return 1; }
  fi
  if [ "$ME" = 0 ] && ! p_pid >/dev/null; then
    postfix_conf
    # Postfix rereads any file younger than 2 s in a loop until it has "cooled down": backdate them
    touch -d '1 minute ago' "$T/p/etc/"*
    # master itself instead of 'postfix start': same daemon, same pid file, no shell wrapper. -w waits until it is up.
    /usr/lib/postfix/sbin/master -c "$T/p/etc" -w </dev/null >>"$T/p/log/start" 2>&1 || { cat "$T/p/log/start" >&2; do_log; return 1; }
  fi
  local p; for p in $P_IMAP $P_IMAPS $P_LMTP $P_SIEVE; do wait_port $p; done
  [ "$ME" != 0 ] || for p in $P_SMTP $P_SUB $P_SUBS; do wait_port $p; done
}
masters() { # [NAME] -> the pids of both masters, or of one
  case "${1:-}" in postfix) ;; *) d_pid || true ;; esac
  case "${1:-}" in dovecot) ;; *) p_pid || true ;; esac
}
do_stop() { # TERM both at once, then wait; KILL what still lives after 10 s
  local p i left; local -a pids
  mapfile -t pids < <(masters "$@")
  [ ${#pids[@]} = 0 ] && return 0
  kill "${pids[@]}" 2>/dev/null || true
  for i in $(seq 100); do
    left=; for p in "${pids[@]}"; do ! lives "$p" || left=1; done
    [ -z "$left" ] && return 0; sleep 0.1
  done
  kill -9 "${pids[@]}" 2>/dev/null || true
}
do_status() { d_pid >/dev/null && { [ "$ME" != 0 ] || p_pid >/dev/null; }; }
do_log() { tail -n 25 "$T/log/dovecot.log" "$T/p/log/maillog" 2>/dev/null || true; }
do_env() { cat <<X
MAILHOST_DIR=$T
MAILHOST_DOMAIN=$DOMAIN
MAILHOST_CA=$T/tls/ca.crt
MAILHOST_IMAP=127.0.0.1:$P_IMAP
MAILHOST_IMAPS=127.0.0.1:$P_IMAPS
MAILHOST_LMTP=127.0.0.1:$P_LMTP
MAILHOST_SIEVE=127.0.0.1:$P_SIEVE
MAILHOST_SMTP=127.0.0.1:$P_SMTP
MAILHOST_SUBMISSION=127.0.0.1:$P_SUB
MAILHOST_SUBMISSIONS=127.0.0.1:$P_SUBS
MAILHOST_USERS="$USERS"
X
}
b64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
do_jwt() { # USER [SECONDS]
  local now h b; now=$(date +%s)
  h=$(printf '{"alg":"HS256","typ":"JWT"}' | b64url)
  b=$(printf '{"sub":"%s","iat":%d,"nbf":%d,"exp":%d,"iss":"mailhost"}' "$1" $((now-86400)) $((now-86400)) $((now+${2:-3600})) | b64url)
  printf '%s.%s.%s\n' "$h" "$b" "$(printf '%s.%s' "$h" "$b" | openssl dgst -sha256 -hmac "$(cat "$T/oauth/secret")" -binary | b64url)"
}
case "${1:-}" in
  install) do_install ;;
  start) do_start ;;
  stop) shift; do_stop "$@" ;;
  status) do_status ;;
  env) do_env ;;
  jwt) shift; do_jwt "$@" ;;
  log) do_log ;;
  clean) do_stop; rm -rf "$T" ;;
  *) sed -n '2,11p' "$0" >&2; exit 2 ;;
esac

package main

import (
	"context"
	"flag"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"text/template"
)

// unit is what differs between one installation's systemd unit and another's.
type unit struct {
	Program, Config, Data string // paths
	User, Group           string
	Usual                 bool   // the record is where systemd makes a folder for it
	Credential            string // the file with the password, if systemd hands it over
	Home                  string // ProtectHome
}

// packagedUnit is packaging/nomicmail.service.
var packagedUnit = unit{
	Program: "/usr/local/bin/nomicmail", Config: "/etc/nomicmail/config.toml", Data: "/var/lib/nomicmail", Usual: true,
	User: "nomicmail", Group: "nomicmail", Credential: "/etc/nomicmail/password", Home: "yes",
}

// printUnit prints the unit for a config that is there.
func printUnit(f *flag.FlagSet) action {
	w := whereFlags(f)
	name := f.String("user", "", "the `USER` that the daemon runs as; without it whoever owns the config, and never root")
	packaged := f.Bool("packaged", false, "the unit for the usual places, without looking at any config")
	return func(_ context.Context, c *call) error {
		if *packaged {
			return packagedUnit.write(c)
		}
		cfg, err := w.load(false)
		if err != nil {
			return err
		}
		u, err := unitOf(cfg, *name)
		if err != nil {
			return err
		}
		return u.write(c)
	}
}

// unitOf is the unit of an installation.
func unitOf(cfg *config, name string) (unit, error) {
	u := packagedUnit
	var err error
	if u.Config, err = filepath.Abs(cfg.path); err != nil {
		return u, err
	}
	if u.Data, err = filepath.Abs(cfg.Data); err != nil {
		return u, err
	}
	u.Usual = u.Data == packagedUnit.Data
	if u.Program, err = os.Executable(); err != nil {
		u.Program = packagedUnit.Program
	}
	u.Credential = ""
	if strings.HasPrefix(cfg.Mail.IMAP.PasswordFile, credentials) {
		u.Credential = filepath.Join(filepath.Dir(u.Config), strings.TrimPrefix(cfg.Mail.IMAP.PasswordFile, credentials))
	}
	for _, path := range []string{u.Config, u.Data, u.Program} {
		if hasPrefix(path, "/home/", "/root/") {
			u.Home = "read-only"
		}
	}
	u.User, u.Group, err = daemonUser(u.Config, name)
	return u, err
}

// daemonUser is who runs the daemon, with the group.
func daemonUser(config, name string) (who, group string, err error) {
	if name == "" {
		name, err = ownerOf(config)
	}
	if err != nil || name == "root" {
		return "", "", fault{"the daemon needs no root, and " + config + " belongs to root",
			"make a user for it and name it: useradd --system nomicmail; nomicmail unit --user nomicmail. The data folder must be that user's"}
	}
	found, err := user.Lookup(name)
	if err != nil {
		return "", "", fault{"there is no user " + name, "make it: sudo useradd --system --home-dir /var/lib/nomicmail --shell /usr/sbin/nologin " + name}
	}
	if g, err := user.LookupGroupId(found.Gid); err == nil {
		return name, g.Name, nil
	}
	return name, found.Gid, nil
}

func (u unit) write(c *call) error {
	return template.Must(template.New("unit").Parse(unitText)).Execute(c.out, u)
}

const unitText = `# The daemon with the least rights it can work with. docs/run.md tells how to
# put this file, the config and the password in their places. "nomicmail unit"
# prints it for other places and another user.

[Unit]
Description=Moderator of Nomic games by mail
After=network-online.target time-sync.target
Wants=network-online.target

[Service]
Type=notify
ExecStart={{.Program}} serve --config {{.Config}}
# It ends by itself when its disk is read-only or broken. The pauses grow, where
# systemd knows how (254 and later).
Restart=on-failure
RestartSec=10
RestartSteps=8
RestartMaxDelaySec=15min
TimeoutStopSec=60
# The daemon says all the time that it lives; when it has been silent this long,
# it is stuck and is started anew.
WatchdogSec=300

# Its own user, so that the verbs work the same with and without the daemon:
# sudo -u {{.User}} nomicmail game list
User={{.User}}
Group={{.Group}}
{{if .Usual}}StateDirectory=nomicmail
StateDirectoryMode=0700
{{else}}ReadWritePaths={{.Data}}
{{end}}UMask=0077

{{if .Credential}}# The password lies in a file that only root reads. The config calls the copy
# that the daemon gets $CREDENTIALS_DIRECTORY/password.
LoadCredential=password:{{.Credential}}
{{end}}
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome={{.Home}}
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=pid
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`

module nomicmail/internal/web/browser

go 1.26.0

require (
	github.com/chromedp/cdproto v0.160.1
	github.com/chromedp/chromedp v0.23.1
	nomicmail v0.0.0
)

require (
	github.com/ProtonMail/go-crypto v1.5.2 // indirect
	github.com/aymanbagabas/go-udiff v0.4.1 // indirect
	github.com/cloudflare/circl v1.6.3 // indirect
	github.com/emersion/go-message v0.18.2 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3 // indirect
	go.etcd.io/bbolt v1.5.0 // indirect
	go.starlark.net v0.0.0-20260908191801-89a6a09411d5 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.44.0 // indirect
)

replace nomicmail => ../../..

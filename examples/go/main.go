// An application that signs users in with a code by email.
package main

import (
	"cmp"
	"embed"
	"errors"
	"html/template"
	"log"
	"net/http"
	"os"

	"github.com/descope/go-sdk/descope"
	"github.com/descope/go-sdk/descope/client"
)

//go:embed pages.html
var files embed.FS

var pages = template.Must(template.ParseFS(files, "pages.html"))

type app struct {
	latchkey *client.DescopeClient
}

func main() {
	latchkey, err := client.NewWithConfig(&client.Config{
		ProjectID:      os.Getenv("PROJECT_ID"),
		DescopeBaseURL: cmp.Or(os.Getenv("BASE_URL"), "http://localhost:8080"),
		// The SDK puts both tokens into cookies that scripts cannot read.
		SessionJWTViaCookie:      true,
		SessionJWTCookieSameSite: http.SameSiteLaxMode,
	})
	if err != nil {
		log.Fatal(err)
	}
	app := app{latchkey}

	mux := http.NewServeMux()
	mux.Handle("GET /{$}", http.RedirectHandler("/account", http.StatusSeeOther))
	mux.HandleFunc("GET /login", app.showLogin)
	mux.HandleFunc("POST /login", app.sendCode)
	mux.HandleFunc("POST /verify", app.verifyCode)
	mux.HandleFunc("GET /account", app.requireSession(app.showAccount))
	mux.HandleFunc("POST /logout", app.logout)

	address := "localhost:" + cmp.Or(os.Getenv("PORT"), "3000")
	log.Println("http://" + address)
	// Rejects forms of other sites.
	log.Fatal(http.ListenAndServe(address, http.NewCrossOriginProtection().Handler(mux)))
}

func (a app) showLogin(w http.ResponseWriter, _ *http.Request) {
	show(w, http.StatusOK, "login", map[string]string{})
}

func (a app) sendCode(w http.ResponseWriter, r *http.Request) {
	email := r.FormValue("email")
	_, err := a.latchkey.Auth.OTP().SignUpOrIn(r.Context(), descope.MethodEmail, email, nil)
	if err != nil {
		refuse(w, "login", email, err)
		return
	}
	show(w, http.StatusOK, "code", map[string]string{"Email": email})
}

func (a app) verifyCode(w http.ResponseWriter, r *http.Request) {
	email, code := r.FormValue("email"), r.FormValue("code")
	_, err := a.latchkey.Auth.OTP().VerifyCode(r.Context(), descope.MethodEmail, email, code, w)
	if err != nil {
		refuse(w, "code", email, err)
		return
	}
	http.Redirect(w, r, "/account", http.StatusSeeOther)
}

// requireSession lets signed-in users through, and renews the session when its session JWT has expired.
func (a app) requireSession(next func(http.ResponseWriter, *http.Request, *descope.Token)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ok, token, err := a.latchkey.Auth.ValidateAndRefreshSessionWithRequest(r, w)
		if !ok || err != nil {
			http.Redirect(w, r, "/login", http.StatusSeeOther)
			return
		}
		next(w, r, token)
	}
}

func (a app) showAccount(w http.ResponseWriter, _ *http.Request, token *descope.Token) {
	show(w, http.StatusOK, "account", map[string]string{"UserID": token.ID})
}

func (a app) logout(w http.ResponseWriter, r *http.Request) {
	// An error means that the session had already ended.
	if err := a.latchkey.Auth.Logout(r, w); err != nil {
		log.Println(err)
	}
	http.Redirect(w, r, "/login", http.StatusSeeOther)
}

func refuse(w http.ResponseWriter, page, email string, err error) {
	message := "Latchkey cannot be reached"
	var refusal *descope.Error
	if errors.As(err, &refusal) {
		message = cmp.Or(refusal.Message, refusal.Description)
	}
	show(w, http.StatusUnauthorized, page, map[string]string{"Email": email, "Error": message})
}

func show(w http.ResponseWriter, status int, page string, data map[string]string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	if err := pages.ExecuteTemplate(w, page, data); err != nil {
		log.Println(err)
	}
}

package issuer

import (
	"context"
	"errors"
	"net/http"
	"net/url"
)

// authorize is the page that a client sends a person to. Its address holds the whole
// request, so nothing is stored before the person has signed in, and each step checks
// all of it again:
//
//	GET                 sign in, or consent if that was done
//	POST act=sign-in    a code or a password; then GET
//	POST act=sign-out   for another account; then GET
//	POST act=allow      a code for the client
//	POST act=deny       access_denied for the client
func (i *Issuer) authorize(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodPost {
		w.Header().Set("Allow", "GET, POST")
		i.page(w, http.StatusMethodNotAllowed, message{Title: "Nothing to do here", Text: "Start in the app that you want to connect."})
		return
	}
	req, err := i.parseRequest(r)
	var wrong *problem
	if errors.As(err, &wrong) {
		where, _ := destination(wrong.back)
		i.page(w, http.StatusBadRequest, message{Title: "This can't be connected", Text: wrong.text, Back: wrong.back, Where: where})
		return
	}
	var v visitor
	if err == nil {
		v, err = i.visitor(w, r)
	}
	if err == nil {
		if r.Method == http.MethodPost {
			err = i.act(w, r, req, v)
		} else {
			i.show(w, http.StatusOK, req, v, signInPage{})
		}
	}
	if err != nil {
		i.fail(w, r, err)
	}
}

// show shows the page that is next; signIn has what a person typed before.
func (i *Issuer) show(w http.ResponseWriter, status int, req *request, v visitor, signIn signInPage) {
	if v.account.id == "" {
		signIn.Client, signIn.Action, signIn.Token = req.client.Name, i.again(req), v.token()
		i.page(w, status, signIn)
		return
	}
	where, own := destination(req.redirectURI)
	i.page(w, status, consentPage{
		Client: req.client.Name, Where: where, OwnComputer: own, Known: known(req.client), Email: v.account.email,
		Allows: i.opts.meanings(req.scopes), Action: i.again(req), Token: v.token(),
	})
}

// again is the address of the page for the same request.
func (i *Issuer) again(req *request) string { return i.at.Path + "/authorize?" + req.query }

// known says how much is known about the client.
func known(c Client) string {
	switch c.origin {
	case published:
		u, err := url.Parse(c.ID)
		if err != nil {
			return ""
		}
		return u.Host + " vouches for this app."
	case registered:
		return "The app gave itself this name, and no one has checked it."
	}
	return "Whoever runs this server has set up this app."
}

func (i *Issuer) act(w http.ResponseWriter, r *http.Request, req *request, v visitor) error {
	again := i.again(req)
	if err := r.ParseForm(); err != nil || i.origin.Check(r) != nil || !v.sent(r.PostForm.Get("token")) {
		i.page(w, http.StatusForbidden, message{Title: "This page is out of date", Text: "Nothing was done. Open it again.", Again: again})
		return nil
	}
	act := r.PostForm.Get("act")
	if act == "sign-in" {
		return i.signIn(w, r, req, v)
	}
	if act == "sign-out" || v.account.id == "" {
		if err := i.endSession(r.Context(), v.cookie); err != nil {
			return err
		}
		http.Redirect(w, r, again, http.StatusSeeOther) //nolint:gosec // our own page
		return nil
	}
	answer := url.Values{"error": {"access_denied"}}
	if act == "allow" {
		if r.PostForm.Get("scopes") == firstAlone {
			req.scopes = req.scopes[:1]
		}
		code, err := i.addGrant(r.Context(), req, v.account)
		if err != nil {
			return err
		}
		answer = url.Values{"code": {code}}
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, i.answerURL(req, answer), http.StatusSeeOther) //nolint:gosec // the client's own address
	return nil
}

// The one answer to everything that can be wrong, so that it doesn't say whether there
// is such an account.
const (
	codeFault = "That didn't work. Check the address and the code: a code works once, and for an hour. " +
		"Whoever runs this server can make a new one."
	passwordFault = "That didn't work. Check the address and the password. " +
		"After many attempts, wait 15 minutes or ask for a one-time code."
)

func (i *Issuer) signIn(w http.ResponseWriter, r *http.Request, req *request, v visitor) error {
	a, ok, err := i.authenticate(r)
	if err != nil {
		return err
	}
	if !ok {
		again := signInPage{Fault: codeFault, Email: r.PostForm.Get("email")}
		if byPassword(r) {
			again.Fault, again.ByPassword = passwordFault, true
		}
		i.show(w, http.StatusForbidden, req, visitor{cookie: v.cookie}, again)
		return nil
	}
	cookie, err := i.addSession(r.Context(), a)
	if err != nil {
		return err
	}
	i.setCookie(w, cookie)
	http.Redirect(w, r, i.again(req), http.StatusSeeOther) //nolint:gosec // our own page
	return nil
}

// byPassword reports how a person signs in. Browsers may fill in a password that the
// person doesn't see, so a code comes first.
func byPassword(r *http.Request) bool {
	return r.PostForm.Get("password") != "" && r.PostForm.Get("code") == ""
}

// authenticate finds out who has filled in the form. A right code lets in at any time:
// no one guesses it, so a limit would only give strangers a way to lock a person out.
// A password is looked at while there is room for an attempt, for which a wrong code
// counts too.
func (i *Issuer) authenticate(r *http.Request) (a account, ok bool, err error) {
	ctx, form := r.Context(), r.PostForm
	email, known := normalEmail(form.Get("email"))
	var c credentials
	if known {
		if c, err = i.credentials(ctx, email); err != nil {
			return account{}, false, err
		}
	}
	may := c.id != "" && i.opts.MaySignIn(ctx, c.email)
	network, bucket := networkBucket("sign-in", i.opts.Address(r)), accountBucket(email)
	if !byPassword(r) && may && matchesCode(c.code, form.Get("code")) {
		if ok, err := i.redeem(ctx, c.account, form.Get("code")); ok || err != nil {
			return c.account, ok, err
		}
	}
	allowed, err := i.attempt(ctx, limit{network, attemptsByAddress}, limit{bucket, attemptsByAccount})
	if err != nil || !allowed || !byPassword(r) {
		return account{}, false, err
	}
	ok, err = i.matches(ctx, c.password, form.Get("password"))
	if err != nil || !ok || !may {
		return account{}, false, err
	}
	return c.account, true, i.store.write(ctx, func(t tx) error {
		if err := t.exec("UPDATE attempts SET count = count - 1 WHERE bucket = $1", network); err != nil {
			return err
		}
		return t.forget(bucket)
	})
}

// credentials are an account and what lets it in, zero if there is none.
type credentials struct {
	account

	password string // its hash, "" if there is none
	code     []byte // its hash, nil if there is none
}

func (i *Issuer) credentials(ctx context.Context, email string) (c credentials, err error) {
	_, err = i.store.row(ctx, `SELECT id, email, coalesce(password, ''), CASE WHEN code_expires > $1 THEN code END FROM accounts WHERE email = $2`,
		[]any{i.now().Unix(), email}, &c.id, &c.email, &c.password, &c.code)
	return c, err
}

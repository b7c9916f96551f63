package oauth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

// TestA5_Claims has each claim right, wrong, missing and at its limit.
func TestA5_Claims(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	v := iss.verifier(t, nil)
	now := iss.clock.now().Unix()
	for name, tc := range map[string]struct {
		changes map[string]any
		want    error
	}{
		"good":                         {nil, nil},
		"other issuer":                 {map[string]any{"iss": "https://evil.example.com"}, oauth.ErrInvalidToken},
		"issuer with a slash":          {map[string]any{"iss": iss.URL + "/"}, oauth.ErrInvalidToken},
		"no issuer":                    {map[string]any{"iss": nil}, oauth.ErrInvalidToken},
		"other audience":               {map[string]any{"aud": "https://other.example.com/mcp"}, oauth.ErrInvalidToken},
		"audience without the path":    {map[string]any{"aud": "https://mcp.example.com"}, oauth.ErrInvalidToken},
		"audience with a slash":        {map[string]any{"aud": resource + "/"}, oauth.ErrInvalidToken},
		"one of several audiences":     {map[string]any{"aud": []string{"account", resource}}, nil},
		"none of several audiences":    {map[string]any{"aud": []string{"account"}}, oauth.ErrInvalidToken},
		"no audience":                  {map[string]any{"aud": nil}, oauth.ErrInvalidToken},
		"empty audiences":              {map[string]any{"aud": []string{}}, oauth.ErrInvalidToken},
		"audience of another type":     {map[string]any{"aud": 7}, oauth.ErrInvalidToken},
		"expired within the skew":      {map[string]any{"exp": now - 60}, nil},
		"expired":                      {map[string]any{"exp": now - 61}, oauth.ErrInvalidToken},
		"no expiry":                    {map[string]any{"exp": nil}, oauth.ErrInvalidToken},
		"expiry of another type":       {map[string]any{"exp": "tomorrow"}, oauth.ErrInvalidToken},
		"valid soon, within the skew":  {map[string]any{"nbf": now + 60}, nil},
		"not valid yet":                {map[string]any{"nbf": now + 61}, oauth.ErrInvalidToken},
		"no start":                     {map[string]any{"nbf": nil}, nil},
		"issued in the future":         {map[string]any{"iat": now + 61}, oauth.ErrInvalidToken},
		"no subject":                   {map[string]any{"sub": nil}, oauth.ErrInvalidToken},
		"empty subject":                {map[string]any{"sub": ""}, oauth.ErrInvalidToken},
		"refresh token":                {map[string]any{"typ": "Refresh"}, oauth.ErrInvalidToken},
		"offline token":                {map[string]any{"typ": "Offline"}, oauth.ErrInvalidToken},
		"refresh token by type":        {map[string]any{"type": "refresh"}, oauth.ErrInvalidToken},
		"refresh token by token_type":  {map[string]any{"token_type": "refresh_token"}, oauth.ErrInvalidToken},
		"identity token":               {map[string]any{"typ": "ID"}, oauth.ErrInvalidToken},
		"identity token by token_use":  {map[string]any{"token_use": "id"}, oauth.ErrInvalidToken},
		"bearer token of Keycloak":     {map[string]any{"typ": "Bearer"}, nil},
		"access token by token_use":    {map[string]any{"token_use": "access"}, nil},
		"no address":                   {map[string]any{"email": nil}, oauth.ErrNoEmail},
		"empty address":                {map[string]any{"email": ""}, oauth.ErrNoEmail},
		"blank address":                {map[string]any{"email": " "}, oauth.ErrNoEmail},
		"address that is not ASCII":    {map[string]any{"email": "köchin@example.com"}, oauth.ErrNoEmail},
		"address with a line break":    {map[string]any{"email": "a@example.com\r\nX: y"}, oauth.ErrNoEmail},
		"address that is too long":     {map[string]any{"email": strings.Repeat("a", 250) + "@b.c"}, nil},
		"address that is longer":       {map[string]any{"email": strings.Repeat("a", 251) + "@b.c"}, oauth.ErrNoEmail},
		"list of addresses":            {map[string]any{"email": []string{"a@example.com"}}, oauth.ErrNoEmail},
		"address not verified":         {map[string]any{"email_verified": false}, oauth.ErrNoEmail},
		"address of unknown state":     {map[string]any{"email_verified": nil}, oauth.ErrNoEmail},
		"address verified in a string": {map[string]any{"email_verified": "true"}, oauth.ErrNoEmail},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := v.Verify(t.Context(), iss.token(t, tc.changes))
			if !errors.Is(err, tc.want) || (err == nil) != (tc.want == nil) {
				t.Errorf("%v, want %v", err, tc.want)
			}
			if (err != nil) != (got.Subject == "") {
				t.Errorf("%+v with %v", got, err)
			}
		})
	}
}

func TestJWT_Principal(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	expiry := iss.clock.now().Add(time.Hour)
	for name, tc := range map[string]struct {
		changes map[string]any
		options func(*oauth.JWTOptions)
		email   string
		scopes  []string
	}{
		"scope":           {nil, nil, "cook@example.com", []string{"notes:read"}},
		"several":         {map[string]any{"scope": "a  b"}, nil, "cook@example.com", []string{"a", "b"}},
		"scp as a list":   {map[string]any{"scope": nil, "scp": []string{"a", "b"}}, nil, "cook@example.com", []string{"a", "b"}},
		"scp as a string": {map[string]any{"scope": nil, "scp": "a b"}, nil, "cook@example.com", []string{"a", "b"}},
		"no scope":        {map[string]any{"scope": nil}, nil, "cook@example.com", nil},
		"another claim": {map[string]any{"upn": "chef@example.com"},
			func(o *oauth.JWTOptions) { o.EmailClaim = "upn" }, "chef@example.com", []string{"notes:read"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := iss.verifier(t, tc.options).Verify(t.Context(), iss.token(t, tc.changes))
			want := oauth.Principal{Issuer: iss.URL, Subject: "person-1", Email: tc.email, Scopes: tc.scopes, Expiry: expiry}
			if d := cmp.Diff(want, got); d != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, d)
			}
		})
	}
}

// TestA5_Signatures has tokens whose claims are all good.
func TestA5_Signatures(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	v := iss.verifier(t, nil)
	own, claims := iss.key(), iss.claims(nil)
	public := own.Public()
	der, err := x509.MarshalPKIXPublicKey(public.Key)
	if err != nil {
		t.Fatal(err)
	}
	publicJSON, err := json.Marshal(public)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	hmac := func(secret []byte) string {
		key := jose.SigningKey{Algorithm: jose.HS256, Key: jose.JSONWebKey{Key: secret, KeyID: own.KeyID}}
		return sign(t, key, nil, claims)
	}
	es256 := func(key any, header map[string]any) string {
		return sign(t, jose.SigningKey{Algorithm: jose.ES256, Key: key}, header, claims)
	}
	embedded := func() string {
		signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: foreign}, &jose.SignerOptions{EmbedJWK: true})
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(claims)
		signed, err := signer.Sign(text)
		if err != nil {
			t.Fatal(err)
		}
		token, _ := signed.CompactSerialize()
		return token
	}
	good := es256(own, nil)
	parts := strings.Split(good, ".")
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"at+jwt"}`))
	for name, tc := range map[string]struct {
		token string
		ok    bool
	}{
		"good":                          {good, true},
		"no key id":                     {es256(own.Key, nil), true},
		"type JWT":                      {es256(own, map[string]any{"typ": "JWT"}), true},
		"type with application":         {es256(own, map[string]any{"typ": "application/at+jwt"}), true},
		"type of a logout token":        {es256(own, map[string]any{"typ": "logout+jwt"}), false},
		"type of a refresh token":       {es256(own, map[string]any{"typ": "refresh+jwt"}), false},
		"type that is a number":         {es256(own, map[string]any{"typ": 1}), false},
		"critical extension":            {es256(own, map[string]any{"crit": []string{"x"}, "x": 1}), false},
		"alg none":                      {none + "." + parts[1] + ".", false},
		"alg none with a signature":     {none + "." + parts[1] + "." + parts[2], false},
		"HS256 with the public key PEM": {hmac(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})), false},
		"HS256 with the public key DER": {hmac(der), false},
		"HS256 with the public JWK":     {hmac(publicJSON), false},
		"another's key":                 {es256(foreign, nil), false},
		"another's key under our id":    {es256(jose.JSONWebKey{Key: foreign, KeyID: own.KeyID}, nil), false},
		"another's key in the header":   {embedded(), false},
		"unknown key id":                {es256(jose.JSONWebKey{Key: own.Key, KeyID: "nobody"}, nil), false},
		"no signature":                  {parts[0] + "." + parts[1] + ".", false},
		"signature of another":          {parts[0] + "." + parts[1] + "." + strings.Repeat("A", 86), false},
		"two parts":                     {parts[0] + "." + parts[1], false},
		"four parts":                    {good + ".x", false},
		"not a token":                   {"secret", false},
		"empty":                         {"", false},
		"too long":                      {strings.Repeat("a", 16<<10+1), false},
		"JSON":                          {`{"payload":"x"}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := v.Verify(t.Context(), tc.token)
			if tc.ok != (err == nil) || err != nil && !errors.Is(err, oauth.ErrInvalidToken) {
				t.Errorf("%v, accepted should be %v", err, tc.ok)
			}
		})
	}
}

func TestNewJWT_Options(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]oauth.JWTOptions{
		"no issuer":               {Audience: resource},
		"http":                    {Issuer: "http://auth.example.com", Audience: resource},
		"fragment":                {Issuer: "https://auth.example.com/#a", Audience: resource},
		"query":                   {Issuer: "https://auth.example.com/?a", Audience: resource},
		"password":                {Issuer: "https://a:b@auth.example.com", Audience: resource},
		"no audience":             {Issuer: "https://auth.example.com"},
		"loopback that looks it":  {Issuer: "http://127.0.0.1.example.com", Audience: resource},
		"localhost that looks it": {Issuer: "http://localhost.example.com", Audience: resource},
	} {
		if _, err := oauth.NewJWT(o); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for _, issuer := range []string{"https://auth.example.com/", "https://auth.example.com/realms/a", "http://localhost:8080", "http://[::1]:1"} {
		if _, err := oauth.NewJWT(oauth.JWTOptions{Issuer: issuer, Audience: resource}); err != nil {
			t.Errorf("%s: %v", issuer, err)
		}
	}
}

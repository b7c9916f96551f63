package vault

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
)

// tagOf returns the entity tag of a recipe, without quotes: a digest of all that its
// reader sees.
func tagOf(recipe []byte) string {
	sum := sha256.Sum256(recipe)
	return hex.EncodeToString(sum[:16])
}

// tagged adds the tag of the recipe to an answer that holds one.
func tagged(res result, err error) (result, error) {
	if err == nil {
		res.tag = tagOf(res.body)
	}
	return res, err
}

// changed is the answer to a write on the condition that the recipe is one that it isn't.
func changed() *failure {
	return &failure{
		status: http.StatusPreconditionFailed, code: "PRECONDITION_FAILED",
		text: "The recipe is not as it was when it was read.",
	}
}

// checkMatch fails with [changed] if the request has an If-Match that the recipe does not
// meet, and with [notFound] or [crowded] as a read does.
func (t tx) checkMatch() error {
	if t.match == nil {
		return nil
	}
	recipe, err := t.details()
	if err == nil && !matches(t.match, tagOf(recipe)) {
		err = changed()
	}
	return err
}

// matches reports whether a tag is among those of If-Match. A proxy that compresses
// answers makes their tags weak or adds to them; the recipe is the same.
func matches(headers []string, tag string) bool {
	for sent := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		sent = strings.TrimSpace(sent)
		if sent == "*" || strings.HasPrefix(strings.TrimPrefix(sent, "W/"), `"`+tag) {
			return true
		}
	}
	return false
}

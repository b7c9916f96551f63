package install

import (
	"reflect"
	"regexp"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/config"
)

const quotationMarks = "\"'`“”„‘’«»"

// slip says what is wrong with an answer that isn't usable. The person was asked for
// an address or a key, and has read nothing of variables. Nothing private is
// repeated.
func (p Program) slip(q Question, answer string) string {
	v := p.variable(q.Variable)
	answer = config.Trim(answer)
	bare := config.Trim(strings.Trim(answer, quotationMarks))
	switch {
	case bare != answer && p.usable(q.Variable, bare):
		return "Type the " + q.Noun + " without quotation marks."
	case strings.HasPrefix(bare, "__encrypted__:"):
		return "That is an encrypted value. Type the " + q.Noun + " itself."
	case strings.Contains(bare, "${") || strings.HasPrefix(bare, "$") || strings.HasPrefix(bare, "%"):
		return "Type the " + q.Noun + " itself: variables such as ${NAME} are not expanded."
	case v.Type == reflect.TypeFor[config.URL]():
		return p.addressSlip(q.Variable, bare)
	case v.Type == reflect.TypeFor[config.Email]() && (odd(v, answer) == "" || strings.Contains(answer, " ")):
		return "Type the " + q.Noun + " alone, without a name around it, such as you@example.com."
	case (v.Secret() || v.Type == reflect.TypeFor[config.Email]()) && odd(v, answer) != "":
		return "The " + q.Noun + " " + odd(v, answer) + "."
	}
	return "That cannot be the " + q.Noun + ": " + strings.Join(p.Check(map[string]string{q.Variable: answer}), " ")
}

// odd says which character of an answer can't be sent, and where it is; "" when
// that isn't what is wrong.
func odd(v config.Variable, answer string) string {
	value := reflect.New(v.Type)
	text, ok := value.Interface().(interface{ UnmarshalText([]byte) error })
	if !ok {
		return ""
	}
	if err := text.UnmarshalText([]byte(answer)); err != nil {
		return err.Error()
	}
	return ""
}

// scheme is how an address starts, slips of typing included.
var scheme = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?i)(https?)[:/]+`) })

// addressSlip proposes the address that was probably meant.
func (p Program) addressSlip(variable, answer string) string {
	const start = "An address starts with http:// or https://"
	meant, _, _ := strings.Cut(answer, "#")
	meant, _, _ = strings.Cut(meant, "?")
	if typed := scheme().FindStringSubmatch(meant); typed != nil {
		meant = strings.ToLower(typed[1]) + "://" + meant[len(typed[0]):]
	} else {
		meant = "http://" + strings.TrimLeft(meant, "/")
	}
	rule := start
	if strings.ContainsAny(answer, "?#") {
		rule += " and has no ? or #"
	}
	if strings.Contains(meant, "@") || strings.Contains(answer, "://") && !scheme().MatchString(answer) || !p.usable(variable, meant) {
		rule, meant = start+" and has no ? or #", "http://192.168.1.9:3000"
	}
	return rule + ", such as " + meant + "."
}

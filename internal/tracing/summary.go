package tracing

import "strings"

// summary returns what a statement does, and to which table: its verb, and the first table that
// it names outside of parentheses, "" if there is none. Of the statement's text nothing else
// counts, least of all what stands in quotes.
func summary(sql string) (verb, table string) {
	depth, before := 0, ""
	for {
		var token string
		if token, sql = next(sql); token == "" {
			return verb, ""
		}
		word := strings.ToUpper(token)
		switch {
		case token == "(":
			depth++
		case token == ")":
			depth--
		case depth > 0:
		case verb == "" || verb == "WITH" && (word == "SELECT" || word == "INSERT" || word == "UPDATE" || word == "DELETE"):
			verb = word
		case before == "FROM" || before == "INTO" || verb == "UPDATE" && (before == "UPDATE" || before == "ONLY") && word != "ONLY" && word != "OR":
			if isName(token) {
				return verb, token
			}
		}
		before = word
	}
}

// next returns the next word, parenthesis or sign of a statement, and what follows it. A text
// in quotes is a sign. At the end it is "".
func next(sql string) (token, rest string) {
	sql = strings.TrimLeft(sql, " \t\r\n")
	if line, ok := strings.CutPrefix(sql, "--"); ok {
		_, rest, _ = strings.Cut(line, "\n")
		return next(rest)
	}
	if sql == "" {
		return "", ""
	}
	if quote := sql[:1]; quote == "'" || quote == `"` {
		_, rest, _ = strings.Cut(sql[1:], quote)
		return quote, rest
	}
	end := strings.IndexFunc(sql, func(r rune) bool { return !letter(r) })
	switch end {
	case -1:
		end = len(sql)
	case 0:
		end = 1
	}
	return sql[:end], sql[end:]
}

// letter reports whether a word of SQL can hold r.
func letter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '.'
}

func isName(token string) bool {
	return len(token) <= 64 && letter(rune(token[0])) && (token[0] < '0' || token[0] > '9')
}

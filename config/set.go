package config

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits of durations: wide enough for any real use, tight enough that a slip of
// the keyboard is caught.
const minDuration, maxDuration = time.Millisecond, 24 * time.Hour

// set checks a value by the field's type and tags, and keeps it. Its error is a
// predicate and holds nothing of the value.
func (s setting) set(value string) error {
	if own, ok := s.value.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return own.UnmarshalText([]byte(value))
	}
	value = Trim(value)
	switch {
	case s.Type == reflect.TypeFor[time.Duration]():
		return s.setDuration(value)
	case s.Type.Kind() == reflect.Int:
		return s.setInteger(value)
	case s.Type.Kind() == reflect.Bool:
		return s.setSwitch(value)
	case s.Type == reflect.TypeFor[[]string]():
		return s.setWords(value)
	case s.Type.Kind() == reflect.String:
		return s.setText(value)
	}
	panic("config: " + s.Name + " is read into a type that checks nothing")
}

func (s setting) setDuration(value string) error {
	d, err := time.ParseDuration(value)
	if err != nil || d < minDuration || d > maxDuration {
		return errors.New("must be a duration from 1ms to 24h with its unit, such as 30s")
	}
	s.value.SetInt(int64(d))
	return nil
}

func (s setting) setInteger(value string) error {
	var low, high int64
	if _, err := fmt.Sscan(s.tag.Get("range"), &low, &high); err != nil {
		panic("config: " + s.Name + " has no range")
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < low || n > high {
		return fmt.Errorf("must be a whole number from %d to %d", low, high)
	}
	s.value.SetInt(n)
	return nil
}

// setText takes any text, or one of a few words in any case.
func (s setting) setText(value string) error {
	if words := strings.Fields(s.tag.Get("oneof")); len(words) > 0 {
		value = strings.ToLower(value)
		if last := len(words) - 1; !slices.Contains(words, value) {
			return errors.New("must be " + strings.Join(words[:last], ", ") + " or " + words[last])
		}
	}
	s.value.SetString(value)
	return nil
}

// setSwitch takes true and false, and 1 and 0 for them.
func (s setting) setSwitch(value string) error {
	switch strings.ToLower(value) {
	case "true", "1":
		s.value.SetBool(true)
	case "false", "0":
		s.value.SetBool(false)
	default:
		return errors.New("must be true or false")
	}
	return nil
}

// setWords takes one or more of a few words in any case, separated by commas.
func (s setting) setWords(value string) error {
	known := strings.Fields(s.tag.Get("oneof"))
	var words []string
	for word := range strings.SplitSeq(strings.ToLower(value), ",") {
		if word = Trim(word); !slices.Contains(known, word) {
			return errors.New("must be one or more of " + strings.Join(known, ", ") + ", separated by commas")
		}
		words = append(words, word)
	}
	s.value.Set(reflect.ValueOf(words))
	return nil
}

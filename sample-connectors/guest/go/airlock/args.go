package airlock

import (
	"encoding/json"
	"net/url"
	"strings"
)

// Args holds the arguments of a call, still encoded, so that a value that is
// only passed on keeps every digit. An argument that is null counts as absent.
// The errors of its methods have the class bad_input and name the argument.
type Args map[string]json.RawMessage

// Text returns a required, non-empty string.
func (a Args) Text(name string) (string, error) {
	text, err := a.OptionalText(name)
	if err == nil && text == "" {
		err = missing(name)
	}
	return text, err
}

// OptionalText returns a string, or "" when the argument is absent.
func (a Args) OptionalText(name string) (string, error) {
	var text string
	if !a.Has(name) {
		return "", nil
	}
	if json.Unmarshal(a[name], &text) != nil {
		return "", wrongType(name, "a string")
	}
	return text, nil
}

// Integer returns a required integer as it was written, whatever its size.
func (a Args) Integer(name string) (json.RawMessage, error) {
	integer, err := a.OptionalInteger(name)
	if err == nil && integer == nil {
		err = missing(name)
	}
	return integer, err
}

// OptionalInteger returns an integer as it was written, whatever its size, or
// nil when the argument is absent.
func (a Args) OptionalInteger(name string) (json.RawMessage, error) {
	if !a.Has(name) {
		return nil, nil
	}
	if strings.Trim(strings.TrimPrefix(string(a[name]), "-"), "0123456789") != "" {
		return nil, wrongType(name, "an integer")
	}
	return a[name], nil
}

// List returns the items of a required, non-empty array.
func (a Args) List(name string) ([]json.RawMessage, error) {
	var items []json.RawMessage
	if !a.Has(name) {
		return nil, missing(name)
	}
	if json.Unmarshal(a[name], &items) != nil || len(items) == 0 {
		return nil, wrongType(name, "an array that is not empty")
	}
	return items, nil
}

// PathSegment returns a required string, escaped as one segment of a URL path.
func (a Args) PathSegment(name string) (string, error) {
	text, err := a.Text(name)
	if err == nil && (text == "." || text == "..") {
		err = wrongType(name, "a name")
	}
	return url.PathEscape(text), err
}

// Has reports whether an argument is there and is not null.
func (a Args) Has(name string) bool {
	value, present := a[name]
	return present && string(value) != "null"
}

func missing(name string) *Error {
	return Fail("bad_input", "The argument "+quote(name)+" is missing.").With("argument", name)
}

func wrongType(name, expected string) *Error {
	return Fail("bad_input", "The argument "+quote(name)+" must be "+expected+".").With("argument", name)
}

func quote(text string) string { return `"` + text + `"` }

package airlock

import (
	"bytes"
	"encoding/base64"
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
	return optional(a, name, "a string", "")
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

// Int returns a required integer to calculate with.
func (a Args) Int(name string) (int64, error) {
	return required[int64](a, name, "an integer of at most 64 bits")
}

// OptionalInt returns an integer, or another one when the argument is absent.
func (a Args) OptionalInt(name string, otherwise int64) (int64, error) {
	return optional(a, name, "an integer of at most 64 bits", otherwise)
}

// Float returns a required number.
func (a Args) Float(name string) (float64, error) {
	return required[float64](a, name, "a number")
}

// OptionalFloat returns a number, or another one when the argument is absent.
func (a Args) OptionalFloat(name string, otherwise float64) (float64, error) {
	return optional(a, name, "a number", otherwise)
}

// Bool returns a required truth value.
func (a Args) Bool(name string) (bool, error) {
	return required[bool](a, name, "true or false")
}

// OptionalBool returns a truth value, or another one when the argument is
// absent.
func (a Args) OptionalBool(name string, otherwise bool) (bool, error) {
	return optional(a, name, "true or false", otherwise)
}

// Bytes returns the bytes of a required string in base64.
func (a Args) Bytes(name string) ([]byte, error) {
	const expected = "base64"
	raw := a[name]
	if !a.Has(name) {
		return nil, missing(name)
	}
	// one that has no escapes, as nearly all, is not walked through by JSON's decoder
	if len(raw) > 1 && raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 {
		return decoded(name, raw[1:len(raw)-1])
	}
	text, err := required[string](a, name, expected)
	if err == nil && strings.ContainsAny(text, "\r\n") {
		err = wrongType(name, expected)
	}
	if err != nil {
		return nil, err
	}
	return decoded(name, []byte(text))
}

func decoded(name string, text []byte) ([]byte, error) {
	content := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	count, err := base64.StdEncoding.Decode(content, text)
	if err != nil {
		return nil, wrongType(name, "base64")
	}
	return content[:count], nil
}

// List returns the items of a required, non-empty array.
func (a Args) List(name string) ([]json.RawMessage, error) {
	const expected = "an array that is not empty"
	items, err := required[[]json.RawMessage](a, name, expected)
	if err == nil && len(items) == 0 {
		err = wrongType(name, expected)
	}
	return items, err
}

// OptionalList returns the items of an array, or nil when the argument is
// absent.
func (a Args) OptionalList(name string) ([]json.RawMessage, error) {
	return optional[[]json.RawMessage](a, name, "an array", nil)
}

// Object returns the members of a required object. They are read as arguments
// are.
func (a Args) Object(name string) (Args, error) {
	return required[Args](a, name, "an object")
}

// OptionalObject returns the members of an object, or nil when the argument is
// absent.
func (a Args) OptionalObject(name string) (Args, error) {
	return optional[Args](a, name, "an object", nil)
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

func required[T any](a Args, name, expected string) (T, error) {
	var none T
	if !a.Has(name) {
		return none, missing(name)
	}
	return optional(a, name, expected, none)
}

func optional[T any](a Args, name, expected string, otherwise T) (T, error) {
	var value T
	if !a.Has(name) {
		return otherwise, nil
	}
	if json.Unmarshal(a[name], &value) != nil {
		return otherwise, wrongType(name, expected)
	}
	return value, nil
}

func missing(name string) *Error {
	return Fail("bad_input", "The argument "+quote(name)+" is missing.").With("argument", name)
}

func wrongType(name, expected string) *Error {
	return Fail("bad_input", "The argument "+quote(name)+" must be "+expected+".").With("argument", name)
}

func quote(text string) string { return `"` + text + `"` }

package airlock

import (
	"net/url"
	"strings"
)

// Params are names and values as a query or a form holds them, in their order
// and escaped. The zero value has none.
type Params string

// Add returns the parameters with one more.
func (p Params) Add(name, value string) Params {
	if p != "" {
		p += "&"
	}
	return p + Params(escape(name)+"="+escape(value))
}

// AddOptional returns the parameters with one more, or as they are if the value
// is empty.
func (p Params) AddOptional(name, value string) Params {
	if value == "" {
		return p
	}
	return p.Add(name, value)
}

// On returns a URL with these parameters at the end of its query.
func (p Params) On(address string) string {
	switch {
	case p == "":
		return address
	case strings.Contains(address, "?"):
		return address + "&" + string(p)
	default:
		return address + "?" + string(p)
	}
}

func escape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

package airlock

import (
	"encoding/json"
	"strings"
)

// Header returns the value of a response's header, or "" if there is none. Its
// name is compared without case. Values of a header that was sent several times
// are joined with commas. It panics once a later request was sent: the host has
// the headers of the latest answer only.
func (r Response) Header(name string) string {
	return strings.Join(r.headers()[strings.ToLower(name)], ", ")
}

// Link returns the target of a link that the header Link has for a relation,
// such as "next" (RFC 8288), or "". A relative target is resolved against the
// request's URL.
func (r Response) Link(relation string) string {
	links := r.links
	if !r.Kept {
		links = r.Header("Link")
	}
	for _, link := range split(links, ',') {
		if target := linkTarget(split(link, ';'), relation); target != "" {
			return resolved(r.url, target)
		}
	}
	return ""
}

// read holds the headers of one answer, so that the host is asked once.
var read struct {
	number  int
	headers map[string][]string
}

func (r Response) headers() map[string][]string {
	if r.number != sent {
		panic("airlock: the headers of a response are read before the next request is sent")
	}
	if read.number != r.number {
		text := make([]byte, max(0, hostHTTPResponseHeaders(nil, 0)))
		if len(text) > 0 {
			hostHTTPResponseHeaders(&text[0], uint32(len(text)))
		}
		read.number, read.headers = r.number, nil
		json.Unmarshal(text, &read.headers)
	}
	return read.headers
}

// linkTarget returns a link's target if it has the relation. A link with an
// anchor is about something else.
func linkTarget(parts []string, relation string) string {
	target, relations := strings.TrimSpace(parts[0]), ""
	if !strings.HasPrefix(target, "<") || !strings.HasSuffix(target, ">") {
		return ""
	}
	for _, part := range parts[1:] {
		name, value, _ := strings.Cut(part, "=")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "anchor":
			return ""
		case "rel":
			if relations == "" {
				relations = strings.Trim(strings.TrimSpace(value), `"`)
			}
		}
	}
	for _, one := range strings.Fields(relations) {
		if strings.EqualFold(one, relation) {
			return target[1 : len(target)-1]
		}
	}
	return ""
}

// resolved returns a link's target as a whole URL, by the URL that it was found
// at. Dot segments stay.
func resolved(base, target string) string {
	scheme := strings.Index(base, "://") + 1
	path := endOf(base, scheme+2, "/?#")
	query := endOf(base, path, "?#")
	slash := strings.LastIndex(base[path:query], "/") + 1
	switch {
	case hasScheme(target):
		return target
	case strings.HasPrefix(target, "#"):
		return base[:endOf(base, query, "#")] + target
	case strings.HasPrefix(target, "//"):
		return base[:scheme] + target
	case strings.HasPrefix(target, "/"):
		return base[:path] + target
	case strings.HasPrefix(target, "?"):
		return base[:query] + target
	case slash == 0:
		return base[:path] + "/" + target
	default:
		return base[:path+slash] + target
	}
}

func hasScheme(target string) bool {
	end := endOf(target, 0, ":/?#")
	return end > 0 && strings.HasPrefix(target[end:], ":")
}

// endOf returns the place of one of these characters at or behind a place, or
// the end.
func endOf(text string, from int, anyOf string) int {
	from = min(from, len(text))
	if at := strings.IndexAny(text[from:], anyOf); at >= 0 {
		return from + at
	}
	return len(text)
}

// split takes a header's value apart at a separator that stands neither in
// quotation marks nor in angle brackets.
func split(text string, separator byte) []string {
	var parts []string
	start, quoted, bracketed := 0, false, false
	for i := 0; i < len(text); i++ {
		switch {
		case quoted && text[i] == '\\':
			i++
		case text[i] == '"' && !bracketed:
			quoted = !quoted
		case !quoted && (text[i] == '<' || text[i] == '>'):
			bracketed = text[i] == '<'
		case !quoted && !bracketed && text[i] == separator:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}

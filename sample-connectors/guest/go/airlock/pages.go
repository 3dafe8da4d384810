package airlock

import "strconv"

// Pages walks through the pages of a list, whatever leads from one to the next:
// a link, a cursor or a number. It ends after a number of pages, and when the
// service leads back to a page that was there already.
//
//	pages := airlock.NewPages("", 10)
//	for pages.Next() {
//		… ask for the page at pages.Position() …
//		pages.Then(body.NextCursor)
//	}
//	return airlock.Partial{Output: output, Errors: pages.Errors()}, nil
type Pages struct {
	position string
	most     int
	count    int
	pending  bool // there is a page at position that Next has not given yet
	repeated bool
	seen     map[string]bool
}

// NewPages returns the way from a first page: its URL, its cursor (often "") or
// its number. At most so many pages are given, and at least one.
func NewPages(first string, most int) *Pages {
	return &Pages{position: first, most: max(1, most), pending: true, seen: map[string]bool{first: true}}
}

// Next goes to the next page, if there is one and it may still be read.
func (p *Pages) Next() bool {
	if !p.pending || p.count == p.most {
		return false
	}
	p.pending = false
	p.count++
	return true
}

// Position is where the page is that Next went to.
func (p *Pages) Position() string { return p.position }

// Then says where the following page is; "" says that there is none.
func (p *Pages) Then(position string) {
	if position == "" {
		return
	}
	p.position, p.repeated, p.pending = position, p.seen[position], !p.seen[position]
	p.seen[position] = true
}

// ThenNumber says whether a page follows whose number is one more.
func (p *Pages) ThenNumber(more bool) {
	number, err := strconv.Atoi(p.position)
	if more && err == nil {
		p.Then(strconv.Itoa(number + 1))
	}
}

// Errors says which pages are missing, as the errors of a Partial. It is empty
// if the last page was read.
func (p *Pages) Errors() []*Error {
	switch {
	case p.repeated:
		return []*Error{Fail("external_api_error",
			"The service leads back to a page that was there already, so the list may have more.").With("next", p.position)}
	case p.pending:
		return []*Error{Fail("not_attempted",
			"There are more pages than one call reads ("+strconv.Itoa(p.most)+").").With("next", p.position)}
	default:
		return nil
	}
}

package airlock

import (
	"strconv"
	"strings"
	"time"
)

// RateLimit is what a response says about how often the service may be asked.
type RateLimit struct {
	// Limited says that the request was not done, since it was one too many: 429,
	// or 403 with a time to wait.
	Limited bool

	// Remaining counts the requests that are left, or is -1 if nothing says so.
	Remaining int64

	// Wait is the time until the service may be asked again, in whole seconds, or
	// 0 if nothing says so.
	Wait time.Duration
}

// A number from this one on is a moment and no time to wait, in seconds since
// 1970; from the second one on, in milliseconds. A wait beyond the third one, 31
// days in seconds, is not believed.
const (
	firstMoment         = 1_000_000_000
	firstMomentInMillis = 1_000_000_000_000
	longestWait         = 31 * 24 * 60 * 60
)

// mostDigits is the length of the longest number that is one.
const mostDigits = 18

// httpDate is how HTTP writes a date (RFC 9110, 5.6.7).
const httpDate = "Mon, 02 Jan 2006 15:04:05 GMT"

// RateLimit reads Retry-After, RateLimit, and RateLimit-Remaining and -Reset with
// the prefixes "", "X-" and the like, as the host does.
func (r Response) RateLimit() RateLimit {
	remaining, wait := structuredLimit(r.Header("RateLimit"))
	for _, prefix := range []string{"RateLimit-", "X-RateLimit-", "X-Rate-Limit-"} {
		left, said := leadingInt(r.Header(prefix + "Remaining"))
		if said && remaining < 0 {
			remaining = max(0, left)
		}
		if wait == 0 && (said && left <= 0 || !said && r.Status == 429) {
			wait = r.until(r.Header(prefix + "Reset"))
		}
	}
	if after := r.until(r.Header("Retry-After")); after > 0 {
		wait = after
	}
	if wait > longestWait {
		wait = 0
	}
	limited := r.Status == 429 || r.Status == 403 && wait > 0
	return RateLimit{limited, remaining, time.Duration(wait) * time.Second}
}

// structuredLimit reads the list of policies in RateLimit: the least r, and the
// longest t of those of which nothing remains.
func structuredLimit(value string) (remaining, wait int64) {
	remaining = -1
	for _, policy := range split(value, ',') {
		left, time := int64(-1), int64(0)
		for _, parameter := range split(policy, ';') {
			name, number, _ := strings.Cut(parameter, "=")
			whole, said := leadingInt(number)
			switch name = strings.TrimSpace(name); {
			case said && name == "r":
				left = whole
			case said && name == "t":
				time = whole
			}
		}
		if left >= 0 && (remaining < 0 || left < remaining) {
			remaining = left
		}
		if left == 0 {
			wait = max(wait, time)
		}
	}
	return remaining, wait
}

// until returns the seconds to a moment, rounded up. It may be written as
// seconds to go, as seconds or milliseconds since 1970, or as a date.
func (r Response) until(value string) int64 {
	number, said := leadingInt(value)
	switch {
	case !said:
		if moment, err := time.Parse(httpDate, strings.TrimSpace(value)); err == nil {
			return max(0, moment.Unix()-r.now())
		}
		return 0
	case number >= firstMomentInMillis:
		return max(0, (number+999)/1000-r.now())
	case number >= firstMoment:
		return max(0, number-r.now())
	case strings.Contains(value, "."):
		return number + 1
	default:
		return max(0, number)
	}
}

// now is the time at the service if it says so, otherwise that of this clock, in
// seconds since 1970.
func (r Response) now() int64 {
	if there, err := time.Parse(httpDate, r.Header("Date")); err == nil {
		return there.Unix()
	}
	return time.Now().Unix()
}

// leadingInt reads a number's digits before the point.
func leadingInt(text string) (int64, bool) {
	whole, _, _ := strings.Cut(strings.TrimSpace(text), ".")
	number, err := strconv.ParseInt(whole, 10, 64)
	return number, err == nil && len(whole) <= mostDigits && whole[0] != '+'
}

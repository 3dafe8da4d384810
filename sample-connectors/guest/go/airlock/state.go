package airlock

import (
	"strings"
	"time"
)

// StateGet returns a value that the connector keeps between calls. It returns
// false if there is none.
func StateGet(key string) ([]byte, bool) {
	value := make([]byte, 1024)
	for {
		size := int(hostStateGet(key, &value[0], uint32(len(value))))
		if size <= len(value) {
			return value[:max(0, size)], size >= 0
		}
		value = make([]byte, size)
	}
}

// StatePut keeps a value under a key of 1 to 512 bytes for a time; 0 is for
// ever. A value that would go beyond the limit "state" ends the call.
func StatePut(key string, value []byte, keep time.Duration) {
	hostStatePut(key, string(value), keep.Milliseconds())
}

// StateDelete removes a value, if it is there.
func StateDelete(key string) { hostStateDelete(key) }

// Claim says whether something that must not happen twice happened before.
type Claim int32

// The answers of Once.
const (
	New     Claim = iota // this call claims it now, and it is done when the call succeeds
	Done                 // an earlier call did it
	InDoubt              // an earlier call may have done it: ask the service
)

// Once claims something that must not happen twice, such as one payment, for a
// time; 0 is for ever.
func Once(key string, keep time.Duration) Claim { return Claim(hostOnce(key, keep.Milliseconds())) }

// KeptMost is the size of the largest body that SendKept keeps, in bytes.
const KeptMost = 256 << 10

const longestKey = 512

// SendKept sends a request that reads something, and keeps the answer in the
// connector's state with the ETag that the service gave it. The next time it
// asks with If-None-Match; if nothing changed (304), the answer is the kept one
// with status 200, and its header Link. The key names what is asked for, its
// parameters included; nothing is kept under one of more than 512 bytes.
func (r Request) SendKept(key string, keep time.Duration) (Response, error) {
	if len(key) > longestKey {
		return r.Send()
	}
	value, _ := StateGet(key)
	tag, rest, _ := strings.Cut(string(value), "\n")
	links, body, whole := strings.Cut(rest, "\n")
	if whole {
		r = r.Header("If-None-Match", tag)
	}
	response, err := r.Send()
	switch {
	case err != nil:
		return response, err
	case whole && response.Status == 304:
		response.Status, response.Body, response.Kept, response.links = 200, []byte(body), true, links
	case response.Status == 200 && response.Header("ETag") != "" && len(response.Body) <= KeptMost:
		kept := response.Header("ETag") + "\n" + response.Header("Link") + "\n" + string(response.Body)
		StatePut(key, []byte(kept), keep)
	}
	return response, nil
}

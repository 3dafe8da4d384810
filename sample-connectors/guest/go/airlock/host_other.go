//go:build !wasip1

package airlock

import (
	"encoding/json"
	"errors"
	"strings"
	"unsafe"
)

// FakeHost stands in for the host where a connector is not built for WASI, so
// that editors understand its code and "go test" runs it.
type FakeHost struct {
	// Send answers a request. An error means that there was no answer, as if
	// the exchange had failed on the network; a NetworkError says how.
	Send func(Request) (Response, error)

	// Log receives the lines of the log. They are dropped if it is nil.
	Log func(level, message string)

	// Settings has the values of the connector's settings.
	Settings map[string]any

	// State holds what the connector keeps, whatever its time. It is made when it
	// is needed.
	State map[string][]byte

	// Once answers a claim. Every claim is new if it is nil.
	Once func(key string) Claim
}

// Fake is the host of a test. A test sets its functions before it calls Invoke.
// It is not there in a connector that is built for WASI.
var Fake FakeHost

var (
	answered Response
	failed   []byte
)

// WithHeader returns the response of a fake host with one more header.
func (r Response) WithHeader(name, value string) Response {
	headers := map[string][]string{}
	for name, values := range r.fake {
		headers[name] = append([]string{}, values...)
	}
	name = strings.ToLower(name)
	headers[name] = append(headers[name], value)
	r.fake = headers
	return r
}

// Invoke runs one of the connector's operations as a host does, and returns its
// result as JSON. An error is always an *Error.
func Invoke(op string, args any) (string, error) {
	failed = nil
	call := map[string]any{"idempotency_key": "test", "attempt": 1}
	document := Encode(map[string]any{"op": op, "args": args, "call": call, "settings": Fake.Settings})
	output, err := handled.run(strings.NewReader(document))
	if err != nil {
		return "", asError(err)
	}
	return Encode(output), nil
}

func hostLog(level, message string) {
	if Fake.Log != nil {
		Fake.Log(level, message)
	}
}

func hostHTTPRequest(request string) int32 {
	if Fake.Send == nil {
		panic("airlock: the connector sends a request; set airlock.Fake.Send in the test")
	}
	var asked Request
	if err := json.Unmarshal([]byte(request), &asked); err != nil {
		panic("airlock: " + err.Error())
	}
	response, err := Fake.Send(asked)
	answered = response
	if err != nil {
		how := NetworkError{"reset", err.Error()}
		errors.As(err, &how)
		failed = []byte(Encode(how))
		return -1
	}
	return 0
}

func hostHTTPResponseStatus() int32 { return int32(answered.Status) }

func hostHTTPResponseSize() int32 { return int32(len(answered.Body)) }

func hostHTTPResponseRead(destination *byte, length uint32) int32 {
	return give(answered.Body, destination, length)
}

func hostHTTPResponseHeaders(destination *byte, length uint32) int32 {
	return give([]byte(Encode(answered.fake)), destination, length)
}

func hostLastError(destination *byte, length uint32) int32 {
	return give(failed, destination, length)
}

func hostStateGet(key string, destination *byte, length uint32) int32 {
	value, kept := Fake.State[key]
	if !kept {
		return -1
	}
	give(value, destination, length)
	return int32(len(value))
}

func hostStatePut(key, value string, _ int64) int32 {
	if Fake.State == nil {
		Fake.State = map[string][]byte{}
	}
	Fake.State[key] = []byte(value)
	return 0
}

func hostStateDelete(key string) int32 {
	delete(Fake.State, key)
	return 0
}

func hostOnce(key string, _ int64) int32 {
	if Fake.Once == nil {
		return int32(New)
	}
	return int32(Fake.Once(key))
}

// give copies as much as fits, or returns the size if there is no room at all.
func give(text []byte, destination *byte, length uint32) int32 {
	if length == 0 {
		return int32(len(text))
	}
	return int32(copy(unsafe.Slice(destination, length), text))
}

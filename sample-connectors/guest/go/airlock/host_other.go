//go:build !wasip1

package airlock

import (
	"encoding/json"
	"strings"
	"unsafe"
)

// FakeHost stands in for the host where a connector is not built for WASI, so
// that editors understand its code and "go test" runs it.
type FakeHost struct {
	// Send answers a request. An error means that there was no answer, as if
	// the exchange had failed on the network.
	Send func(Request) (Response, error)

	// Log receives the lines of the log. They are dropped if it is nil.
	Log func(level, message string)
}

// Fake is the host of a test. A test sets its functions before it calls Invoke.
// It is not there in a connector that is built for WASI.
var Fake FakeHost

var answered Response

// Invoke runs one of the connector's operations as a host does, and returns its
// result as JSON. An error is always an *Error.
func Invoke(op string, args any) (string, error) {
	call := map[string]any{"idempotency_key": "test", "attempt": 1}
	document := Encode(map[string]any{"op": op, "args": args, "call": call})
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
	if err != nil {
		return -1
	}
	answered = response
	return 0
}

func hostHTTPResponseStatus() int32 { return int32(answered.Status) }

func hostHTTPResponseSize() int32 { return int32(len(answered.Body)) }

func hostHTTPResponseRead(destination *byte, length uint32) int32 {
	return int32(copy(unsafe.Slice(destination, length), answered.Body))
}

// Package airlock is the guest side of Airlock for connectors written in Go.
//
// One call arrives, the connector talks to its service through the host, and
// one answer leaves. This package reads the call, picks the operation and
// writes the answer, so that a connector is a set of functions:
//
//	func init() {
//		airlock.Handle(airlock.Operations{"greet": greet})
//	}
//
//	func main() {
//		airlock.Serve()
//	}
//
//	func greet(call airlock.Call) (any, error) {
//		name, err := call.Args.Text("name")
//		if err != nil {
//			return nil, err
//		}
//		airlock.Info("greeting somebody")
//		return map[string]string{"greeting": "Hello, " + name}, nil
//	}
//
// Build with GOOS=wasip1 GOARCH=wasm: a command, which reads standard input and
// writes standard output. With -buildmode=c-shared -tags=reactor the same source
// becomes a reactor, whose functions the host calls; main does not run then.
// Host functions that a connector does not
// use are not imported, so its manifest declares exactly what it needs.
package airlock

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
)

// Call is the one request that this instance answers.
type Call struct {
	Op   string // the operation's name
	Args Args   // its arguments, never nil

	Settings Settings // the values of the manifest's settings

	// IdempotencyKey is the same for every attempt at one call. A service that
	// accepts such a key can recognise a repeated request by it.
	IdempotencyKey string
	Attempt        int // counts the attempts at this call, from 1

	// Seed is 256 fresh random bits in hexadecimal, in a reactor only. Random
	// numbers of a reactor whose state was captured when it was loaded are the
	// same in each call, unless they are made of it.
	Seed string
}

// Operation answers one kind of call. Its result is encoded as JSON and must be
// an object, or a Partial. An error that is not an *Error is reported with the
// class connector_runtime_error.
type Operation func(Call) (any, error)

// Operations maps names to operations.
type Operations map[string]Operation

// Partial is the result of an operation that did some of its work. Without
// errors it did all of it.
type Partial struct {
	Output any
	Errors []*Error
}

var handled Operations

// Handle says which operations the connector has. It is called once, in an init
// function.
func Handle(operations Operations) {
	handled = operations
}

// Serve reads the call, runs its operation and writes the answer. A connector's
// main function calls it once and then returns.
func Serve() {
	os.Stdout.WriteString(Encode(handled.answer(os.Stdin)))
}

// Encode returns a value as JSON text without a final newline.
func Encode(value any) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic("airlock: a value cannot be encoded as JSON: " + err.Error())
	}
	return strings.TrimSuffix(text.String(), "\n")
}

type answer struct {
	Output any      `json:"output,omitempty"`
	Errors []*Error `json:"errors,omitempty"`
	Error  *Error   `json:"error,omitempty"`
}

func (operations Operations) answer(document io.Reader) answer {
	output, err := operations.run(document)
	if err != nil {
		return answer{Error: asError(err)}
	}
	if partial, ok := output.(Partial); ok {
		return answer{Output: partial.Output, Errors: partial.Errors}
	}
	return answer{Output: output}
}

func (operations Operations) run(document io.Reader) (any, error) {
	call, err := readCall(document)
	if err != nil {
		return nil, err
	}
	operation, known := operations[call.Op]
	if !known {
		return nil, operations.unknown(call.Op)
	}
	return operation(call)
}

func (operations Operations) unknown(op string) *Error {
	names := make([]string, 0, len(operations))
	for name := range operations {
		names = append(names, name)
	}
	slices.Sort(names)
	return Fail("unknown_op", "There is no operation "+quote(op)+". Known operations: "+strings.Join(names, ", ")+".").
		With("known_ops", names)
}

func readCall(input io.Reader) (Call, error) {
	text, err := io.ReadAll(input)
	if err != nil {
		return Call{}, err
	}
	var document struct {
		Op   string `json:"op"`
		Args Args   `json:"args"`
		Call struct {
			IdempotencyKey string `json:"idempotency_key"`
			Attempt        int    `json:"attempt"`
			Seed           string `json:"seed"`
		} `json:"call"`
		Settings Settings `json:"settings"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return Call{}, Fail("bad_input", "The call is not a JSON object of the expected form: "+err.Error()+".")
	}
	if document.Args == nil {
		document.Args = Args{}
	}
	about := document.Call
	return Call{document.Op, document.Args, document.Settings, about.IdempotencyKey, about.Attempt, about.Seed}, nil
}

func asError(err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	return Fail("connector_runtime_error", err.Error())
}

package airlock

// Error is what a connector reports when an operation fails. The class is a
// claim: the host compares it with the exchanges that it has seen.
type Error struct {
	Class   string         `json:"class"`
	Message string         `json:"message"`
	Details map[string]any `json:"details,omitempty"`
}

// Fail returns an Error with a class and a message for a person.
func Fail(class, message string) *Error {
	return &Error{Class: class, Message: message}
}

// With adds one detail and returns the same Error.
func (e *Error) With(key string, value any) *Error {
	if e.Details == nil {
		e.Details = map[string]any{}
	}
	e.Details[key] = value
	return e
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

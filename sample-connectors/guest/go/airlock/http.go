package airlock

import (
	"encoding/json"
	"net/url"
	"strconv"
)

// Request is one HTTP request. The host sends it if the manifest grants the
// URL's host; if not, the call ends there.
type Request struct {
	Method  string            `json:"method,omitempty"` // GET when empty
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    string            `json:"body,omitempty"`

	// Credential is the kind of credential that the host adds, as the manifest
	// declares it. A connector never sees its value.
	Credential string `json:"credential,omitempty"`
}

// Response is the answer to a Request, whatever its status.
type Response struct {
	Status int
	Body   []byte
}

// Send sends the request and returns the answer. The error has the class
// network_error if there was none.
func (r Request) Send() (Response, error) {
	switch code := hostHTTPRequest(Encode(r)); code {
	case 0:
		return readResponse()
	case -1:
		return Response{}, Fail("network_error", "The exchange with "+r.host()+" failed on the network.")
	default:
		return Response{}, Fail("connector_runtime_error",
			"The host did not accept the request to "+r.host()+" (code "+strconv.Itoa(int(code))+").")
	}
}

// Check returns nil for a status from 200 to 299, and otherwise an error of the
// class external_api_error that says what the service answered.
func (r Response) Check(service string) error {
	if r.Status >= 200 && r.Status <= 299 {
		return nil
	}
	message := service + " answered with status " + strconv.Itoa(r.Status)
	if reason := r.reason(); reason != "" {
		message += ": " + reason
	}
	return Fail("external_api_error", message).With("status", r.Status)
}

// Decode decodes a JSON body into value.
func (r Response) Decode(value any) error { return json.Unmarshal(r.Body, value) }

// Unexpected returns the error for a body that is not what the service
// promises. Its class is external_api_error, since it is the service's fault.
func (r Response) Unexpected(service string) *Error {
	return Fail("external_api_error", service+" sent a body that this connector does not understand.").
		With("status", r.Status)
}

// reason finds the text of an error body in one of its usual places:
// {"message"}, {"error":{"message"}} or {"error"}.
func (r Response) reason() string {
	var body struct {
		Message string          `json:"message"`
		Error   json.RawMessage `json:"error"`
	}
	if json.Unmarshal(r.Body, &body) != nil {
		return ""
	}
	if body.Message != "" {
		return body.Message
	}
	if nested := (Response{Body: body.Error}).reason(); nested != "" {
		return nested
	}
	var text string
	json.Unmarshal(body.Error, &text)
	return text
}

func (r Request) host() string {
	if address, err := url.Parse(r.URL); err == nil {
		return address.Host
	}
	return "the service"
}

func readResponse() (Response, error) {
	body := make([]byte, max(0, hostHTTPResponseSize()))
	if len(body) > 0 && hostHTTPResponseRead(&body[0], uint32(len(body))) != int32(len(body)) {
		return Response{}, Fail("connector_runtime_error", "The response could not be read whole.")
	}
	return Response{int(hostHTTPResponseStatus()), body}, nil
}

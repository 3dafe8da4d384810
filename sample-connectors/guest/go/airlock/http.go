package airlock

import (
	"encoding/json"
	"maps"
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
	Bytes   []byte            `json:"body_base64,omitempty"` // a body that is no text, instead of Body

	// Credential is the kind of credential that the host adds, as the manifest
	// declares it. A connector never sees its value.
	Credential string `json:"credential,omitempty"`

	// FollowRedirects lets the host follow redirects, each checked like a
	// request of its own. Without it a redirect is an answer like any other.
	FollowRedirects bool `json:"follow_redirects,omitempty"`
}

// Response is the answer to a Request, whatever its status.
type Response struct {
	Status int
	Body   []byte

	// Kept says that Body is what the connector kept of an earlier answer, since
	// the service answered SendKept with 304.
	Kept bool

	url    string // of the request
	number int    // of the request, from 1
	links  string // what was kept of the header Link
	fake   map[string][]string
}

// JSON returns the request with a JSON body. Its method is POST unless it says
// otherwise.
func (r Request) JSON(value any) Request {
	r.Body = Encode(value)
	return r.sending("application/json")
}

// Form returns the request with a form as its body. Its method is POST unless
// it says otherwise.
func (r Request) Form(form Params) Request {
	r.Body = string(form)
	return r.sending("application/x-www-form-urlencoded")
}

// Binary returns the request with any bytes as its body. Its method is POST
// unless it says otherwise.
func (r Request) Binary(contentType string, body []byte) Request {
	r.Bytes = body
	return r.sending(contentType)
}

// Header returns the request with one more header.
func (r Request) Header(name, value string) Request {
	headers := maps.Clone(r.Headers)
	if headers == nil {
		headers = map[string]string{}
	}
	headers[name] = value
	r.Headers = headers
	return r
}

func (r Request) sending(contentType string) Request {
	if r.Method == "" {
		r.Method = "POST"
	}
	return r.Header("Content-Type", contentType)
}

// sent counts the requests. The host has the headers of the latest answer only.
var sent int

// Send sends the request and returns the answer. The error has the class
// network_error if there was none.
func (r Request) Send() (Response, error) {
	sent++
	switch code := hostHTTPRequest(Encode(r)); code {
	case 0:
		return readResponse(r.URL)
	case -1:
		return Response{}, Fail("network_error", "The exchange with "+r.host()+" failed on the network.")
	default:
		return Response{}, Fail("connector_runtime_error",
			"The host did not accept the request to "+r.host()+" (code "+strconv.Itoa(int(code))+").")
	}
}

// NetworkError says how an exchange failed.
type NetworkError struct {
	Kind    string `json:"kind"` // for instance dns, reset or timeout
	Message string `json:"message"`
}

// Error returns the message.
func (e NetworkError) Error() string { return e.Message }

// LastError returns what the host says about the last exchange of this call
// that failed. It returns false if none did.
func LastError() (NetworkError, bool) {
	var last NetworkError
	text := make([]byte, max(0, hostLastError(nil, 0)))
	if len(text) == 0 {
		return last, false
	}
	hostLastError(&text[0], uint32(len(text)))
	return last, json.Unmarshal(text, &last) == nil
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

func readResponse(address string) (Response, error) {
	body := make([]byte, max(0, hostHTTPResponseSize()))
	if len(body) > 0 && hostHTTPResponseRead(&body[0], uint32(len(body))) != int32(len(body)) {
		return Response{}, Fail("connector_runtime_error", "The response could not be read whole.")
	}
	return Response{Status: int(hostHTTPResponseStatus()), Body: body, url: address, number: sent}, nil
}

package airlock

// The functions of the host's module "airlock". Go passes a string as a pointer
// and a length.

//go:wasmimport airlock log
func hostLog(level, message string)

//go:wasmimport airlock http_request
func hostHTTPRequest(request string) int32

//go:wasmimport airlock http_response_status
func hostHTTPResponseStatus() int32

//go:wasmimport airlock http_response_size
func hostHTTPResponseSize() int32

//go:wasmimport airlock http_response_read
func hostHTTPResponseRead(destination *byte, length uint32) int32

//go:wasmimport airlock http_response_headers
func hostHTTPResponseHeaders(destination *byte, length uint32) int32

//go:wasmimport airlock last_error
func hostLastError(destination *byte, length uint32) int32

//go:wasmimport airlock state_get
func hostStateGet(key string, destination *byte, length uint32) int32

//go:wasmimport airlock state_put
func hostStatePut(key, value string, keepMillis int64) int32

//go:wasmimport airlock state_delete
func hostStateDelete(key string) int32

//go:wasmimport airlock once
func hostOnce(key string, keepMillis int64) int32

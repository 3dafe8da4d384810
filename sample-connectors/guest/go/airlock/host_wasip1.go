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

package main

import "airlock.dev/guest/airlock"

// github returns a request as GitHub's REST API wants it.
func github(address string) airlock.Request {
	return airlock.Request{
		URL:        address,
		Credential: "oauth2",
		Headers: map[string]string{
			"Accept":               "application/vnd.github+json",
			"User-Agent":           "airlock-github-issues",
			"X-GitHub-Api-Version": "2022-11-28",
		},
	}
}

// send sends a request and accepts only success.
func send(request airlock.Request) (airlock.Response, error) {
	response, err := request.Send()
	if err != nil {
		return airlock.Response{}, err
	}
	return response, check(response)
}

// check returns the error that a response stands for. Of one that GitHub could
// not process (422) it names the fields that are wrong, and of a rate limit the
// time to wait.
func check(response airlock.Response) error {
	err := response.Check(service)
	failure, failed := err.(*airlock.Error)
	if !failed {
		return err
	}
	var body struct {
		Errors []struct {
			Field   string `json:"field"`
			Code    string `json:"code"`
			Message string `json:"message,omitempty"`
		} `json:"errors"`
	}
	if response.Status == 422 && response.Decode(&body) == nil && len(body.Errors) > 0 {
		failure.With("fields", body.Errors)
	}
	if limit := response.RateLimit(); limit.Limited {
		failure.With("wait_s", int64(limit.Wait.Seconds()))
	}
	return failure
}

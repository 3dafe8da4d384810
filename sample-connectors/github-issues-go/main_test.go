package main

import (
	"strings"
	"testing"

	"airlock.dev/guest/airlock"
)

// repo is the repository that the tests are about, and more arguments.
func repo(more map[string]any) map[string]any {
	args := map[string]any{"owner": "lighthouse", "repo": "lamp"}
	for name, value := range more {
		args[name] = value
	}
	return args
}

func TestFollowsLinksUpToTheSetting(t *testing.T) {
	var asked []string
	airlock.Fake = airlock.FakeHost{
		Settings: map[string]any{"pages": 2},
		Send: func(request airlock.Request) (airlock.Response, error) {
			asked = append(asked, request.URL)
			page := airlock.Response{Status: 200, Body: []byte(`[{"number":1,"title":"A","state":"open"}]`)}
			return page.WithHeader("Link", `<https://api.github.com/next`+strings.Repeat("x", len(asked))+`>; rel="next"`), nil
		},
	}

	output, err := airlock.Invoke("list_issues", repo(nil))

	if err != nil || !strings.Contains(output, "https://api.github.com/nextxx") || len(asked) != 2 {
		t.Errorf("got %s, %v after %v", output, err, asked)
	}
}

func TestNamesTheFieldsThatAreWrong(t *testing.T) {
	airlock.Fake = airlock.FakeHost{Send: func(airlock.Request) (airlock.Response, error) {
		body := `{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title","code":"missing_field"}]}`
		return airlock.Response{Status: 422, Body: []byte(body)}, nil
	}}

	_, err := airlock.Invoke("create_issue", repo(map[string]any{"title": "A"}))

	failure, ok := err.(*airlock.Error)
	if !ok || !strings.Contains(airlock.Encode(failure), `"fields":[{"field":"title","code":"missing_field"}]`) {
		t.Errorf("got %v", err)
	}
}

func TestSendsAFileAsItIs(t *testing.T) {
	airlock.Fake = airlock.FakeHost{Send: func(request airlock.Request) (airlock.Response, error) {
		if string(request.Bytes) != "\x00\xff\x80A" {
			t.Errorf("sent %x", request.Bytes)
		}
		return airlock.Response{Status: 201, Body: []byte(`{"id":1,"name":"a","size":4}`)}, nil
	}}

	if _, err := airlock.Invoke("upload_asset", repo(map[string]any{
		"release_id": 1, "name": "a", "content_base64": "AP+AQQ==",
	})); err != nil {
		t.Error(err)
	}
}

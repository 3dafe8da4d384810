package main

import (
	"strings"
	"testing"

	"airlock.dev/guest/airlock"
)

func TestReadsSettings(t *testing.T) {
	airlock.Fake = airlock.FakeHost{Settings: object{"site": "x", "pages": 2, "share": 0.25, "strict": false}}

	expect(t, "settings", nil, `{"pages":2,"share":0.25,"site":"x","strict":false}`)

	airlock.Fake = airlock.FakeHost{}
	if _, err := airlock.Invoke("settings", nil); err == nil || !strings.Contains(err.Error(), `"site"`) {
		t.Errorf("got %v", err)
	}
}

func TestSeesHeadersAndKeepsAnAnswer(t *testing.T) {
	airlock.Fake = airlock.FakeHost{Send: func(request airlock.Request) (airlock.Response, error) {
		if request.Headers["If-None-Match"] == `"v1"` {
			return airlock.Response{Status: 304}, nil
		}
		answer := airlock.Response{Status: 200, Body: []byte("text")}
		return answer.WithHeader("ETag", `"v1"`).WithHeader("Link", `<x>; rel=next`), nil
	}}

	expect(t, "kept", nil, `{"kept":false,"next":"https://api.example.com/x","tag":"\"v1\"","text":"text"}`)
	expect(t, "kept", nil, `{"kept":true,"next":"https://api.example.com/x","tag":"","text":"text"}`)
}

func TestSendsBytesAsTheyAre(t *testing.T) {
	var sent []byte
	airlock.Fake = airlock.FakeHost{Send: func(request airlock.Request) (airlock.Response, error) {
		sent = append(sent, request.Bytes...)
		return airlock.Response{Status: 200, Body: []byte(`{}`)}, nil
	}}

	expect(t, "bodies", object{"bytes": "AP+A"}, `{"bytes":"e30="}`)

	if string(sent) != "\x00\xff\x80" {
		t.Errorf("sent %x", sent)
	}
}

func TestSaysHowAnExchangeFailed(t *testing.T) {
	airlock.Fake = airlock.FakeHost{Send: func(airlock.Request) (airlock.Response, error) {
		return airlock.Response{}, airlock.NetworkError{Kind: "dns", Message: "no such name"}
	}}

	expect(t, "last_error", nil, `{"before":false,"kind":"dns","told":true}`)
}

func TestClaimsAndLogs(t *testing.T) {
	var lines []string
	airlock.Fake = airlock.FakeHost{
		Once: func(string) airlock.Claim { return airlock.InDoubt },
		Log:  func(level, message string) { lines = append(lines, level+" "+message) },
	}

	expect(t, "notes", nil, `{"before":"","claim":"in_doubt","gone":true,"there":false}`)

	if strings.Join(lines, ",") != "trace at trace,debug at debug,info at info,warn at warn,error at error" {
		t.Errorf("logged %v", lines)
	}
	if string(airlock.Fake.State["note"]) != "Größe test" {
		t.Errorf("kept %v", airlock.Fake.State)
	}
}

func TestRefusesHeadersOfAnEarlierAnswer(t *testing.T) {
	airlock.Fake = airlock.FakeHost{Send: func(airlock.Request) (airlock.Response, error) {
		return airlock.Response{Status: 200}, nil
	}}
	first, _ := airlock.Request{URL: root}.Send()
	airlock.Request{URL: root}.Send()
	defer func() {
		if recover() == nil {
			t.Error("the headers of another answer were read")
		}
	}()

	first.Header("ETag")
}

func expect(t *testing.T, op string, args any, output string) {
	t.Helper()
	if args == nil {
		args = object{}
	}
	if got, err := airlock.Invoke(op, args); err != nil || got != output {
		t.Errorf("got %s, %v", got, err)
	}
}

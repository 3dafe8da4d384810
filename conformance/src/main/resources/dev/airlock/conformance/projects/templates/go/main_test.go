package main

import (
	"testing"

	"airlock.dev/guest/airlock"
)

// Run it with "go test". A fake host answers the connector's requests.
func TestFindsAnItem(t *testing.T) {
	airlock.Fake.Send = func(request airlock.Request) (airlock.Response, error) {
		if request.URL != "https://api.example.com/v1/items/17" {
			t.Errorf("asked for %s", request.URL)
		}
		return airlock.Response{Status: 200, Body: []byte(`{"id":"17","title":"A lamp"}`)}, nil
	}

	output, err := airlock.Invoke("get_item", map[string]any{"id": "17"})

	want := `{"item":` + `{"id":"17","title":"A lamp"}` + `}`
	if err != nil || output != want {
		t.Errorf("got %s, %v", output, err)
	}
}

func TestSaysThatThereIsNoSuchItem(t *testing.T) {
	airlock.Fake.Send = func(airlock.Request) (airlock.Response, error) {
		return airlock.Response{Status: 404, Body: []byte(`{"message":"There is no such item."}`)}, nil
	}

	_, err := airlock.Invoke("get_item", map[string]any{"id": "18"})

	if failure, ok := err.(*airlock.Error); !ok || failure.Class != "external_api_error" {
		t.Errorf("got %v", err)
	}
}

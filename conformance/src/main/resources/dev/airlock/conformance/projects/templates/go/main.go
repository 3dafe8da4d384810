// A connector that looks up items.
package main

import "airlock.dev/guest/airlock"

const service = "The item service"

type item struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

func init() {
	airlock.Handle(airlock.Operations{
		"get_item": getItem,
	})
}

func main() {
	airlock.Serve()
}

func getItem(call airlock.Call) (any, error) {
	id, err := call.Args.PathSegment("id")
	if err != nil {
		return nil, err
	}
	response, err := airlock.Request{
		URL:        "https://api.example.com/v1/items/" + id,
		Credential: "bearer",
	}.Send()
	if err != nil {
		return nil, err
	}
	if err := response.Check(service); err != nil {
		return nil, err
	}
	var found item
	if response.Decode(&found) != nil || found.ID == "" {
		return nil, response.Unexpected(service)
	}
	airlock.Info("item found: " + found.ID)
	return map[string]any{"item": found}, nil
}

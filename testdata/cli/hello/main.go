package main

import (
	"encoding/json"
	"os"
)

type call struct {
	Op   string `json:"op"`
	Args struct {
		Name string `json:"name"`
	} `json:"args"`
}

func main() {
	var asked call
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		fail("bad_input", "the call cannot be read: "+err.Error())
		return
	}
	switch asked.Op {
	case "greet":
		answer(map[string]any{"output": map[string]any{"greeting": "Hello, " + asked.Args.Name + "!"}})
	default:
		fail("unknown_op", "there is no operation "+asked.Op)
	}
}

func fail(class, message string) {
	answer(map[string]any{"error": map[string]any{"class": class, "message": message}})
}

func answer(document map[string]any) {
	json.NewEncoder(os.Stdout).Encode(document)
}

// A connector for an issue tracker: it lists the issues of a project and
// creates new ones.
package main

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"

	"airlock.dev/guest/airlock"
)

const (
	service    = "The issue tracker"
	projects   = "https://issues.example.com/v1/projects/"
	credential = "api_key"
)

type issue struct {
	ID     json.Number `json:"id"`
	Number json.Number `json:"number"`
	Title  string      `json:"title"`
	State  string      `json:"state"`
	URL    string      `json:"url"`
}

// incomplete tells an issue from a body that only looks like one.
func (i issue) incomplete() bool {
	return i.ID == "" || i.Number == "" || i.Title == "" || i.State == ""
}

func init() {
	airlock.Handle(airlock.Operations{
		"list_issues":  listIssues,
		"create_issue": createIssue,
	})
}

func main() {
	airlock.Serve()
}

func listIssues(call airlock.Call) (any, error) {
	address, err := issuesOf(call)
	if err != nil {
		return nil, err
	}
	state, err := call.Args.OptionalText("state")
	if err != nil {
		return nil, err
	}
	if state != "" {
		address += "?state=" + url.QueryEscape(state)
	}
	response, err := exchange(airlock.Request{URL: address})
	if err != nil {
		return nil, err
	}
	var page struct {
		Issues []issue `json:"issues"`
	}
	if response.Decode(&page) != nil || page.Issues == nil || slices.ContainsFunc(page.Issues, issue.incomplete) {
		return nil, response.Unexpected(service)
	}
	airlock.Info("issues listed: " + strconv.Itoa(len(page.Issues)))
	return map[string]any{"issues": page.Issues}, nil
}

func createIssue(call airlock.Call) (any, error) {
	address, err := issuesOf(call)
	if err != nil {
		return nil, err
	}
	body, err := newIssue(call.Args)
	if err != nil {
		return nil, err
	}
	response, err := exchange(airlock.Request{
		Method: "POST",
		URL:    address,
		Headers: map[string]string{
			"Content-Type":    "application/json",
			"Idempotency-Key": call.IdempotencyKey,
		},
		Body: airlock.Encode(body),
	})
	if err != nil {
		return nil, err
	}
	var created issue
	if response.Decode(&created) != nil || created.incomplete() {
		return nil, response.Unexpected(service)
	}
	airlock.Info("issue created: " + created.Number.String())
	return map[string]any{"issue": created}, nil
}

func issuesOf(call airlock.Call) (string, error) {
	project, err := call.Args.PathSegment("project")
	return projects + project + "/issues", err
}

type draft struct {
	Title      string          `json:"title"`
	Body       string          `json:"body,omitempty"`
	AssigneeID json.RawMessage `json:"assignee_id,omitempty"`
}

func newIssue(args airlock.Args) (draft, error) {
	title, err := args.Text("title")
	if err != nil {
		return draft{}, err
	}
	body, err := args.OptionalText("body")
	if err != nil {
		return draft{}, err
	}
	assignee, err := args.OptionalInteger("assignee_id")
	return draft{title, body, assignee}, err
}

// exchange sends a request with the credential and accepts only success.
func exchange(request airlock.Request) (airlock.Response, error) {
	request.Credential = credential
	response, err := request.Send()
	if err != nil {
		return airlock.Response{}, err
	}
	return response, response.Check(service)
}

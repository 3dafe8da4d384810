// A connector for the issues of GitHub: it lists, creates and closes issues, and
// uploads files to a release.
package main

import (
	"encoding/json"
	"strconv"
	"time"

	"airlock.dev/guest/airlock"
)

const (
	service  = "GitHub"
	api      = "https://api.github.com/repos/"
	uploads  = "https://uploads.github.com/repos/"
	pageSize = "30"
	keepPage = 10 * time.Minute
)

type issue struct {
	Number      json.Number     `json:"number"`
	Title       string          `json:"title"`
	State       string          `json:"state"`
	URL         string          `json:"html_url"`
	PullRequest json.RawMessage `json:"pull_request,omitempty"`
}

// incomplete tells an issue from a body that only looks like one.
func (i issue) incomplete() bool { return i.Number == "" || i.Title == "" || i.State == "" }

func init() {
	airlock.Handle(airlock.Operations{
		"list_issues":  listIssues,
		"create_issue": createIssue,
		"close_issue":  closeIssue,
		"upload_asset": uploadAsset,
	})
}

func main() { airlock.Serve() }

func createIssue(call airlock.Call) (any, error) {
	address, err := repository(api, call)
	if err != nil {
		return nil, err
	}
	title, err := call.Args.Text("title")
	if err != nil {
		return nil, err
	}
	body, err := call.Args.OptionalText("body")
	if err != nil {
		return nil, err
	}
	labels, err := call.Args.OptionalList("labels")
	if err != nil {
		return nil, err
	}
	draft := struct {
		Title  string            `json:"title"`
		Body   string            `json:"body,omitempty"`
		Labels []json.RawMessage `json:"labels,omitempty"`
	}{title, body, labels}
	created, err := changed(github(address + "/issues").JSON(draft))
	if err != nil {
		return nil, err
	}
	airlock.Info("issue created: " + created.Number.String())
	return map[string]any{"issue": created}, nil
}

func closeIssue(call airlock.Call) (any, error) {
	address, err := repository(api, call)
	if err != nil {
		return nil, err
	}
	number, err := call.Args.Integer("number")
	if err != nil {
		return nil, err
	}
	request := github(address + "/issues/" + string(number))
	request.Method = "PATCH"
	closed, err := changed(request.JSON(map[string]string{"state": "closed"}))
	if err != nil {
		return nil, err
	}
	airlock.Info("issue closed: " + closed.Number.String())
	return map[string]any{"issue": closed}, nil
}

func uploadAsset(call airlock.Call) (any, error) {
	address, err := repository(uploads, call)
	if err != nil {
		return nil, err
	}
	release, err := call.Args.Integer("release_id")
	if err != nil {
		return nil, err
	}
	name, err := call.Args.Text("name")
	if err != nil {
		return nil, err
	}
	content, err := call.Args.Bytes("content_base64")
	if err != nil {
		return nil, err
	}
	assets := airlock.Params("").Add("name", name).On(address + "/releases/" + string(release) + "/assets")
	response, err := send(github(assets).Binary("application/octet-stream", content))
	if err != nil {
		return nil, err
	}
	var asset struct {
		ID   json.Number `json:"id"`
		Name string      `json:"name"`
		Size json.Number `json:"size"`
	}
	if response.Decode(&asset) != nil || asset.ID == "" {
		return nil, response.Unexpected(service)
	}
	airlock.Info("bytes uploaded: " + strconv.Itoa(len(content)))
	return map[string]any{"asset": asset}, nil
}

// changed sends a request whose answer is an issue.
func changed(request airlock.Request) (issue, error) {
	response, err := send(request)
	if err != nil {
		return issue{}, err
	}
	var found issue
	if response.Decode(&found) != nil || found.incomplete() {
		return issue{}, response.Unexpected(service)
	}
	return found, nil
}

// repository returns the URL of the repository that a call is about.
func repository(root string, call airlock.Call) (string, error) {
	owner, err := call.Args.PathSegment("owner")
	if err != nil {
		return "", err
	}
	name, err := call.Args.PathSegment("repo")
	return root + owner + "/" + name, err
}

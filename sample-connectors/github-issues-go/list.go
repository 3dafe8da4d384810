package main

import (
	"encoding/json"
	"strconv"
	"strings"

	"airlock.dev/guest/airlock"
)

// listIssues reads pages as long as there are some, the setting "pages" allows
// it, and GitHub takes requests. Missing pages are an error of the result.
func listIssues(call airlock.Call) (any, error) {
	first, err := firstPage(call)
	if err != nil {
		return nil, err
	}
	most, err := call.Settings.Int("pages")
	if err != nil {
		return nil, err
	}
	pages := airlock.NewPages(first, int(most))
	issues, unchanged := []issue{}, 0
	var missing []*airlock.Error
	for pages.Next() {
		response, err := page(pages.Position())
		if err != nil {
			return nil, err
		}
		if issues, err = appended(issues, response); err != nil {
			return nil, err
		}
		if response.Kept {
			unchanged++
		}
		next, limit := response.Link("next"), response.RateLimit()
		if next != "" && limit.Remaining == 0 {
			missing = append(missing, usedUp(next, limit))
			break
		}
		pages.Then(next)
	}
	airlock.Info("issues listed: " + strconv.Itoa(len(issues)))
	output := map[string]any{"issues": issues, "unchanged_pages": unchanged}
	return airlock.Partial{Output: output, Errors: append(missing, pages.Errors()...)}, nil
}

func firstPage(call airlock.Call) (string, error) {
	address, err := repository(api, call)
	if err != nil {
		return "", err
	}
	state, err := call.Args.OptionalText("state")
	if err != nil {
		return "", err
	}
	labels, err := call.Args.OptionalList("labels")
	if err != nil {
		return "", err
	}
	names := make([]string, len(labels))
	for i, label := range labels {
		if json.Unmarshal(label, &names[i]) != nil {
			return "", airlock.Fail("bad_input", "The labels must be strings.").With("argument", "labels")
		}
	}
	query := airlock.Params("").AddOptional("state", state).AddOptional("labels", strings.Join(names, ","))
	return query.Add("per_page", pageSize).On(address + "/issues"), nil
}

// page reads a page, from the state if it did not change.
func page(address string) (airlock.Response, error) {
	response, err := github(address).SendKept(address, keepPage)
	if err != nil {
		return airlock.Response{}, err
	}
	return response, check(response)
}

// appended adds the issues of a page. GitHub lists pull requests among them.
func appended(issues []issue, response airlock.Response) ([]issue, error) {
	var found []issue
	if response.Decode(&found) != nil || found == nil {
		return nil, response.Unexpected(service)
	}
	for _, one := range found {
		if one.incomplete() {
			return nil, response.Unexpected(service)
		}
		if one.PullRequest == nil {
			issues = append(issues, one)
		}
	}
	return issues, nil
}

func usedUp(next string, limit airlock.RateLimit) *airlock.Error {
	return airlock.Fail("not_attempted", "GitHub takes no more requests for now, so there are pages that were not read.").
		With("next", next).
		With("wait_s", int64(limit.Wait.Seconds()))
}

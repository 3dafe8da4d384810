// A connector that uses all of the guest library.
package main

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"time"

	"airlock.dev/guest/airlock"
)

const (
	service = "The service"
	root    = "https://api.example.com/"
)

type object map[string]any

func init() {
	airlock.Handle(airlock.Operations{
		"arguments":  arguments,
		"settings":   settings,
		"search":     search,
		"bodies":     bodies,
		"pages":      pages,
		"kept":       kept,
		"rate_limit": rateLimit,
		"parts":      parts,
		"last_error": lastError,
		"notes":      notes,
	})
}

func main() { airlock.Serve() }

func arguments(call airlock.Call) (any, error) {
	flag, err := call.Args.Bool("flag")
	if err != nil {
		return nil, err
	}
	number, err := call.Args.Float("number")
	if err != nil {
		return nil, err
	}
	count, err := call.Args.Int("count")
	if err != nil {
		return nil, err
	}
	list, err := call.Args.List("list")
	if err != nil {
		return nil, err
	}
	within, err := call.Args.Object("object")
	if err != nil {
		return nil, err
	}
	inner, err := within.Text("inner")
	if err != nil {
		return nil, err
	}
	bytes, err := call.Args.Bytes("bytes")
	if err != nil {
		return nil, err
	}
	output := object{
		"flag": flag, "half": number / 2, "next": count + 1, "items": len(list), "inner": inner, "size": len(bytes),
	}
	return output, optionalArguments(call.Args, output)
}

func optionalArguments(args airlock.Args, output object) error {
	flag, err := args.OptionalBool("other_flag", true)
	if err != nil {
		return err
	}
	number, err := args.OptionalFloat("other_number", 1.5)
	if err != nil {
		return err
	}
	count, err := args.OptionalInt("other_count", 7)
	if err != nil {
		return err
	}
	list, err := args.OptionalList("other_list")
	if err != nil {
		return err
	}
	within, err := args.OptionalObject("other_object")
	if err != nil {
		return err
	}
	digits, err := args.OptionalInteger("digits")
	output["others"] = []any{flag, number, count, len(list), within != nil, digits}
	return err
}

func settings(call airlock.Call) (any, error) {
	site, err := call.Settings.Text("site")
	if err != nil {
		return nil, err
	}
	pages, err := call.Settings.Int("pages")
	if err != nil {
		return nil, err
	}
	share, err := call.Settings.Float("share")
	if err != nil {
		return nil, err
	}
	strict, err := call.Settings.Bool("strict")
	return object{"site": site, "pages": pages, "share": share, "strict": strict}, err
}

func search(call airlock.Call) (any, error) {
	words, err := call.Args.Text("words")
	if err != nil {
		return nil, err
	}
	sort, err := call.Args.OptionalText("sort")
	if err != nil {
		return nil, err
	}
	query := airlock.Params("").Add("q", words).AddOptional("sort", sort).Add("tag", "a&b").Add("tag", "c")
	return fetch(airlock.Request{URL: query.On(root + "search?v=1")})
}

func bodies(call airlock.Call) (any, error) {
	bytes, err := call.Args.Bytes("bytes")
	if err != nil {
		return nil, err
	}
	request := airlock.Request{URL: root + "things", Credential: "bearer"}
	if _, err := fetch(request.JSON(object{"name": "Größe"})); err != nil {
		return nil, err
	}
	form := airlock.Params("").Add("name", "A lamp & more").Add("n", "1")
	if _, err := fetch(request.Form(form).Header("X-Kind", "form")); err != nil {
		return nil, err
	}
	request.Method = "PUT"
	if _, err := fetch(request.Binary("application/octet-stream", bytes)); err != nil {
		return nil, err
	}
	response, err := airlock.Request{URL: root + "old", FollowRedirects: true}.Send()
	if err != nil {
		return nil, err
	}
	return object{"bytes": base64.StdEncoding.EncodeToString(response.Body)}, response.Check(service)
}

type page struct {
	Items []json.RawMessage `json:"items"`
	Next  string            `json:"next"`
	More  bool              `json:"more"`
}

func pages(call airlock.Call) (any, error) {
	by, err := call.Args.Text("by")
	if err != nil {
		return nil, err
	}
	first := map[string]string{"link": root + "link", "cursor": "", "number": "1"}[by]
	pages := airlock.NewPages(first, 3)
	items := []json.RawMessage{}
	for pages.Next() {
		address := pages.Position()
		if by != "link" {
			address = airlock.Params("").AddOptional("at", pages.Position()).On(root + by)
		}
		response, err := airlock.Request{URL: address}.Send()
		if err != nil {
			return nil, err
		}
		if err := response.Check(service); err != nil {
			return nil, err
		}
		var page page
		if response.Decode(&page) != nil {
			return nil, response.Unexpected(service)
		}
		items = append(items, page.Items...)
		switch by {
		case "link":
			pages.Then(response.Link("next"))
		case "cursor":
			pages.Then(page.Next)
		default:
			pages.ThenNumber(page.More)
		}
	}
	return airlock.Partial{Output: object{"items": items}, Errors: pages.Errors()}, nil
}

func kept(airlock.Call) (any, error) {
	response, err := airlock.Request{URL: root + "report"}.SendKept("report", 24*time.Hour)
	if err != nil {
		return nil, err
	}
	if err := response.Check(service); err != nil {
		return nil, err
	}
	tag, next := response.Header("ETag"), response.Link("next")
	return object{"text": string(response.Body), "kept": response.Kept, "next": next, "tag": tag}, nil
}

func rateLimit(call airlock.Call) (any, error) {
	name, err := call.Args.PathSegment("case")
	if err != nil {
		return nil, err
	}
	response, err := airlock.Request{URL: root + "limits/" + name}.Send()
	if err != nil {
		return nil, err
	}
	limit := response.RateLimit()
	return object{"limited": limit.Limited, "remaining": limit.Remaining, "wait": int64(limit.Wait / time.Second)}, nil
}

func parts(call airlock.Call) (any, error) {
	names, err := call.Args.List("names")
	if err != nil {
		return nil, err
	}
	items := []any{}
	errors := []*airlock.Error{}
	for index := range names {
		item, err := fetch(airlock.Request{URL: root + "items/" + strconv.Itoa(index)})
		if failure, failed := err.(*airlock.Error); failed {
			errors = append(errors, failure.With("index", index))
			continue
		}
		items = append(items, item)
	}
	errors = append(errors, airlock.Fail("external_api_error", "The service has no more.").With("code", "end"))
	return airlock.Partial{Output: object{"items": items}, Errors: errors}, nil
}

func lastError(airlock.Call) (any, error) {
	_, before := airlock.LastError()
	_, err := airlock.Request{URL: root + "broken"}.Send()
	if err == nil {
		return object{}, nil
	}
	last, _ := airlock.LastError()
	return object{"before": before, "kind": last.Kind, "told": last.Message != ""}, nil
}

func notes(call airlock.Call) (any, error) {
	claim := airlock.Once("note", time.Minute)
	before, there := airlock.StateGet("note")
	airlock.StatePut("note", []byte("Größe "+call.IdempotencyKey), 0)
	airlock.StatePut("gone", []byte("x"), time.Minute)
	airlock.StateDelete("gone")
	_, gone := airlock.StateGet("gone")
	airlock.Trace("at trace")
	airlock.Debug("at debug")
	airlock.Info("at info")
	airlock.Warn("at warn")
	airlock.LogError("at error")
	words := map[airlock.Claim]string{airlock.New: "new", airlock.Done: "done", airlock.InDoubt: "in_doubt"}
	return object{"claim": words[claim], "there": there, "before": string(before), "gone": !gone}, nil
}

// fetch sends a request and returns the JSON of a response that went well.
func fetch(request airlock.Request) (any, error) {
	response, err := request.Send()
	if err != nil {
		return nil, err
	}
	if err := response.Check(service); err != nil {
		return nil, err
	}
	var body json.RawMessage
	if response.Decode(&body) != nil {
		return nil, response.Unexpected(service)
	}
	return body, nil
}

// A connector for The train service.
package main

import (
	"encoding/json"
	"strconv"
	"strings"

	"airlock.dev/guest/airlock"
)

const service = "The train service"

func init() {
	airlock.Handle(airlock.Operations{
		"get_stations":               getStations,
		"get_station":                getStation,
		"put_station":                putStation,
		"delete_station":             deleteStation,
		"post_bookings_ref_note_txt": postBookingsRefNoteTxt,
		"get_loop":                   getLoop,
	})
}

func main() {
	airlock.Serve()
}

// Finds stations.
func getStations(call airlock.Call) (any, error) {
	args, err := ReadGetStationsArgs(call)
	if err != nil {
		return nil, err
	}
	query := airlock.Params("")
	query = query.Add("limit", strconv.FormatInt(args.Limit, 10))
	if args.Country != nil {
		query = query.Add("country", *args.Country)
	}
	for _, value := range args.Line {
		query = query.Add("line[]", strconv.FormatInt(value, 10))
	}
	if len(args.Tags) > 0 {
		var values []string
		for _, value := range args.Tags {
			values = append(values, value)
		}
		query = query.Add("tags", strings.Join(values, ","))
	}
	query = query.Add("within", strconv.FormatFloat(args.Within, 'g', -1, 64))
	if len(args.Near) > 0 {
		var values []string
		for _, value := range args.Near {
			values = append(values, strconv.FormatFloat(value, 'g', -1, 64))
		}
		query = query.Add("near", strings.Join(values, ","))
	}
	request := airlock.Request{Method: "GET", URL: query.On("https://eu.trains.example.com/v2/stations"), Credential: "api_key"}
	if args.XRequestNote != nil {
		request = request.Header("X-Request-Note", *args.XRequestNote)
	}
	items, err := send(request)
	return map[string]any{"items": items}, err
}

func getStation(call airlock.Call) (any, error) {
	args, err := ReadGetStationArgs(call)
	if err != nil {
		return nil, err
	}
	request := airlock.Request{Method: "GET", URL: "https://eu.trains.example.com/v2/stations/" + strconv.FormatInt(args.StationID, 10), Credential: "api_key"}
	return send(request)
}

func putStation(call airlock.Call) (any, error) {
	args, err := ReadPutStationArgs(call)
	if err != nil {
		return nil, err
	}
	request := airlock.Request{Method: "PUT", URL: "https://eu.trains.example.com/v2/stations/" + strconv.FormatInt(args.StationID, 10), Credential: "api_key"}
	if body, given := call.Args["body"]; given {
		request = request.JSON(body)
	}
	response, err := request.Send()
	if err != nil {
		return nil, err
	}
	return map[string]any{}, response.Check(service)
}

func deleteStation(call airlock.Call) (any, error) {
	args, err := ReadDeleteStationArgs(call)
	if err != nil {
		return nil, err
	}
	request := airlock.Request{Method: "DELETE", URL: "https://eu.trains.example.com/v2/stations/" + strconv.FormatInt(args.StationID, 10), Credential: "api_key"}
	response, err := request.Send()
	if err != nil {
		return nil, err
	}
	return map[string]any{}, response.Check(service)
}

// Adds a note. */ "Quoted" \ text
func postBookingsRefNoteTxt(call airlock.Call) (any, error) {
	refSegment, err := call.Args.PathSegment("ref")
	if err != nil {
		return nil, err
	}
	request := airlock.Request{Method: "POST", URL: "https://eu.trains.example.com/v2/bookings/" + refSegment + "/note.txt", Credential: "api_key"}
	request = request.Header("Idempotency-Key", call.IdempotencyKey)
	if body, given := call.Args["body"]; given {
		request = request.JSON(body)
	}
	value, err := send(request)
	return map[string]any{"value": value}, err
}

func getLoop(call airlock.Call) (any, error) {
	request := airlock.Request{Method: "GET", URL: "https://eu.trains.example.com/v2/loop", Credential: "api_key"}
	return send(request)
}

// send returns the JSON body of the answer to a request.
func send(request airlock.Request) (json.RawMessage, error) {
	response, err := request.Send()
	if err == nil {
		err = response.Check(service)
	}
	if err != nil {
		return nil, err
	}
	var body json.RawMessage
	if response.Decode(&body) != nil {
		return nil, response.Unexpected(service)
	}
	return body, nil
}

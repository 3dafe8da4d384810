//! A connector for The train service.

mod operations;

use airlock::{Call, Error, Json, Output, Params, Request, object};
use operations::{DeleteStationArgs, GetStationArgs, GetStationsArgs, PutStationArgs};

const SERVICE: &str = "The train service";

airlock::connector! {
    "get_stations" => get_stations,
    "get_station" => get_station,
    "put_station" => put_station,
    "delete_station" => delete_station,
    "post_bookings_ref_note_txt" => post_bookings_ref_note_txt,
    "get_loop" => get_loop,
}

/// Finds stations.
fn get_stations(call: &Call) -> Result<Output, Error> {
    let args = GetStationsArgs::of(call)?;
    let mut query = Params::new();
    query = query.add("limit", &args.limit.to_string());
    if let Some(value) = &args.country {
        query = query.add("country", value);
    }
    for value in args.line.unwrap_or_default() {
        query = query.add("line[]", &value.to_string());
    }
    let values = args.tags.unwrap_or_default().iter().map(|value| value.to_string()).collect::<Vec<_>>().join(",");
    if !values.is_empty() {
        query = query.add("tags", &values);
    }
    query = query.add("within", &args.within.to_string());
    let values = args.near.unwrap_or_default().iter().map(|value| value.to_string()).collect::<Vec<_>>().join(",");
    if !values.is_empty() {
        query = query.add("near", &values);
    }
    let mut request = Request::new("GET", &query.on("https://eu.trains.example.com/v2/stations")).credential("api_key");
    if let Some(value) = &args.x_request_note {
        request = request.header("X-Request-Note", value);
    }
    Ok(object([("items", send(request)?)]).into())
}

fn get_station(call: &Call) -> Result<Output, Error> {
    let args = GetStationArgs::of(call)?;
    let request = Request::new("GET", &format!("https://eu.trains.example.com/v2/stations/{}", args.station_id)).credential("api_key");
    Ok(send(request)?.into())
}

fn put_station(call: &Call) -> Result<Output, Error> {
    let args = PutStationArgs::of(call)?;
    let mut request = Request::new("PUT", &format!("https://eu.trains.example.com/v2/stations/{}", args.station_id)).credential("api_key");
    if let Some(body) = call.args.as_json().get("body") {
        request = request.json(body);
    }
    request.send()?.check(SERVICE)?;
    Ok(object([]).into())
}

fn delete_station(call: &Call) -> Result<Output, Error> {
    let args = DeleteStationArgs::of(call)?;
    let request = Request::new("DELETE", &format!("https://eu.trains.example.com/v2/stations/{}", args.station_id)).credential("api_key");
    request.send()?.check(SERVICE)?;
    Ok(object([]).into())
}

/// Adds a note. */ "Quoted" \ text
fn post_bookings_ref_note_txt(call: &Call) -> Result<Output, Error> {
    let ref_segment = call.args.path_segment("ref")?;
    let mut request = Request::new("POST", &format!("https://eu.trains.example.com/v2/bookings/{}/note.txt", ref_segment)).header("Idempotency-Key", &call.idempotency_key).credential("api_key");
    if let Some(body) = call.args.as_json().get("body") {
        request = request.json(body);
    }
    Ok(object([("value", send(request)?)]).into())
}

fn get_loop(_call: &Call) -> Result<Output, Error> {
    let request = Request::new("GET", "https://eu.trains.example.com/v2/loop").credential("api_key");
    Ok(send(request)?.into())
}

/// The JSON body of the answer to a request.
fn send(request: Request) -> Result<Json, Error> {
    let response = request.send()?.check(SERVICE)?;
    response.json().ok_or_else(|| response.unexpected(SERVICE))
}

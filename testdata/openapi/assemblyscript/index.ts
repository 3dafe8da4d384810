/** A connector for The train service. */
import { Call, Json, Operation, Params, Request, serve } from "../guest/airlock";
import { decimalText, readDeleteStationArgs, readGetStationArgs, readGetStationsArgs, readPutStationArgs } from "./operations";

const SERVICE = "The train service";

/** Finds stations. */
function getStations(call: Call): Json {
  const args = readGetStationsArgs(call);
  const query = new Params();
  query.add("limit", args.limit.toString());
  const countryGiven = args.country;
  if (countryGiven !== null) query.add("country", countryGiven);
  const lineGiven = args.line;
  if (lineGiven) {
    for (let i = 0; i < lineGiven.length; i++) query.add("line[]", lineGiven[i].toString());
  }
  const tagsGiven = args.tags;
  if (tagsGiven) {
    if (tagsGiven.length) query.add("tags", tagsGiven.join(","));
  }
  query.add("within", decimalText(args.within));
  const nearGiven = args.near;
  if (nearGiven) {
    if (nearGiven.length) query.add("near", nearGiven.map<string>((item) => decimalText(item)).join(","));
  }
  const request = new Request(query.on("https://eu.trains.example.com/v2/stations"));
  request.method = "GET";
  request.credential = "api_key";
  const xRequestNoteGiven = args.xRequestNote;
  if (xRequestNoteGiven !== null) request.header("X-Request-Note", xRequestNoteGiven);
  return Json.object().set("items", request.send().expectJson(SERVICE));
}

function getStation(call: Call): Json {
  const args = readGetStationArgs(call);
  const request = new Request("https://eu.trains.example.com/v2/stations/" + args.stationId.toString());
  request.method = "GET";
  request.credential = "api_key";
  return request.send().expectJson(SERVICE);
}

function putStation(call: Call): Json {
  const args = readPutStationArgs(call);
  const request = new Request("https://eu.trains.example.com/v2/stations/" + args.stationId.toString());
  request.method = "PUT";
  request.credential = "api_key";
  const body = call.args.get("body");
  if (body) {
    request.json(body);
    request.method = "PUT";
  }
  request.send().expect(SERVICE);
  return Json.object();
}

function deleteStation(call: Call): Json {
  const args = readDeleteStationArgs(call);
  const request = new Request("https://eu.trains.example.com/v2/stations/" + args.stationId.toString());
  request.method = "DELETE";
  request.credential = "api_key";
  request.send().expect(SERVICE);
  return Json.object();
}

/** Adds a note. * / "Quoted" \ text */
function postBookingsRefNoteTxt(call: Call): Json {
  const refSegment = call.pathSegment("ref");
  const request = new Request("https://eu.trains.example.com/v2/bookings/" + refSegment + "/note.txt");
  request.method = "POST";
  request.credential = "api_key";
  request.header("Idempotency-Key", call.idempotencyKey);
  const body = call.args.get("body");
  if (body) {
    request.json(body);
    request.method = "POST";
  }
  return Json.object().set("value", request.send().expectJson(SERVICE));
}

function getLoop(call: Call): Json {
  const request = new Request("https://eu.trains.example.com/v2/loop");
  request.method = "GET";
  request.credential = "api_key";
  return request.send().expectJson(SERVICE);
}

serve([
  new Operation("get_stations", getStations),
  new Operation("get_station", getStation),
  new Operation("put_station", putStation),
  new Operation("delete_station", deleteStation),
  new Operation("post_bookings_ref_note_txt", postBookingsRefNoteTxt),
  new Operation("get_loop", getLoop),
]);

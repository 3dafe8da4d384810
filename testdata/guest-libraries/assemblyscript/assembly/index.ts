/** A connector that uses all of the guest library. */
import {
  Call, Claim, Json, Operation, Pages, Params, Request,
  addError, debug, encodeBase64, info, lastError, logError, newError, once, serve,
  stateDelete, stateGet, statePut, takeFailure, trace, warn, withDetail,
} from "../../../../sample-connectors/guest/assemblyscript/airlock";

const SERVICE = "The service";
const ROOT = "https://api.example.com/";
const FOR_EVER: i64 = 0;
const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

function readArguments(call: Call): Json {
  const flag = call.bool("flag");
  const number = call.float("number");
  const count = call.int("count");
  const list = call.list("list");
  const within = call.object("object");
  const inner = within.text("inner");
  const bytes = call.bytes("bytes");
  return Json.object()
    .set("flag", Json.bool(flag))
    .set("half", Json.float(number / 2))
    .set("next", Json.integer(count + 1))
    .set("items", Json.integer(list.length))
    .set("inner", Json.text(inner))
    .set("size", Json.integer(bytes.byteLength))
    .set("others", optionalArguments(call));
}

function optionalArguments(call: Call): Json {
  const flag = call.optionalBool("other_flag", true);
  const number = call.optionalFloat("other_number", 1.5);
  const count = call.optionalInt("other_count", 7);
  const list = call.optionalList("other_list");
  const within = call.optionalObject("other_object");
  return Json.list()
    .add(Json.bool(flag))
    .add(Json.float(number))
    .add(Json.integer(count))
    .add(Json.integer(list ? list.length : 0))
    .add(Json.bool(within !== null))
    .add(call.optionalInteger("digits") || Json.float(NaN));
}

function readSettings(call: Call): Json {
  return Json.object()
    .set("site", Json.text(call.settings.text("site")))
    .set("pages", Json.integer(call.settings.int("pages")))
    .set("share", Json.float(call.settings.float("share")))
    .set("strict", Json.bool(call.settings.bool("strict")));
}

function search(call: Call): Json {
  const words = call.text("words");
  const sort = call.optionalText("sort");
  const query = new Params().add("q", words).addOptional("sort", sort).add("tag", "a&b").add("tag", "c");
  return new Request(query.on(ROOT + "search?v=1")).send().expectJson(SERVICE);
}

function bodies(call: Call): Json {
  const bytes = call.bytes("bytes");
  const request = new Request(ROOT + "things").json(Json.object().set("name", Json.text("Größe")));
  request.credential = "bearer";
  request.send().expectJson(SERVICE);
  const form = new Params().add("name", "A lamp & more").add("n", "1");
  new Request(ROOT + "things").form(form).header("X-Kind", "form").send().expectJson(SERVICE);
  const put = new Request(ROOT + "things").binary("application/octet-stream", bytes);
  put.method = "PUT";
  put.send().expectJson(SERVICE);
  const old = new Request(ROOT + "old");
  old.followRedirects = true;
  const response = old.send();
  response.expect(SERVICE);
  return Json.object().set("bytes", Json.text(encodeBase64(response.bytes)));
}

function readPages(call: Call): Json {
  const by = call.text("by");
  const items = Json.list();
  const pages = new Pages(by == "link" ? ROOT + "link" : by == "cursor" ? "" : "1", 3);
  while (pages.next()) {
    const url = by == "link" ? pages.position : new Params().addOptional("at", pages.position).on(ROOT + by);
    const response = new Request(url).send();
    const body = response.expectJson(SERVICE);
    const found = body.get("items") || response.failUnexpected(SERVICE);
    for (let i = 0; i < found.items.length; i++) items.add(found.items[i]);
    const more = body.get("more") || Json.bool(false);
    if (by == "link") pages.then(response.link("next"));
    else if (by == "cursor") pages.then(body.textOf("next"));
    else pages.thenNumber(more.isTrue);
  }
  pages.addErrors();
  return Json.object().set("items", items);
}

function kept(_: Call): Json {
  const response = new Request(ROOT + "report").sendKept("report", DAY);
  return Json.object()
    .set("text", Json.text(response.expect(SERVICE)))
    .set("kept", Json.bool(response.kept))
    .set("next", Json.text(response.link("next")))
    .set("tag", Json.text(response.header("ETag")));
}

function rateLimit(call: Call): Json {
  const name = call.pathSegment("case");
  const limit = new Request(ROOT + "limits/" + name).send().rateLimit();
  return Json.object()
    .set("limited", Json.bool(limit.limited))
    .set("remaining", Json.integer(limit.remaining))
    .set("wait", Json.integer(limit.wait));
}

function parts(call: Call): Json {
  const items = Json.list();
  const names = call.list("names");
  for (let index = 0; index < names.length; index++) {
    const item = new Request(ROOT + "items/" + index.toString()).send().expectJson(SERVICE);
    const error = takeFailure();
    if (error) addError(withDetail(error, "index", Json.integer(index)));
    else items.add(item);
  }
  const end = newError("external_api_error", "The service has no more.");
  addError(withDetail(end, "code", Json.text("end")));
  return Json.object().set("items", items);
}

function readLastError(_: Call): Json {
  const before = lastError();
  new Request(ROOT + "broken").send();
  takeFailure();
  const last = lastError();
  return Json.object()
    .set("before", Json.bool(before !== null))
    .set("kind", Json.text(last ? last.kind : ""))
    .set("told", Json.bool(last ? last.message.length > 0 : false));
}

function notes(call: Call): Json {
  const claim = once("note", MINUTE);
  const before = stateGet("note");
  statePut("note", "Größe " + call.idempotencyKey, FOR_EVER);
  statePut("gone", "x", MINUTE);
  stateDelete("gone");
  trace("at trace");
  debug("at debug");
  info("at info");
  warn("at warn");
  logError("at error");
  return Json.object()
    .set("claim", Json.text(claim == Claim.NEW ? "new" : claim == Claim.DONE ? "done" : "in_doubt"))
    .set("there", Json.bool(before !== null))
    .set("before", Json.text(before === null ? "" : before))
    .set("gone", Json.bool(stateGet("gone") === null));
}

serve([
  new Operation("arguments", readArguments),
  new Operation("settings", readSettings),
  new Operation("search", search),
  new Operation("bodies", bodies),
  new Operation("pages", readPages),
  new Operation("kept", kept),
  new Operation("rate_limit", rateLimit),
  new Operation("parts", parts),
  new Operation("last_error", readLastError),
  new Operation("notes", notes),
]);

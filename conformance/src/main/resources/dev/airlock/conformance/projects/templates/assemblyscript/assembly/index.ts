/** A connector that looks up items. */
import { Call, Json, Operation, Request, Response, info, serve } from "../guest/airlock";

const SERVICE = "The item service";
const ITEMS = "https://api.example.com/v1/items/";

function getItem(call: Call): Json {
  const id = call.pathSegment("id");
  const request = new Request(ITEMS + id);
  request.credential = "bearer";
  const response = request.send();
  const found = response.expectJson(SERVICE);
  const item = Json.object().set("id", member(found, "id", response)).set("title", member(found, "title", response));
  info("item found: " + id);
  return Json.object().set("item", item);
}

function member(found: Json, name: string, response: Response): Json {
  return found.get(name) || response.failUnexpected(SERVICE);
}

serve([new Operation("get_item", getItem)]);

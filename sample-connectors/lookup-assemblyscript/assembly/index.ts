/**
 * A connector that looks up countries. It only reads, and it needs no
 * credential.
 */
import { Call, Json, Kind, Operation, Request, Response, info, serve } from "../../guest/assemblyscript/airlock";

const SERVICE = "The country service";
const ROOT = "https://countries.example.com/v1/";
const FIELDS: StaticArray<string> = ["code", "name", "capital", "population", "flag"];

function findCountry(call: Call): Json {
  const code = call.pathSegment("code");
  const response = new Request(ROOT + "code/" + code).send();
  const country = countryIn(response.expectJson(SERVICE), response);
  info("country found: " + country.textOf("name"));
  return Json.object().set("country", country);
}

function searchCountries(call: Call): Json {
  const name = call.pathSegment("name");
  const response = new Request(ROOT + "name/" + name).send();
  const found = response.expectJson(SERVICE).get("countries");
  if (!found || found.kind != Kind.LIST) return response.failUnexpected(SERVICE);
  const countries = Json.list();
  for (let i = 0; i < found.items.length; i++) countries.add(countryIn(found.items[i], response));
  info("countries found: " + countries.items.length.toString());
  return Json.object().set("countries", countries);
}

/** The fields of a country that this connector promises, as the service wrote them. */
function countryIn(body: Json, response: Response): Json {
  const country = Json.object();
  for (let i = 0; i < FIELDS.length; i++) {
    country.set(FIELDS[i], body.get(FIELDS[i]) || response.failUnexpected(SERVICE));
  }
  return country;
}

serve([
  new Operation("find_country", findCountry),
  new Operation("search_countries", searchCountries),
]);

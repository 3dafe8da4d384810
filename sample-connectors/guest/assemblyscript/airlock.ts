/**
 * The guest side of Airlock for connectors written in AssemblyScript.
 *
 * One call arrives, the connector talks to its service through the host, and
 * one answer leaves. This module reads the call, picks the operation and writes
 * the answer, so that a connector is a set of functions:
 *
 *     import { Call, Json, Operation, info, serve } from "../guest/assemblyscript/airlock";
 *
 *     function greet(call: Call): Json {
 *       const name = call.text("name");
 *       info("greeting somebody");
 *       return Json.object().set("greeting", Json.text("Hello, " + name));
 *     }
 *
 *     serve([new Operation("greet", greet)]);
 *
 * A function that finds a failure reports it and returns something harmless: an
 * empty text, an empty list, an object without members. The first failure is
 * the answer, and after it this module sends no request and logs nothing, so a
 * connector may go on as if all were well.
 *
 * Compiled alone the source is a command, which reads standard input and writes
 * standard output. With reactor.ts as a second entry file it is a reactor, whose
 * functions the host calls. Host functions that a connector does not use
 * are not imported, so its manifest declares exactly what it needs.
 */
import { readStdin, responseBody, responseStatus, sendRequest, writeLog, writeStdout } from "./host";
import { Json, Kind } from "./json";
import { decode, encode } from "./utf8";

export { Json, Kind };

/** Answers one kind of call with an object. */
export class Operation {
  constructor(readonly name: string, readonly run: (call: Call) => Json) {}
}

let served: Array<Operation> = [];

/**
 * Says which operations the connector has; once, outside any function. A command
 * reads its call, answers it and ends there.
 */
export function serve(operations: Array<Operation>): void {
  served = operations;
  if (!isDefined(AIRLOCK_REACTOR)) {
    writeStdout(answer(readStdin()));
    process.exit(0);
  }
}

/** The answer to a call, both as JSON. */
export function answer(document: string): string {
  const call = readCall(document);
  let output = Json.object();
  if (!failure) output = run(call);
  const error = failure;
  if (error) return Json.object().set("error", error).toString();
  return Json.object().set("output", output).toString();
}

function run(call: Call): Json {
  for (let i = 0; i < served.length; i++) {
    if (served[i].name == call.op) return served[i].run(call);
  }
  return failUnknown(call.op, served);
}

/** The one request that this instance answers. */
export class Call {
  constructor(
    /** The operation's name. */
    readonly op: string,
    private readonly args: Json,
    /** The same for every attempt at one call. */
    readonly idempotencyKey: string,
    /** Counts the attempts at this call, from 1. */
    readonly attempt: i32,
    /**
     * 256 fresh random bits in hexadecimal, in a reactor only. Random numbers of
     * a reactor whose state was captured when it was loaded are the same in each
     * call, unless they are made of it.
     */
    readonly seed: string,
  ) {}

  /** A required argument, a string that is not empty. */
  text(name: string): string {
    const text = this.optionalText(name);
    if (!text.length) failMissing(name);
    return text;
  }

  /** A string, or "" if the argument is absent. */
  optionalText(name: string): string {
    const value = this.argument(name, Kind.TEXT, "a string");
    return value ? value.text : "";
  }

  /** A required integer as it was written, whatever its size. */
  integer(name: string): Json {
    return this.optionalInteger(name) || failMissing(name);
  }

  /** An integer as it was written, or null if the argument is absent. */
  optionalInteger(name: string): Json | null {
    const value = this.argument(name, Kind.NUMBER, "an integer");
    if (!value || value.isInteger) return value;
    failArgument(name, "an integer");
    return null;
  }

  /** The items of a required list that is not empty. */
  list(name: string): Array<Json> {
    const expected = "an array that is not empty";
    const value = this.argument(name, Kind.LIST, expected) || failMissing(name);
    if (!value.items.length) failArgument(name, expected);
    return value.items;
  }

  /** A required string, escaped as one segment of a URL path. */
  pathSegment(name: string): string {
    const text = this.text(name);
    if (text == "." || text == "..") failArgument(name, "a name");
    return encodeURIComponent(decode(encode(text)));
  }

  private argument(name: string, kind: Kind, expected: string): Json | null {
    const value = this.args.get(name);
    if (!value || value.kind == Kind.NULL) return null;
    if (value.kind == kind) return value;
    failArgument(name, expected);
    return null;
  }
}

/** The first failure; after it nothing more is done. */
let failure: Json | null = null;

/**
 * Reports a failure, unless there is one already. The class is a claim: the host
 * compares it with the exchanges that it has seen. The message is for a person.
 * The result, an object without members, lets an operation write
 * `return fail(…)`.
 */
export function fail(failureClass: string, message: string, details: Json | null = null): Json {
  if (failure) return Json.object();
  const error = Json.object()
    .set("class", Json.text(failureClass))
    .set("message", Json.text(message));
  if (details) error.set("details", details);
  failure = error;
  return Json.object();
}

/** Reports that an argument is not what it must be, for instance "positive". */
export function failArgument(name: string, mustBe: string): Json {
  return failBadInput(name, "must be " + mustBe);
}

/**
 * One HTTP request. The host sends it if the manifest grants the URL's host; if
 * not, the call ends there.
 */
export class Request {
  method: string = "GET";
  /** An object of strings. */
  headers: Json = Json.object();
  /** Sent as it is; null for none. */
  body: string | null = null;
  /** The kind of credential that the host adds; its value stays there. */
  credential: string | null = null;

  constructor(readonly url: string) {}

  /** Sends the request. Without an answer, the failure has the class network_error. */
  send(): Response {
    if (failure) return new Response(0, "");
    const code = sendRequest(this.describe());
    if (code == -1) fail("network_error", "The exchange with " + this.host + " failed on the network.");
    if (code != 0) {
      fail(
        "connector_runtime_error",
        "The host did not accept the request to " + this.host + " (code " + code.toString() + ").",
      );
    }
    if (failure) return new Response(0, "");
    const body = responseBody();
    if (body === null) {
      fail("connector_runtime_error", "The response could not be read whole.");
      return new Response(0, "");
    }
    return new Response(responseStatus(), body);
  }

  private describe(): string {
    const fields = Json.object()
      .set("method", Json.text(this.method))
      .set("url", Json.text(this.url));
    const body = this.body;
    const credential = this.credential;
    if (this.headers.items.length) fields.set("headers", this.headers);
    if (body !== null) fields.set("body", Json.text(body));
    if (credential !== null) fields.set("credential", Json.text(credential));
    return fields.toString();
  }

  private get host(): string {
    const parts = this.url.split("/");
    return parts.length > 2 ? parts[2] : "the service";
  }
}

/** The answer to a request, whatever its status. */
export class Response {
  constructor(readonly status: i32, readonly body: string) {}

  /**
   * The JSON body of a response with a status from 200 to 299. For any other
   * status and any other body, the failure has the class external_api_error and
   * says what the service answered.
   */
  expectJson(service: string): Json {
    if (failure) return Json.object();
    const body = Json.parse(this.body);
    if (this.status < 200 || this.status > 299) {
      const reason = body ? reasonIn(body) : "";
      const answer = service + " answered with status " + this.status.toString();
      return this.fail(reason.length ? answer + ": " + reason : answer);
    }
    return body || this.failUnexpected(service);
  }

  /** Reports that the body is not what the service promises. */
  failUnexpected(service: string): Json {
    return this.fail(service + " sent a body that this connector does not understand.");
  }

  private fail(message: string): Json {
    return fail("external_api_error", message, Json.object().set("status", Json.integer(this.status)));
  }
}

/** Writes a line to the host's log. */
export function debug(message: string): void {
  if (!failure) writeLog("debug", message);
}

/** Writes a line to the host's log. */
export function info(message: string): void {
  if (!failure) writeLog("info", message);
}

/** Writes a line to the host's log. */
export function warn(message: string): void {
  if (!failure) writeLog("warn", message);
}

function readCall(text: string): Call {
  let document = Json.parse(text);
  if (!document || document.kind != Kind.OBJECT) {
    document = fail("bad_input", "The call is not a JSON object.");
  }
  const args = document.get("args") || Json.object();
  const call = document.get("call") || Json.object();
  const attempt = call.get("attempt");
  return new Call(
    document.textOf("op"),
    args,
    call.textOf("idempotency_key"),
    attempt ? <i32>parseInt(attempt.text) : 1,
    call.textOf("seed"),
  );
}

/** The text of an error body in one of its usual places, or "". */
function reasonIn(body: Json): string {
  const error = body.get("error") || Json.object();
  let reason = body.textOf("message");
  if (!reason.length) reason = error.textOf("message");
  if (!reason.length) reason = body.textOf("error");
  return reason;
}

function failUnknown(op: string, operations: Array<Operation>): Json {
  const names = operations.map<string>((operation) => operation.name).sort();
  const list = Json.list();
  for (let i = 0; i < names.length; i++) list.add(Json.text(names[i]));
  return fail(
    "unknown_op",
    'There is no operation "' + op + '". Known operations: ' + names.join(", ") + ".",
    Json.object().set("known_ops", list),
  );
}

function failMissing(name: string): Json {
  return failBadInput(name, "is missing");
}

function failBadInput(name: string, problem: string): Json {
  return fail(
    "bad_input",
    'The argument "' + name + '" ' + problem + ".",
    Json.object().set("argument", Json.text(name)),
  );
}

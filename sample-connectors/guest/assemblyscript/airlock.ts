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
import { decodeBase64, encodeBase64 } from "./base64";
import {
  addError, answerWith, fail, failArgument, failMissing, failed, newError, takeFailure, withDetail,
} from "./failure";
import { readStdin, writeLog, writeStdout } from "./host";
import { KEPT_MOST, NetworkError, Request, Response, lastError } from "./http";
import { Json, Kind } from "./json";
import { Pages } from "./pages";
import { Params, escape } from "./params";
import { RateLimit } from "./ratelimit";
import { Claim, once, stateDelete, stateGet, statePut } from "./state";

export {
  Claim, Json, KEPT_MOST, Kind, NetworkError, Pages, Params, RateLimit, Request, Response,
  addError, decodeBase64, encodeBase64, fail, failArgument, lastError, newError, once,
  stateDelete, stateGet, statePut, takeFailure, withDetail,
};

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
  const output = failed() ? Json.object() : run(call);
  return answerWith(output);
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
    /** Its arguments, an object. */
    readonly args: Json,
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
    /** The values of the manifest's settings. */
    readonly settings: Settings,
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

  /** A required integer to calculate with. */
  int(name: string): i64 {
    this.require(name);
    return this.optionalInt(name, 0);
  }

  /** An integer to calculate with, or another one if the argument is absent. */
  optionalInt(name: string, otherwise: i64): i64 {
    const expected = "an integer of at most 64 bits";
    const value = this.argument(name, Kind.NUMBER, expected);
    if (value && !value.isInt) failArgument(name, expected);
    return value && value.isInt ? value.toInt() : otherwise;
  }

  /** A required number. */
  float(name: string): f64 {
    this.require(name);
    return this.optionalFloat(name, 0);
  }

  /** A number, or another one if the argument is absent. */
  optionalFloat(name: string, otherwise: f64): f64 {
    const value = this.argument(name, Kind.NUMBER, "a number");
    if (value && !isFinite(value.toFloat())) failArgument(name, "a number");
    return value ? value.toFloat() : otherwise;
  }

  /** A required truth value. */
  bool(name: string): bool {
    this.require(name);
    return this.optionalBool(name, false);
  }

  /** A truth value, or another one if the argument is absent. */
  optionalBool(name: string, otherwise: bool): bool {
    const value = this.argument(name, Kind.BOOL, "true or false");
    return value ? value.isTrue : otherwise;
  }

  /** The bytes of a required string in base64. */
  bytes(name: string): ArrayBuffer {
    this.require(name);
    const value = this.argument(name, Kind.TEXT, "base64");
    const bytes: ArrayBuffer | null = value ? decodeBase64(value.text) : null;
    if (!bytes) failArgument(name, "base64");
    return bytes || new ArrayBuffer(0);
  }

  /** The items of a required list that is not empty. */
  list(name: string): Array<Json> {
    this.require(name);
    const expected = "an array that is not empty";
    const value = this.argument(name, Kind.LIST, expected);
    if (value && !value.items.length) failArgument(name, expected);
    return value ? value.items : [];
  }

  /** The items of a list, or null if the argument is absent. */
  optionalList(name: string): Array<Json> | null {
    const value = this.argument(name, Kind.LIST, "an array");
    return value ? value.items : null;
  }

  /** A required object. Its members are read as arguments are. */
  object(name: string): Call {
    this.require(name);
    return this.optionalObject(name) || this.within(Json.object());
  }

  /** An object, or null if the argument is absent. */
  optionalObject(name: string): Call | null {
    const value = this.argument(name, Kind.OBJECT, "an object");
    return value ? this.within(value) : null;
  }

  /** A required string, escaped as one segment of a URL path. */
  pathSegment(name: string): string {
    const text = this.text(name);
    if (text == "." || text == "..") failArgument(name, "a name");
    return escape(text);
  }

  private within(args: Json): Call {
    return new Call(this.op, args, this.idempotencyKey, this.attempt, this.seed, this.settings);
  }

  /** Reports that an argument is missing, if it is. */
  private require(name: string): void {
    const value = this.args.get(name);
    if (!value || value.kind == Kind.NULL) failMissing(name);
  }

  private argument(name: string, kind: Kind, expected: string): Json | null {
    const value = this.args.get(name);
    if (!value || value.kind == Kind.NULL) return null;
    if (value.kind == kind) return value;
    failArgument(name, expected);
    return null;
  }
}

/**
 * The values of the settings that the manifest declares. The host calls no
 * connector whose settings have no value, or one of another type.
 */
export class Settings {
  constructor(private readonly values: Json) {}

  /** A setting of the type string. */
  text(name: string): string {
    const value = this.values.get(name);
    return this.checked(name, value !== null && value.kind == Kind.TEXT).text;
  }

  /** A setting of the type integer. */
  int(name: string): i64 {
    const value = this.values.get(name);
    return this.checked(name, value !== null && value.isInt).toInt();
  }

  /** A setting of the type number. */
  float(name: string): f64 {
    const value = this.values.get(name);
    return this.checked(name, value !== null && value.kind == Kind.NUMBER).toFloat();
  }

  /** A setting of the type boolean. */
  bool(name: string): bool {
    const value = this.values.get(name);
    return this.checked(name, value !== null && value.kind == Kind.BOOL).isTrue;
  }

  /** The setting, or null as JSON after a failure. */
  private checked(name: string, isRight: bool): Json {
    if (isRight) return this.values.get(name) || Json.object();
    const problem = "is not there, or has another type; declare it in the manifest";
    fail("connector_runtime_error", 'The setting "' + name + '" ' + problem + ".");
    return new Json(Kind.NULL, "");
  }
}

/** Writes a line to the host's log. */
export function trace(message: string): void {
  if (!failed()) writeLog("trace", message);
}

/** Writes a line to the host's log. */
export function debug(message: string): void {
  if (!failed()) writeLog("debug", message);
}

/** Writes a line to the host's log. */
export function info(message: string): void {
  if (!failed()) writeLog("info", message);
}

/** Writes a line to the host's log. */
export function warn(message: string): void {
  if (!failed()) writeLog("warn", message);
}

/** Writes a line of the level error to the host's log. */
export function logError(message: string): void {
  if (!failed()) writeLog("error", message);
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
    new Settings(document.get("settings") || Json.object()),
  );
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

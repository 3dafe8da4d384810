/** The failure of the call, and the errors of a partial result. */
import { Json } from "./json";

/** The first failure; after it nothing more is done. */
let failure: Json | null = null;

/** The errors of a partial result, a list. */
let errors: Json | null = null;

/** Whether a failure was reported. */
export function failed(): bool {
  return failure !== null;
}

/**
 * Reports a failure, unless there is one already. The class is a claim: the host
 * compares it with the exchanges that it has seen. The message is for a person.
 * The result, an object without members, lets an operation write
 * `return fail(…)`.
 */
export function fail(failureClass: string, message: string, details: Json | null = null): Json {
  if (!failure) failure = newError(failureClass, message, details);
  return Json.object();
}

/** Reports that an argument is not what it must be, for instance "positive". */
export function failArgument(name: string, mustBe: string): Json {
  return failBadInput(name, "must be " + mustBe);
}

export function failMissing(name: string): Json {
  return failBadInput(name, "is missing");
}

function failBadInput(name: string, problem: string): Json {
  return fail(
    "bad_input",
    'The argument "' + name + '" ' + problem + ".",
    Json.object().set("argument", Json.text(name)),
  );
}

/** A new error. */
export function newError(errorClass: string, message: string, details: Json | null = null): Json {
  const error = Json.object()
    .set("class", Json.text(errorClass))
    .set("message", Json.text(message));
  return details ? error.set("details", details) : error;
}

/** Adds one detail to an error, and returns it. */
export function withDetail(error: Json, name: string, value: Json): Json {
  const details = error.get("details");
  if (!details) return error.set("details", Json.object().set(name, value));
  details.set(name, value);
  return error;
}

/**
 * The failure, if there is one, which is then forgotten. One that does not keep
 * the rest of a result back is added to the result's errors:
 *
 *     const error = takeFailure();
 *     if (error) addError(withDetail(error, "index", Json.integer(i)));
 */
export function takeFailure(): Json | null {
  const taken = failure;
  failure = null;
  return taken;
}

/** Adds an error to those of the result, which is then partial. */
export function addError(error: Json): void {
  const known = errors;
  if (known) known.add(error);
  else errors = Json.list().add(error);
}

/** The answer to the call: its failure, or the output with the errors. */
export function answerWith(output: Json): string {
  const error = failure;
  if (error) return Json.object().set("error", error).toString();
  const result = Json.object().set("output", output);
  const added = errors;
  if (added) result.set("errors", added);
  return result.toString();
}

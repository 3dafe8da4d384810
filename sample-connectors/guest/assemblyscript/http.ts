import { encodeBase64 } from "./base64";
import { fail, failed } from "./failure";
import { linkIn, lower, resolved } from "./headers";
import {
  lastErrorText, readState, responseBody, responseHeaders, responseStatus, sendRequest, writeState,
} from "./host";
import { Json } from "./json";
import { Params } from "./params";
import { RateLimit, rateLimitOf } from "./ratelimit";
import { decode, encode } from "./utf8";

/** The size of the largest body that sendKept keeps, in bytes. */
export const KEPT_MOST: i32 = 256 * 1024;

const LONGEST_KEY: i32 = 512;

/** How many requests were sent. The host has the headers of the latest answer only. */
let sent: i32 = 0;

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
  /** A body that is no text, instead of body. */
  bytes: ArrayBuffer | null = null;
  /** The kind of credential that the host adds; its value stays there. */
  credential: string | null = null;
  /**
   * Whether the host follows redirects, each checked like a request of its own.
   * Without it a redirect is an answer like any other.
   */
  followRedirects: bool = false;

  constructor(readonly url: string) {}

  /** Adds a header. */
  header(name: string, value: string): Request {
    this.headers.set(name, Json.text(value));
    return this;
  }

  /** Gives the request a JSON body. A GET becomes a POST. */
  json(value: Json): Request {
    this.body = value.toString();
    return this.sending("application/json");
  }

  /** Gives the request a form as its body. A GET becomes a POST. */
  form(form: Params): Request {
    this.body = form.toString();
    return this.sending("application/x-www-form-urlencoded");
  }

  /** Gives the request any bytes as its body. A GET becomes a POST. */
  binary(contentType: string, body: ArrayBuffer): Request {
    this.bytes = body;
    return this.sending(contentType);
  }

  /** Sends the request. Without an answer, the failure has the class network_error. */
  send(): Response {
    if (failed()) return noResponse();
    sent++;
    const code = sendRequest(this.describe());
    if (code == -1) fail("network_error", "The exchange with " + this.host + " failed on the network.");
    if (code != 0) {
      fail(
        "connector_runtime_error",
        "The host did not accept the request to " + this.host + " (code " + code.toString() + ").",
      );
    }
    if (failed()) return noResponse();
    const body = responseBody();
    if (body === null) {
      fail("connector_runtime_error", "The response could not be read whole.");
      return noResponse();
    }
    return new Response(responseStatus(), body, this.url, sent);
  }

  /**
   * Sends a request that reads something, and keeps the answer in the connector's
   * state with the ETag that the service gave it. The next time it asks with
   * If-None-Match; if nothing changed (304), the answer is the kept one with
   * status 200, and its header Link. The key names what is asked for, its
   * parameters included; nothing is kept under one of more than 512 bytes. It is
   * kept for so many milliseconds; 0 is for ever.
   */
  sendKept(key: string, keepMillis: i64): Response {
    if (encode(key).byteLength > LONGEST_KEY) return this.send();
    const value: ArrayBuffer | null = failed() ? null : readState(key);
    const tagEnd = value ? lineEnd(value, 0) : -1;
    const linksEnd = value && tagEnd >= 0 ? lineEnd(value, tagEnd + 1) : -1;
    if (value && linksEnd >= 0) this.header("If-None-Match", decode(value.slice(0, tagEnd)));
    const response = this.send();
    if (value && linksEnd >= 0 && response.status == 304) {
      response.keep(value.slice(linksEnd + 1), decode(value.slice(tagEnd + 1, linksEnd)));
    } else if (response.status == 200 && response.bytes.byteLength <= KEPT_MOST) {
      const tag = response.header("ETag");
      const head = encode(tag + "\n" + response.header("Link") + "\n");
      if (tag.length) writeState(key, joined(head, response.bytes), keepMillis);
    }
    return response;
  }

  private sending(contentType: string): Request {
    if (this.method == "GET") this.method = "POST";
    return this.header("Content-Type", contentType);
  }

  private describe(): string {
    const fields = Json.object()
      .set("method", Json.text(this.method))
      .set("url", Json.text(this.url));
    const body = this.body;
    const bytes = this.bytes;
    const credential = this.credential;
    if (this.headers.items.length) fields.set("headers", this.headers);
    if (bytes !== null) fields.set("body_base64", Json.text(encodeBase64(bytes)));
    else if (body !== null) fields.set("body", Json.text(body));
    if (credential !== null) fields.set("credential", Json.text(credential));
    if (this.followRedirects) fields.set("follow_redirects", Json.bool(true));
    return fields.toString();
  }

  private get host(): string {
    const parts = this.url.split("/");
    return parts.length > 2 ? parts[2] : "the service";
  }
}

function noResponse(): Response {
  return new Response(0, new ArrayBuffer(0), "", 0);
}

/** The place of the next line break in UTF-8, or -1. */
function lineEnd(bytes: ArrayBuffer, from: i32): i32 {
  for (let at = from; at < bytes.byteLength; at++) {
    if (load<u8>(changetype<usize>(bytes) + at) == 0x0a) return at;
  }
  return -1;
}

function joined(head: ArrayBuffer, body: ArrayBuffer): ArrayBuffer {
  const whole = new ArrayBuffer(head.byteLength + body.byteLength);
  memory.copy(changetype<usize>(whole), changetype<usize>(head), head.byteLength);
  memory.copy(changetype<usize>(whole) + head.byteLength, changetype<usize>(body), body.byteLength);
  return whole;
}

/** How an exchange failed. */
export class NetworkError {
  constructor(
    /** For instance dns, reset or timeout. */
    readonly kind: string,
    readonly message: string,
  ) {}
}

/** What the host says about the last exchange of this call that failed, or null if none did. */
export function lastError(): NetworkError | null {
  const text = lastErrorText();
  const error: Json | null = text === null ? null : Json.parse(text);
  return error ? new NetworkError(error.textOf("kind"), error.textOf("message")) : null;
}

/** The answer to a request, whatever its status. */
export class Response {
  private text: string | null = null;
  private read: Json | null = null;
  private links: string | null = null;

  constructor(
    public status: i32,
    /** The body. */
    public bytes: ArrayBuffer,
    private readonly url: string,
    private readonly number: i32,
  ) {}

  /** The body as text. */
  get body(): string {
    let text = this.text;
    if (text === null) {
      text = decode(this.bytes);
      this.text = text;
    }
    return text;
  }

  /**
   * Whether the body is what the connector kept of an earlier answer, since the
   * service answered sendKept with 304.
   */
  get kept(): bool {
    return this.links !== null;
  }

  /**
   * The value of a header, or "". Its name is compared without case; values of a
   * header that was sent several times are joined with commas. The host has the
   * headers of the latest answer only: to read them after a later request was
   * sent is a failure.
   */
  header(name: string): string {
    const headers: Json | null = failed() ? null : this.headers();
    const values: Json | null = headers ? headers.get(lower(name)) : null;
    return values ? values.items.map<string>((value) => value.text).join(", ") : "";
  }

  /**
   * The target of a link that the header Link has for a relation, such as "next"
   * (RFC 8288), or "". A relative target is resolved against the request's URL.
   */
  link(relation: string): string {
    const kept = this.links;
    const target = linkIn(kept !== null ? kept : this.header("Link"), relation);
    return target.length ? resolved(this.url, target) : "";
  }

  /** What the response says about how often the service may be asked. */
  rateLimit(): RateLimit {
    return rateLimitOf(this);
  }

  /**
   * The body of a response with a status from 200 to 299. For any other status
   * the failure has the class external_api_error and says what the service
   * answered.
   */
  expect(service: string): string {
    if (!failed() && !this.isSuccess) this.failStatus(service, Json.parse(this.body));
    return failed() ? "" : this.body;
  }

  /**
   * The JSON body of a response with a status from 200 to 299. For any other
   * status and any other body, the failure has the class external_api_error and
   * says what the service answered.
   */
  expectJson(service: string): Json {
    if (failed()) return Json.object();
    const body = Json.parse(this.body);
    if (!this.isSuccess) return this.failStatus(service, body);
    return body || this.failUnexpected(service);
  }

  /** Reports that the body is not what the service promises. */
  failUnexpected(service: string): Json {
    return this.fail(service + " sent a body that this connector does not understand.");
  }

  /** Puts what was kept of an earlier answer in the place of this one. */
  keep(body: ArrayBuffer, links: string): void {
    this.status = 200;
    this.bytes = body;
    this.links = links;
  }

  private get isSuccess(): bool {
    return this.status >= 200 && this.status <= 299;
  }

  private failStatus(service: string, body: Json | null): Json {
    const reason = body ? reasonIn(body) : "";
    const answer = service + " answered with status " + this.status.toString();
    return this.fail(reason.length ? answer + ": " + reason : answer);
  }

  private headers(): Json | null {
    if (this.number != sent) {
      fail("connector_runtime_error", "The headers of a response are read before the next request is sent.");
      return null;
    }
    if (!this.read) {
      const text = responseHeaders();
      if (text !== null) this.read = Json.parse(text);
    }
    return this.read;
  }

  private fail(message: string): Json {
    return fail("external_api_error", message, Json.object().set("status", Json.integer(this.status)));
  }
}

/** The text of an error body in one of its usual places, or "". */
function reasonIn(body: Json): string {
  const error = body.get("error") || Json.object();
  let reason = body.textOf("message");
  if (!reason.length) reason = error.textOf("message");
  if (!reason.length) reason = body.textOf("error");
  return reason;
}

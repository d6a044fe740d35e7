import {
  AISDKError,
  APICallError,
  InvalidArgumentError,
  InvalidPromptError,
  LoadAPIKeyError,
  NoSuchModelError,
  TypeValidationError,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import type { ErrorCode } from "../contract/errors.ts";
import type { ProviderErrorKind } from "../contract/processMessages.ts";
import { aboutProvider } from "../contract/providerSentences.ts";
import { readConnectionError } from "../network/connectionError.ts";
import { ProxyError } from "../network/proxies.ts";
import { hasNoCredits, isLimited, isOverloaded, isUnready, namesLimit } from "./errorForms.ts";
import {
  type ErrorReason,
  isBarred,
  isContextOverflow,
  isErrorValue,
  isFields,
  readErrorReason,
  refusesKey,
  statusOfCode,
} from "./errorReason.ts";
import type { Provider } from "./provider.ts";
import { readWait, type Wait } from "./readWait.ts";
import { optionOf } from "./refusedOption.ts";
import type { GenerationRequest } from "./request.ts";
import { StreamedError } from "./streamedError.ts";

export interface ProviderErrorFacts {
  code: ErrorCode;
  message: string;
  /** The request's field, by its v1 wire name. */
  param?: string;
  /** `refused`: the provider certainly did not accept the request, so that it can be sent again without being billed twice. */
  acceptance: "refused" | "maybe";
  /** Milliseconds after which another attempt may be made; undefined: another attempt would fail as well. */
  retryAfter?: number | undefined;
  /** How many attempts can help at most; undefined: any number. */
  attempts?: number | undefined;
  /** What the user can do about it. Default: `other`. */
  kind?: ProviderErrorKind;
}

/** Why a provider did not answer, with the interface's codes. The message names the provider, and contains no key, prompt or body. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly acceptance: ProviderErrorFacts["acceptance"];
  readonly retryAfter: number | undefined;
  readonly attempts: number | undefined;
  readonly kind: ProviderErrorKind;

  constructor(facts: ProviderErrorFacts) {
    super(facts.message);
    this.code = facts.code;
    this.param = facts.param;
    this.acceptance = facts.acceptance;
    this.retryAfter = facts.retryAfter;
    this.attempts = facts.attempts;
    this.kind = facts.kind ?? "other";
  }
}

/** An error that an engine reported. `message` may repeat what was sent. */
export class EngineError extends Error {
  override readonly name = "EngineError";
}

/** Why a command made nothing. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** What it wrote about that; it may repeat what was sent. */
  readonly said: string;
  readonly facts: Pick<ProviderErrorFacts, "code" | "acceptance">;

  constructor(
    what: string,
    {
      said = "",
      code = "api_error",
      acceptance = "maybe",
    }: Partial<Pick<ProviderErrorFacts, "code" | "acceptance">> & { said?: string } = {},
  ) {
    super(what);
    this.said = said;
    this.facts = { code, acceptance };
  }
}

/**
 * Converts the error of a poll for work that was accepted before, and that must not be sent again. A "not found" then does not mean that
 * the model does not exist.
 */
export function afterAcceptance(name: string, error: ProviderError): ProviderError {
  const { code, param, retryAfter, message } = error;
  if (code === "model_not_found" || code === "invalid_request") {
    return new ProviderError({ code: "api_error", acceptance: "maybe", message: `${name} does not have the result any more.` });
  }
  return new ProviderError({ code, message, retryAfter, acceptance: "maybe", ...(param === undefined ? {} : { param }) });
}

/** Of work that a part was received of: nobody else is asked, whatever the reason. */
function withoutRepetition({ code, kind, param, message }: ProviderError): ProviderError {
  return new ProviderError({ code, kind, message, acceptance: "maybe", ...(param === undefined ? {} : { param }) });
}

/** Milliseconds before the next attempt to connect. */
const connectionWait = 500;
/** The same where nothing listens: it is soon known whether that has just been started again. */
const refusedPort = { retryAfter: 100, attempts: 2 };
/** Milliseconds before the next attempt after a 429 without Retry-After. */
const rateLimitWait = 2_000;

/** Converts an HTTP status of a provider to an error. With a status below 500, nothing was generated. */
function errorOfStatus(name: string, status: number, reason: string, wait?: Wait, refused?: string): ProviderError {
  const detail = reason === "" ? "" : `: ${reason}`;
  const say = aboutProvider(name);
  switch (status) {
    case 400:
    case 413:
    case 415:
    case 422:
      return new ProviderError({
        code: "invalid_request",
        acceptance: "refused",
        message: say("refused") + detail,
        ...optionOf(refused, reason),
      });
    case 401:
    case 403:
      return new ProviderError({ code: "api_error", acceptance: "refused", kind: "keyRefused", message: say("keyRefused") + detail });
    case 402:
      return new ProviderError({ code: "insufficient_quota", acceptance: "refused", message: say("noCredits") + detail });
    case 404:
      return new ProviderError({ code: "model_not_found", param: "model", acceptance: "refused", message: say("noModel") + detail });
    case 408:
    case 504:
    case 524:
      return new ProviderError({ code: "timeout", acceptance: "maybe", message: say("tookTooLong") + detail });
    case 429:
      return errorOfLimit(name, reason, wait);
    default:
      return new ProviderError({
        code: "api_error",
        acceptance: status < 500 ? "refused" : "maybe",
        message: say("failedWith", status) + detail,
      });
  }
}

/** Converts a 429. Whether the account has no credits was read before. */
function errorOfLimit(name: string, reason: string, { asked, reset }: Wait = { asked: undefined, reset: undefined }): ProviderError {
  const wait = asked ?? reset;
  return errorOfWait(aboutProvider(name)("limited"), reason, wait, { retryAfter: wait ?? rateLimitWait });
}

/**
 * Converts a refusal, whatever the form of its body. A type in the body explains a 429; a local engine may call a prompt that is too long
 * its own failure.
 */
export function errorOfBody(
  name: string,
  status: number,
  body: unknown,
  headers: Record<string, string>,
  clean: (text: string) => string,
): ProviderError {
  const reason = withCodeIn(headers, readErrorReason(body));
  const message = clean(reason.message);
  const words = wordsOf(reason);
  const wait = readWait(headers, body, reason.message, Date.now());
  if (status >= 500 && isContextOverflow(reason.message)) return errorOfStatus(name, 400, message);
  // MiniMax and gateways call that their own failure. Only the words of one provider count then: others stand for any quota.
  if (hasNoCredits(words, status === 429 && reason.status === 402, status >= 500 || wait.asked !== undefined))
    return errorOfStatus(name, 402, message);
  // Amazon, Tencent and Google's older services name a limit by its code alone.
  if ((status === 400 || status === 403) && reason.codes.split(" ").some((code) => statusOfCode(code) === 429))
    return errorOfLimit(name, message, wait);
  if (isLimited(status, words, wait.asked !== undefined)) return errorOfLimit(name, message, wait);
  if (isUnready(status, words)) return errorOfOverload(name, message, wait, "notReady");
  if (isOverload(status, words, wait)) return errorOfOverload(name, message, wait);
  if ([400, 404, 422].includes(status) && refusesKey(reason.message)) return errorOfStatus(name, 401, message);
  if (status === 403 && isBarred(reason.message))
    return new ProviderError({ code: "api_error", acceptance: "refused", message: `${name} denied access: ${message}` });
  return errorOfStatus(name, status, message, wait, reason.param);
}

/** Amazon names the error in a header. */
function withCodeIn(headers: Readonly<Record<string, string>>, reason: ErrorReason): ErrorReason {
  const [code] = headers["x-amzn-errortype"]?.split(":") ?? [];
  return code === undefined ? reason : { ...reason, codes: `${code} ${reason.codes}`, status: statusOfCode(code) ?? reason.status };
}

/** How much of a reason is searched: its end may repeat a prompt. */
const searchedLength = 600;
const wordsOf = ({ message, codes }: ErrorReason) => `${codes} ${message.slice(0, searchedLength)}`;

/** Nothing was generated: a 529 says so by itself, and so does the wait of a 503. */
function isOverload(status: number, words: string, { asked }: Wait): boolean {
  return status === 529 || (status === 503 && asked !== undefined) || ([498, 500, 502, 503].includes(status) && isOverloaded(words));
}

/** How often, and after how many milliseconds, an overloaded provider is asked again before a fallback is. */
const overloadedAgain = { retryAfter: 1_000, attempts: 3 };

const errorOfOverload = (name: string, reason: string, { asked }: Wait, state: "overloaded" | "notReady" = "overloaded") =>
  errorOfWait(aboutProvider(name)(state), reason, asked, { ...overloadedAgain, ...(asked === undefined ? {} : { retryAfter: asked }) });

/** Nothing was generated, and another attempt may be made. */
function errorOfWait(what: string, reason: string, wait: number | undefined, again: Pick<ProviderErrorFacts, "retryAfter" | "attempts">) {
  const advice = wait === undefined ? "" : ` (retry after ${Math.ceil(wait / 1000)} s)`;
  const message = `${what}${reason === "" ? "" : `: ${reason}`}${advice}`;
  return new ProviderError({ code: "rate_limit_exceeded", acceptance: "refused", ...again, message });
}

/**
 * Converts an error inside an answer with status 200: the request was accepted, so that it is not sent again, unless the error says that
 * nothing was generated. Who has received a part of the answer knows better.
 */
function errorOfReport(name: string, reported: unknown, clean: (text: string) => string): ProviderError {
  const reason = readErrorReason(reported);
  const message = clean(reason.message);
  const waiting = readWait({}, reported, reason.message, Date.now());
  if (hasNoCredits(wordsOf(reason), false, waiting.asked !== undefined)) return errorOfStatus(name, 402, message);
  if (reason.status === 529 || isOverloaded(wordsOf(reason))) return errorOfOverload(name, message, waiting);
  if (refusesKey(reason.message)) return errorOfStatus(name, 401, message);
  if (isLimited(reason.status, wordsOf(reason), waiting.asked !== undefined)) return errorOfLimit(name, message, waiting);
  const status =
    reason.status !== undefined && reason.status < 500
      ? reason.status
      : isContextOverflow(reason.message)
        ? 400
        : namesLimit(wordsOf(reason))
          ? 429
          : reason.status;
  if (status === undefined || status >= 500) {
    const shown = message === "" ? "it reported an error without a reason." : message;
    return new ProviderError({ code: "api_error", acceptance: "maybe", message: `${aboutProvider(name)("failed")}: ${shown}` });
  }
  const { code, kind, param, retryAfter, message: described } = errorOfStatus(name, status, message, waiting, reason.param);
  const acceptance = status === 429 || status === 402 ? "refused" : "maybe";
  return new ProviderError({ code, kind, message: described, retryAfter, acceptance, ...(param === undefined ? {} : { param }) });
}

const streamedIn = (thrown: unknown) => causeOf(thrown, (error) => error instanceof StreamedError);

/** What a package passes on as the error of a stream, if it is the provider's report; undefined: it is another error. */
function reportIn(thrown: unknown): unknown {
  const streamed = streamedIn(thrown);
  if (streamed) return streamed.reported;
  if (TypeValidationError.isInstance(thrown)) return isErrorValue(thrown.value) ? thrown.value : undefined;
  return thrown instanceof Error ? undefined : thrown;
}

/** The members in which an event of a stream carries what the model wrote. */
const writtenMembers = ["text", "thinking", "partial_json"];

/** Whether the error of a stream is one event that the package cannot read and that carries nothing the model wrote, e.g. of a new type. */
export function isUnreadEvent(thrown: unknown): boolean {
  if (!TypeValidationError.isInstance(thrown) || reportIn(thrown) !== undefined || !isFields(thrown.value)) return false;
  const { type, delta } = thrown.value;
  if (typeof type !== "string" || typeof delta === "string") return false;
  return !isFields(delta) || writtenMembers.every((member) => typeof delta[member] !== "string");
}

/** What was read of an error, for whom, and the request whose texts were redacted in it. */
const earlier = new WeakMap<object, { provider: object; request: GenerationRequest | undefined; error: ProviderError }>();

/**
 * Converts anything that an AI SDK package, our fetch or a command throws to a ProviderError. Several steps of a call do so with the same
 * error, and reading a long one takes time.
 */
export function readProviderError(
  provider: Pick<Provider, "name" | "redact">,
  request: GenerationRequest | undefined,
  thrown: unknown,
): ProviderError {
  if (typeof thrown !== "object" || thrown === null) return readThrown(provider, request, thrown);
  const known = earlier.get(thrown);
  if (known?.provider === provider && known.request === request) return known.error;
  const error = readThrown(provider, request, thrown);
  earlier.set(thrown, { provider, request, error });
  return error;
}

function readThrown(provider: Pick<Provider, "name" | "redact">, request: GenerationRequest | undefined, thrown: unknown): ProviderError {
  const own = causeOf(thrown, (error) => error instanceof ProviderError);
  if (own) return own;
  const { name } = provider;
  const clean = (text: string) => provider.redact(text, request);
  const reported = reportIn(thrown);
  if (reported !== undefined) {
    const error = errorOfReport(name, reported, clean);
    return streamedIn(thrown)?.followsPart ? withoutRepetition(error) : error;
  }
  if (thrown instanceof EngineError) {
    return new ProviderError({
      code: "api_error",
      acceptance: "maybe",
      message: `${aboutProvider(name)("failed")}: ${clean(thrown.message)}`,
    });
  }
  if (thrown instanceof CommandError) {
    const said = clean(thrown.said);
    return new ProviderError({ ...thrown.facts, message: `The command of ${name} ${thrown.message}${said === "" ? "." : `: ${said}`}` });
  }
  if (UnsupportedFunctionalityError.isInstance(thrown)) {
    const message = `This model of ${name} does not take ${clean(thrown.functionality)}.`;
    return new ProviderError({
      code: "invalid_request",
      param: request?.kind === "text" ? "input" : "model",
      acceptance: "refused",
      message,
    });
  }
  if (InvalidPromptError.isInstance(thrown) || InvalidArgumentError.isInstance(thrown)) {
    return new ProviderError({
      code: "invalid_request",
      param: "input",
      acceptance: "refused",
      message: `${aboutProvider(name)("refused")}.`,
    });
  }
  if (NoSuchModelError.isInstance(thrown)) return errorOfStatus(name, 404, "");
  if (LoadAPIKeyError.isInstance(thrown)) {
    return new ProviderError({
      code: "api_error",
      acceptance: "refused",
      kind: "keyMissing",
      message: `${aboutProvider(name)("keyMissing")}.`,
    });
  }
  const answered = causeOf(thrown, isAnswered);
  if (answered) {
    const { statusCode = 500, responseBody, message, responseHeaders = {} } = answered;
    return errorOfBody(name, statusCode, responseBody || message, responseHeaders, clean);
  }
  // A package says why it cannot use an answer.
  if (AISDKError.isInstance(thrown) && thrown.cause === undefined) {
    return new ProviderError({
      code: "api_error",
      acceptance: "maybe",
      message: `${aboutProvider(name)("failed")}: ${clean(thrown.message)}`,
    });
  }
  return errorOfConnection(name, thrown);
}

/** The first error of a class among the causes of an error: packages wrap the errors of our fetch, and some those of an answer. */
function causeOf<Found>(thrown: unknown, isFound: (error: unknown) => error is Found): Found | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) if (isFound(error)) return error;
  return undefined;
}
const isAnswered = (error: unknown): error is APICallError => APICallError.isInstance(error) && (error.statusCode ?? 0) >= 400;

function errorOfConnection(name: string, thrown: unknown): ProviderError {
  const say = aboutProvider(name);
  if (thrown instanceof ProxyError) {
    return new ProviderError({
      code: "api_error",
      acceptance: "refused",
      kind: "unreachable",
      message: `${say("notReached")}: ${thrown.message}`,
    });
  }
  const { reason, code } = readConnectionError(thrown);
  const shown = code === "" ? "" : ` (${code})`;
  if (code === "EPROTO" || code === "ERR_SSL_WRONG_VERSION_NUMBER") {
    const message = `${say("notHttps", code)}.`;
    return new ProviderError({ code: "api_error", acceptance: "refused", message });
  }
  if (code === "ERR_INVALID_URL") return new ProviderError({ code: "api_error", acceptance: "refused", message: `${say("noAddress")}.` });
  switch (reason) {
    case "unreachable":
      return new ProviderError({
        code: "api_error",
        acceptance: "refused",
        ...(code === "ECONNREFUSED" ? refusedPort : { retryAfter: connectionWait }),
        kind: "unreachable",
        message: `${code === "ECONNREFUSED" ? say("notRunning") : code === "" ? say("notReached") : say("notReachedBecause", code)}.`,
      });
    case "certificate":
    case "proxy":
      return new ProviderError({ code: "api_error", acceptance: "refused", message: `${say("notReached")}: ${reason}${shown}.` });
    case "silence":
      return new ProviderError({ code: "timeout", acceptance: "maybe", message: `${say("silent")}.` });
    case "notHttp":
    case "lost":
      return new ProviderError({
        code: "api_error",
        acceptance: "maybe",
        message: `${code === "" ? say("brokeOff") : say("brokeOffBecause", code)}.`,
      });
  }
}

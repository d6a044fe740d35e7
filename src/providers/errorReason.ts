/**
 * Reads the reason from an error that a provider reports, whatever its form: OpenAI's `{error: {message}}`, a text as `error`, FastAPI's
 * `detail`, vLLM's flat form, lists of errors, OpenRouter's `metadata.raw`, a web page, or plain text.
 */
import { decodeEntities } from "../contract/decodeEntities.ts";
import { parseJson } from "../contract/parseJson.ts";
import { completeJson } from "./completeJson.ts";

export interface ErrorReason {
  /** The provider's own words; "" if it gave none. They may repeat what was sent. */
  message: string;
  /** The HTTP status that the error names, or that its type stands for; undefined: none. */
  status: number | undefined;
  /** Its codes and types, which no prompt is in. */
  codes: string;
  /** The field that it names, as the provider calls it. */
  param?: string | undefined;
}

/** How deep errors inside errors are read. */
const deepest = 5;
/** Field names that contain the reason, without capital letters and underscores, the most specific one first. */
const reasonFields = [
  ...["message", "msg", "detail", "errormessage", "errormsg", "errmsg", "err", "exception", "statusmsg"],
  ...["failurereason", "failuremessage", "failreason", "faultstring", "errordescription", "reason", "description"],
  ...["title", "content", "text"],
];
/** The name of a field as services agree on it. */
export const plainName = (name: string) => name.toLowerCase().replaceAll("_", "");
/** Of Volcengine and Tencent. */
const wrappers = ["ResponseMetadata", "Response"];
const nestedFields = [
  "error",
  "Error",
  "errors",
  "detail",
  "details",
  "fieldViolations",
  "response",
  "data",
  "body",
  "base_resp",
  "fault",
  "innererror",
  ...wrappers,
  "header",
];

type Fields = Readonly<Record<string, unknown>>;
export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param value The error itself, or the body that contains it, as text or parsed JSON. */
export function readErrorReason(value: unknown): ErrorReason {
  if (typeof value !== "string") return { message: messageOf(value, 0), ...factsOf(value, 0) };
  // A text may be long: it is read once.
  const json = parseJsonIn(value.trim());
  return { message: messageOfText(value, 0, json), ...factsOf(json, 1) };
}

const factsOf = (value: unknown, depth: number) => ({
  status: statusOf(value, depth),
  codes: codesOf(value, depth).join(" "),
  param: paramOf(value, depth),
});

/** `param` of OpenAI, `loc` of FastAPI, `field` of Google and others. */
function paramOf(value: unknown, depth: number): string | undefined {
  if (depth > deepest) return undefined;
  if (Array.isArray(value)) return value.map((one) => (isFields(one) ? paramOf(one, depth) : undefined)).find((one) => one !== undefined);
  if (!isFields(value)) return undefined;
  const { param, loc, field } = value;
  const own = [param, Array.isArray(loc) ? loc.at(-1) : undefined, field].find((one) => typeof one === "string");
  return typeof own === "string" ? own : nestedFields.map((name) => paramOf(value[name], depth + 1)).find((one) => one !== undefined);
}

const codeFields = ["code", "Code", "type", "__type", "status", "error_code", "errorCode", "err_code", "error_type", "reason"];

function codesOf(value: unknown, depth: number): string[] {
  if (depth > deepest) return [];
  if (typeof value === "string") return codesOf(parseJsonIn(value), depth + 1);
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((one) => codesOf(one, depth + 1));
  if (!isFields(value)) return [];
  const own = codeFields.flatMap((name) => (typeof value[name] === "string" && /^[\w.-]{1,80}$/.test(value[name]) ? [value[name]] : []));
  const raw = isFields(value.metadata) ? codesOf(value.metadata.raw, depth + 1) : [];
  return [...own, ...raw, ...nestedFields.flatMap((name) => (typeof value[name] === "object" ? codesOf(value[name], depth + 1) : []))];
}

/** Whether a JSON value in the place of an answer is an error. `error: null` beside an answer is none. */
export function isErrorValue(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { error = value.Error, errors } = value;
  if ((typeof error === "string" || Array.isArray(error)) && !saysNothing(error)) return true;
  // Some gateways write an empty error beside each answer.
  const isAlone = Object.keys(value).length === 1;
  if (isFields(error) && (isAlone || !saysNothing(error)) && (!hasAnswer(value) || messageOf(error, 0) !== "")) return true;
  if (Array.isArray(errors) && !saysNothing(errors)) return true;
  if (hasAnswer(value)) return false;
  if (isFields(errors) && messageOfFields(errors, 0) !== "") return true;
  // ElevenLabs.
  if (isAlone && isFields(value.detail) && messageOf(value.detail, 0) !== "") return true;
  if (value.object === "error" || value.type === "error" || value.event === "error" || value.success === false || value.ok === false)
    return true;
  if (typeof value.status === "string" && /^(?:error|failed|failure)$/i.test(value.status)) return true;
  if (isFields(value.fault) || exceptionIn(value) || wrappers.some((name) => isFields(value[name]) && isFields(value[name].Error)))
    return true;
  if ([value.err, value.exception].some((reason) => typeof reason === "string" && reason.trim() !== "")) return true;
  // MiniMax and Spark.
  if (isFields(value.base_resp) && Number(value.base_resp.status_code) > 0) return true;
  if (isFields(value.header) && Number(value.header.code) > 0) return true;
  // An error without a reason, e.g. `{"error": {}}` or `{"error": true}`, was not read above if it is only a flag.
  if (error === true || (isErrorCode(error) && !saysNothing(error))) return true;
  const reasons = [value.message, value.Message, value.msg, value.detail, value.error_message, value.error_msg, value.errorMessage];
  const hasReason = [...reasons, value.errmsg, value.errMsg].some(
    (reason) => (typeof reason === "string" && reason !== "" && !saysSuccess(reason)) || (Array.isArray(reason) && reason.length > 0),
  );
  return (
    hasReason &&
    (value.detail !== undefined ||
      value.result === "error" ||
      ["code", "status", "status_code", "statusCode", "error_code", "errorCode", "errcode", "__type"].some((name) =>
        isErrorCode(value[name]),
      ))
  );
}

/** Whether a value says nothing: what Go writes for a struct without values, and words for nothing. */
export function saysNothing(value: unknown): boolean {
  if (typeof value === "string")
    return value.trim().length < 10 && ["", "null", "none", "nil", "undefined"].includes(value.trim().toLowerCase());
  if (typeof value === "object" && value !== null) return Object.values(value).every(saysNothing);
  return value === undefined || value === null || value === 0 || value === false;
}

/** Whether a text in the place of a reason says that nothing has failed. */
export const saysSuccess = (text: string): boolean => /^(?:success(?:ful)?|succeeded|ok)$/i.test(text.trim());

const harmless =
  /^(?:[012]\d*|ok|success(?:ful)?|succeeded|complete[d]?|processing|pending|queued|in[_ ]?progress|running|loading|start(?:ed|ing)|waiting)$/i;

/** Whether a code or state stands for a failure: neither success nor progress. */
const isErrorCode = (value: unknown) =>
  typeof value === "number"
    ? value !== 0 && !(value >= 100 && value < 300)
    : typeof value === "string" && value !== "" && !harmless.test(value);

/** An event of Amazon Bedrock, e.g. `{"throttlingException": {"message": …}}`. */
const exceptionNameIn = (value: Fields) => Object.keys(value).find((key) => key.endsWith("Exception"));

function exceptionIn(value: Fields): Fields | undefined {
  const name = exceptionNameIn(value);
  const exception = name === undefined ? undefined : value[name];
  return isFields(exception) ? exception : undefined;
}

/** Words that only repeat that something has failed. */
const saysOnlyError = /^(?:error|fail(?:ed|ure)?)\.?$/i;

const hasAnswer = (value: Fields) =>
  (Array.isArray(value.choices) && value.choices.length > 0) || (isFields(value.message) && value.message.content !== undefined);

function messageOf(value: unknown, depth: number): string {
  if (depth > deepest) return "";
  if (typeof value === "string") return messageOfText(value, depth, parseJsonIn(value.trim()));
  if (Array.isArray(value)) {
    return value
      .slice(0, 5)
      .map((entry) => messageOf(entry, depth + 1))
      .filter((message) => message !== "")
      .join("; ");
  }
  if (!isFields(value)) return "";
  // OpenRouter wraps the error of the provider that it called.
  const raw = isFields(value.metadata) ? messageOf(value.metadata.raw, depth + 1) : "";
  const own = ownMessage(value, depth);
  if (raw !== "" && !own.includes(raw)) return own === "" ? raw : `${own}: ${raw}`;
  if (own !== "" && !saysOnlyError.test(own)) return own;
  for (const nested of [...nestedFields.map((name) => value[name]), exceptionIn(value)]) {
    const message = messageOf(nested, depth + 1);
    if (message !== "") return message;
  }
  const ofFields = isFields(value.errors) ? messageOfFields(value.errors, depth + 1) : "";
  if (ofFields !== "") return ofFields;
  if (own !== "") return own;
  for (const name of ["code", "type", "status"]) {
    const text = value[name];
    if (typeof text === "string" && text !== "" && text !== "error") return text;
  }
  return "";
}

/** The errors of a request's fields by their names, as Laravel and Rails report them. */
function messageOfFields(errors: Fields, depth: number): string {
  return Object.entries(errors)
    .slice(0, 5)
    .flatMap(([name, value]) => (Array.isArray(value) || isText(value) ? [`${name}: ${messageOf(value, depth + 1)}`] : []))
    .join("; ");
}

function ownMessage(value: Fields, depth: number): string {
  const byName = Map.groupBy(Object.entries(value), ([name]) => plainName(name));
  for (const [name, given] of reasonFields.flatMap((name) => byName.get(name) ?? [])) {
    const message = name === "detail" && !isText(given) ? "" : messageOf(given, depth + 1);
    // FastAPI names the field to which an entry of `detail` refers.
    if (message !== "") return Array.isArray(value.loc) ? `${value.loc.join(".")}: ${message}` : message;
  }
  // The same reason in several languages.
  const languages = isFields(value.message) ? [value.message.en, ...Object.values(value.message)] : [];
  return languages.find((text): text is string => typeof text === "string") ?? "";
}

const isText = (value: unknown) => typeof value === "string";

/** `json`: what the text contains, also after a status, e.g. `400 {"error": …}`. Otherwise it may be a web page. */
function messageOfText(text: string, depth: number, json: unknown): string {
  const trimmed = text.trim();
  const message = messageOf(json, depth + 1);
  if (message !== "") return message;
  if (isPage(trimmed)) return messageOfPage(trimmed);
  // Amazon's and Google's stores of files.
  const isXml = /^(?:<\?xml[^>]*>\s*)?<error\b/i.test(trimmed);
  return (isXml && textOfElement(trimmed, "message")) || trimmed;
}

export const isPage = (text: string) =>
  /^\s*(?:<\?xml[^>]*>\s*|<!--[^>]{0,500}-->\s*)?<(?:!doctype html|html|head|body|center|h1)\b/i.test(text);

function messageOfPage(page: string): string {
  const title = textOfElement(page, "title") || textOfElement(page, "h1");
  return title === "" ? "it sent a web page" : `it sent a web page: ${title}`;
}

function textOfElement(page: string, name: string): string {
  const element = page.toLowerCase().indexOf(`<${name}`);
  const start = element < 0 ? -1 : page.indexOf(">", element);
  const end = start < 0 ? -1 : page.indexOf("<", start);
  return end < 0
    ? ""
    : decodeEntities(page.slice(start + 1, end))
        .replace(/\s+/g, " ")
        .trim();
}

/** The object or list that a text is, or that follows some words in it, also if it breaks off; undefined: there is none. */
export function parseJsonIn(text: string): unknown {
  const start = text.search(/[{[]/);
  if (start < 0 || start > 200) return undefined;
  const json = text.slice(start).trim();
  return parseJson(json) ?? parseJson(completeJson(json));
}

/** Words in codes and types, and the HTTP status that they stand for. */
const statusWords: readonly (readonly [RegExp, number])[] = [
  [/insufficient_?quota|billing|payment|insufficient_?(?:balance|credits)/i, 402],
  [
    /(?:rate|request)_?limit|^quotas_exceeded$|too_?many_?requests|resource_?exhausted|throttl|overloaded_?requests|(?:service_?)?quota_?exceeded_?exception/i,
    429,
  ],
  [/authentication|unauthori[sz]ed|unauthenticated|invalid_?api_?key|permission|forbidden/i, 401],
  [/(?:model_?)?not_?found/i, 404],
  [
    /context_?(?:length|size|window)|exceed_?context|string_above_max|invalid_?(?:request|argument|parameter|prompt)|bad_?request|validation|unprocessable/i,
    400,
  ],
  [/time_?(?:d_?)?out|deadline/i, 408],
];

/** Reasons of providers and engines for a request that is too long; many give no code, and local engines no status. */
const contextOverflow = new RegExp(
  [
    "context (?:length|size|window|overflow|limit)|maximum (?:context|model|prompt|input) length|n_ctx",
    "max(?:imum)?_?(?:model_?len|seq_?len|position_embeddings)|exceeds? (?:the )?(?:available |maximum )?context",
    "prompt is too long|input (?:is )?too long|too many tokens: total|input tokens exceed|longer than the (?:model'?s )?maximum",
    "tokens? to keep from the initial prompt|maximum number of tokens allowed|model token limit|exceeds? max length",
    "reduce the length of the (?:messages|prompt|input)|must have less than \\d+ tokens|max_new_tokens`? must be <=|range of input length",
    "body too large for \\S+ model|prompt token count",
  ].join("|"),
  "i",
);

/** Whether a reason says that the request is too long for the model. */
export const isContextOverflow = (message: string): boolean => contextOverflow.test(message);

/** Services that refuse a key with another status than 401. The beginning of a reason, because its end may repeat a prompt. */
const keyErrors = new RegExp(
  `^.{0,60}(?:${[
    "(?:incorrect|invalid|wrong|expired|missing|no|bad) (?:api|access|auth(?:entication|orization)?)[ _-]?(?:key|token)",
    "(?:api|access)[ _-]?(?:key|token)s? (?:is |was |has )?(?:not valid|not found|not provided|invalid|incorrect|expired|missing|revoked|required|disabled)",
    "provide (?:an? |your )?(?:valid )?api[ _-]?key|invalid (?:username or password|credentials)|login fail",
  ].join("|")})|^(?:invalid|expired) token\\.?$`,
  "i",
);
export const refusesKey = (message: string): boolean => keyErrors.test(message);

/** Reasons of a 403 that no other key changes: a firewall, the user's country, the account's plan and state, or what was sent. */
const barred =
  /^it sent a web page|\b(?:country|region|territory|firewall|flagged|moderation)\b|user location|must be verified|subscription is disabled|project has been denied|violation of terms|only available for|access to (?:the )?(?:specified )?model|\brequires? .{0,30}\b(?:plan|subscription)\b/i;
export const isBarred = (message: string): boolean => barred.test(message);

function statusOf(value: unknown, depth: number): number | undefined {
  if (depth > deepest) return undefined;
  if (typeof value === "string") return statusOf(parseJsonIn(value), depth + 1);
  if (Array.isArray(value)) return value.length > 0 ? statusOf(value[0], depth + 1) : undefined;
  if (!isFields(value)) return undefined;
  for (const name of ["error", "errors", "response", "Error", "Response"]) {
    const status = isFields(value[name]) || Array.isArray(value[name]) ? statusOf(value[name], depth + 1) : undefined;
    if (status !== undefined) return status;
  }
  const { status, status_code, statusCode, code, Code, error_code, type, __type } = value;
  const given = [status, status_code, statusCode, code, Code, error_code, type, __type, exceptionNameIn(value)];
  for (const candidate of given) {
    const number = typeof candidate === "string" && /^\d{3}$/.test(candidate) ? Number(candidate) : candidate;
    if (typeof number === "number" && number >= 400 && number < 600) return number;
  }
  for (const candidate of given) {
    const found = typeof candidate === "string" ? statusOfCode(candidate) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The HTTP status that the words of a code or type stand for; undefined: none. */
export const statusOfCode = (code: string): number | undefined => statusWords.find(([words]) => words.test(code))?.[1];

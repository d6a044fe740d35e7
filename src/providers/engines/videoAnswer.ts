/**
 * Reads what services answer about a video that they make: its id, how far it is, why it failed, and the file itself. Sources: OpenAI,
 * "Videos"; OpenRouter; MiniMax, Kling, Zhipu, DashScope, Runway, Luma, Novita and SiliconFlow, "Query a video task".
 */
import { formatOfName } from "../../contract/fileFormats.ts";
import { tryParseJson } from "../../contract/tryParseJson.ts";
import { isFields, readErrorReason, saysNothing } from "../errorReason.ts";
import { isLink, listContents, tryReadInline } from "../files/readContent.ts";
import { stateOfJob } from "./jobStatus.ts";

type Fields = Readonly<Record<string, unknown>>;

const idNames = ["id", "task_id", "taskId", "video_id", "videoId", "request_id", "requestId", "generation_id", "job_id", "uuid"];
/** They name the task only if nothing else does. */
const requestNames = new Set(["request_id", "requestId"]);
const stateNames = ["status", "state", "task_status", "taskStatus", "video_status", "phase"];
/** Objects in which an answer says that about its task. */
const wrappers = ["data", "output", "task", "video", "result", "response", "generation", "job"];
const reasonNames = [
  "error",
  "failure_reason",
  "fail_reason",
  "failureReason",
  "failReason",
  "failMsg",
  "fail_msg",
  "failure",
  "failure_code",
  "task_status_msg",
  "err_code",
  "moderation",
];
/** Fields that repeat what was sent, or that show an image beside the video. */
const otherFields =
  /image|img|thumb|cover|poster|preview|frame|input|reference|prompt|audio|polling|webhook|callback|metadata|usage|urls?$/i;
const videoFields = /video|output|result|download|^urls?$|unsigned/i;

function levelsOf(body: unknown): Fields[] {
  const given: unknown = Array.isArray(body) ? body[0] : body;
  if (!isFields(given)) return [];
  return [given, ...wrappers.flatMap((name) => [given[name]].flat().filter(isFields))];
}

/** undefined: the answer has none. */
export function videoIdIn(body: unknown): string | undefined {
  const found = levelsOf(body).flatMap((level) =>
    idNames.flatMap((name, rank) => {
      const id = level[name];
      return (typeof id === "string" && id !== "") || typeof id === "number"
        ? [{ rank: requestNames.has(name) ? rank : -1, id: String(id) }]
        : [];
    }),
  );
  return found.toSorted((one, other) => one.rank - other.rank)[0]?.id;
}

/** "" if the answer names none. */
export function stateIn(body: unknown): string {
  for (const level of levelsOf(body)) {
    const state = stateNames.map((name) => level[name]).find((word): word is string => typeof word === "string" && word !== "");
    if (state !== undefined) return state.replace(/^TASK_STATUS_/i, "");
  }
  return "";
}

/** Links, data URIs and base64 of videos. */
export function videosIn(body: unknown): string[] {
  const known = withoutOthers(body, 0);
  const found = listContents(known).filter((content) => isLink(content) || isVideo(content));
  // Before the end, links under other names lead to pages about the task.
  return found.length > 0 || stateOfJob(stateIn(body)) !== "completed" ? found : linksIn(known, 0);
}

/** Links under any other names, also in JSON within a text. */
function linksIn(value: unknown, depth: number): string[] {
  if (depth > deepest) return [];
  if (typeof value === "string") {
    const text = value.trim();
    if (/^[{[]/.test(text)) return linksIn(withoutOthers(tryParseJson(text), 0), depth + 1);
    return /^https?:\/\/\S+$/i.test(text) || (isLink(text) && isNamedVideo(text)) ? [text] : [];
  }
  if (Array.isArray(value)) return value.flatMap((one) => linksIn(one, depth + 1));
  return isFields(value)
    ? Object.entries(value).flatMap(([name, inner]) => (/^(?:get|cancel|self|web|stream)$/.test(name) ? [] : linksIn(inner, depth + 1)))
    : [];
}

/** By the ending of its path. GIF holds moving images too. */
function isNamedVideo(link: string): boolean {
  const format = formatOfName(link.replace(/[?#].*$/s, ""));
  return format?.kind === "video" || format?.format === "gif";
}

const isVideo = (content: string) => content.length > 32 && tryReadInline(content) !== undefined;

/** How deep an answer is searched. */
const deepest = 5;

function withoutOthers(value: unknown, depth: number): unknown {
  if (depth > deepest) return undefined;
  if (Array.isArray(value)) return value.map((one) => withoutOthers(one, depth + 1));
  if (!isFields(value)) return value;
  const kept = Object.entries(value).filter(
    ([name]) => !idNames.includes(name) && (videoFields.test(name) || !otherFields.test(name)) && name !== "polling_url",
  );
  const renamed = kept.map(([name, inner]) => [
    /^(?:(?:download|result|output|file|media)_?urls?|unsigned_urls)$/i.test(name) ? "url" : name,
    withoutOthers(inner, depth + 1),
  ]);
  return Object.fromEntries(renamed);
}

/** Why there is no video; "" if the answer does not say it. */
export function videoErrorIn(body: unknown): string {
  for (const level of levelsOf(body)) {
    for (const name of reasonNames) {
      const { message } = saysNothing(level[name]) ? { message: "" } : readErrorReason(level[name]);
      if (message !== "") return message;
    }
  }
  return (
    levelsOf(body)
      .map((level) => readErrorReason(withoutState(level)).message)
      .find((message) => message !== "") ?? ""
  );
}

/** The state itself is no reason. */
function withoutState(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(
        ([name]) => !stateNames.includes(name) && !idNames.includes(name) && name !== "object" && name !== "model" && name !== "prompt",
      )
      .map(([name, value]) => [name, isFields(value) && wrappers.includes(name) ? withoutState(value) : value]),
  );
}

/**
 * Reads what services answer about a video that they make: its id, how far it is, why it failed, and the file itself. Sources: OpenAI,
 * "Videos"; OpenRouter; MiniMax, Kling, Zhipu, DashScope, Runway, Luma, Novita, SiliconFlow and GMI Cloud, "Query a video task".
 */
import { formatOfName } from "../../contract/fileFormats.ts";
import { tryParseJson } from "../../contract/tryParseJson.ts";
import { isFields, plainName, readErrorReason, saysNothing, saysSuccess } from "../errorReason.ts";
import { bucketLink, isLink, listContents, tryReadInline } from "../files/readContent.ts";
import { unmarkedFields } from "../files/unmarkedFields.ts";
import { stateOfJob } from "./jobStatus.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Compared by `plainName`, as the names below. */
const idNames = ["id", "taskid", "videoid", "requestid", "generationid", "jobid", "uuid", "taskuuid", "operationid"];
const stateNames = ["status", "state", "taskstatus", "videostatus", "phase"];
/** Objects in which an answer says that about its task. */
const wrappers = [
  ...["data", "output", "task", "video", "result", "response", "resp", "generation", "generations", "job", "jobs", "info", "outcome"],
  ...["generatevideoresponse", "aigcvideotask", "sceneaigcvideotask"],
];
/** Plain names of fields that give a reason, in the order in which they are read. */
const reasonNames: readonly RegExp[] = [
  /^errors?$/,
  /^(?:task|rai)?(?:fail|err|reject|status|state|media)[a-z]*(?:reasons?|messages?|msg|details?)$/,
  /^(?:failure|moderation)$/,
  /^(?:failure|err)code$/,
];
/** Kie's flag, and PixVerse's status. */
const flagStates = ["processing", "completed", "failed", "failed"];
const numberStates: Readonly<Record<number, string>> = { 1: "completed", 5: "processing", 7: "moderated", 8: "failed" };
/** Fields that repeat what was sent, or that show an image beside the video. */
const otherFields =
  /image|img|thumb|cover|poster|preview|frame|input|reference|prompt|audio|polling|webhook|callback|metadata|usage|urls?$/i;
const videoFields = /video|mp4|output|result|download|^(?:file|media)_?urls?$|^urls?$|unsigned/i;
/** The request as answers repeat it, with the video that it continues. */
const echoFields = /^(?:task_?info|parent_?video|payload|request)$/i;
/** Leonardo lists its videos there, beside their first images. */
const imageLists = /^generated_?images$/i;

const withPlainNames = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [plainName(name), value]));

/** What is not looked through although it is the only field. */
const keptNames = [...wrappers, "error", "errors", "detail", "fault", "failure", "metadata"];

/** An answer and what it wraps. */
function objectsIn(body: unknown, depth = 0): Fields[] {
  const given: unknown = Array.isArray(body) ? body[0] : body;
  if (!isFields(given)) return [];
  const level = withPlainNames(given);
  // Leonardo names the only field of an answer after what was asked for.
  const [[name, only] = [], ...others] = Object.entries(given);
  if (name !== undefined && others.length === 0 && isFields(only) && !keptNames.includes(plainName(name))) return objectsIn(only, depth);
  return [given, ...(depth < 2 ? wrappers.flatMap((name) => [level[name]].flat().flatMap((inner) => objectsIn(inner, depth + 1))) : [])];
}

/** Their fields by their plain names. */
const levelsOf = (body: unknown) => objectsIn(body).map(withPlainNames);

const isId = (value: unknown) => (typeof value === "string" && value !== "") || typeof value === "number";

/** undefined: the answer has none. The id of the request is the task's only if nothing else is. */
export function videoIdIn(body: unknown): string | undefined {
  const found = levelsOf(body).flatMap((level) => idNames.map((name) => [name, level[name]] as const).filter(([, id]) => isId(id)));
  const own = found.find(([name]) => name !== "requestid") ?? found[0];
  if (own) return String(own[1]);
  // Google's operations have a name.
  return levelsOf(body)
    .map(({ name }) => name)
    .find((name): name is string => typeof name === "string" && name.includes("operations/"));
}

/** Of a file that is asked for by its id; undefined: there is none. */
export function fileIdIn(body: unknown): string | undefined {
  const id = levelsOf(body)
    .map((level) => level.fileid)
    .find(isId);
  return id === undefined ? undefined : String(id);
}

/** "" if the answer names none. */
export function stateIn(body: unknown): string {
  const levels = levelsOf(body);
  for (const level of levels) {
    const state = stateNames.map((name) => level[name]).find((word): word is string => typeof word === "string" && word !== "");
    if (state !== undefined) return finishedBadly(levels, state) ? "failed" : state.replace(/^TASK_STATUS_/i, "");
  }
  const done = levels.map((level) => level.done).find((flag) => typeof flag === "boolean");
  if (done !== undefined) return done ? (isFiltered(levels) ? "failed" : "completed") : "processing";
  const numbers = levels.map(
    ({ successflag, status }) => flagStates[Number(successflag)] ?? (levels[0]?.resp && numberStates[Number(status)]),
  );
  return numbers.find((state): state is string => typeof state === "string") ?? "";
}

/** Tencent's tasks also finish when they have failed. Source: Tencent Cloud, "AigcVideoTask". */
const finishedBadly = (levels: readonly Fields[], state: string) =>
  stateOfJob(state) === "completed" && levels.some(({ errcode }) => Math.abs(Number(errcode)) > 0);

/** Of Google's operations: whether there is a reason, and no video beside it. */
const isFiltered = (levels: readonly Fields[]) =>
  levels.every(({ generatedsamples, videos }) => saysNothing(generatedsamples) && saysNothing(videos)) &&
  levels.some((level) => !saysNothing(level.error) || !saysNothing(level.raimediafilteredreasons));

/** Links, data URIs and base64 of videos. */
export function videosIn(body: unknown): string[] {
  const known = withoutOthers(body, 0);
  const found = listContents(known).filter((content) => isLink(content) || isVideo(content));
  // Before the end, links under other names lead to pages about the task.
  const videos = found.length > 0 || stateOfJob(stateIn(body)) !== "completed" ? found : linksIn(known, 0);
  const readable = videos.filter((link) => !bucketLink.test(link));
  return [...new Set(readable.length > 0 ? readable : videos)];
}

/** Links to what services make beside a video. */
const otherFiles = /\.(?:srt|vtt|json|txt|jpe?g|png|webp)(?:[?#]|$)/i;

/** Links under any other names or to buckets, also in JSON within a text. */
function linksIn(value: unknown, depth: number): string[] {
  if (depth > deepest) return [];
  if (typeof value === "string") {
    const text = value.trim();
    if (/^[{[]/.test(text)) return linksIn(withoutOthers(tryParseJson(text), 0), depth + 1);
    if (bucketLink.test(text)) return [text];
    return (/^https?:\/\/\S+$/i.test(text) && !otherFiles.test(text)) || (isLink(text) && isNamedVideo(text)) ? [text] : [];
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
const deepest = 8;

function withoutOthers(value: unknown, depth: number): unknown {
  if (depth > deepest) return undefined;
  if (Array.isArray(value)) return value.map((one) => withoutOthers(one, depth + 1));
  if (!isFields(value)) return value;
  const kept = unmarkedFields(value).filter(
    ([name]) =>
      !idNames.includes(plainName(name)) &&
      !echoFields.test(name) &&
      (videoFields.test(name) || imageLists.test(name) || !otherFields.test(name)) &&
      name !== "polling_url",
  );
  const renamed = kept.map(([name, inner]) => [
    /^(?:(?:download|result|output|file|media)_?urls?|unsigned_urls|motionMP4URL)$/i.test(name) ? "url" : name,
    withoutOthers(imageLists.test(name) ? withoutImages(inner) : inner, depth + 1),
  ]);
  return Object.fromEntries(renamed);
}

function withoutImages(list: unknown): unknown {
  return Array.isArray(list)
    ? list.map((one) => (isFields(one) ? Object.fromEntries(Object.entries(one).filter(([name]) => name !== "url")) : one))
    : [];
}

/** Why there is no video; "" if the answer does not say it. */
export function videoErrorIn(body: unknown): string {
  for (const level of levelsOf(body)) {
    const reasons = reasonNames.flatMap((form) => Object.entries(level).flatMap(([name, value]) => (form.test(name) ? [value] : [])));
    const found = reasons.map((value) => (saysNothing(value) ? "" : readErrorReason(value).message)).find(isReason);
    if (found !== undefined) return found;
  }
  return (
    objectsIn(body)
      .map((fields) => readErrorReason(withoutState(fields)).message)
      .find(isReason) ?? ""
  );
}

/** Of the request for the state: that it succeeded says nothing about the video. */
const isReason = (message: string) => message !== "" && !saysSuccess(message);

/** The state itself is no reason. */
function withoutState(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(
        ([name]) =>
          !stateNames.includes(plainName(name)) && !idNames.includes(plainName(name)) && !["object", "model", "prompt"].includes(name),
      )
      .map(([name, value]) => [name, isFields(value) && wrappers.includes(plainName(name)) ? withoutState(value) : value]),
  );
}

/** The files in an answer that has them under names that `listContents` does not know. */
import { findFormat, formatOfName } from "../../contract/fileFormats.ts";
import { readTaskStatus } from "../../contract/taskStatus.ts";
import { isErrorValue, isFields } from "../errorReason.ts";
import { isLink, tryReadInline } from "./readContent.ts";
import { unmarkedFields } from "./unmarkedFields.ts";

type FileKind = "image" | "audio";

/** Words in the names of fields. A link without an ending is one to a file if one of these leads to it. */
const ownNames: Readonly<Record<FileKind, RegExp>> = {
  image: /image|img|picture|photo/i,
  audio: /audio|sound|song|music|track|speech|voice/i,
};
const fileNames = /media|file|output|result|download|asset|creation|^urls?$/i;
/** What repeats the request, shows the state or accompanies the file. */
const otherNames =
  /prompt|input|reference|request|payload|param|thumb|preview|cover|poster|mask|avatar|webhook|callback|status|cancel|poll|stream|transcri|caption|subtitle|timestamp|metadata|docs?$|^(?:get|self|web|errors?)$/i;

/** How deep an answer is searched. */
const deepest = 8;
/** Shorter texts are words. */
const shortestContent = 64;

/** `isName`: whether a text is the name of a file that was taken out of the answer. Of an error, or a task that is not done: none. */
export function otherContents(body: unknown, kind: FileKind, isName: (text: string) => boolean): string[] {
  if (isErrorValue(body)) return [];
  const isContent = (text: string, isNamed: boolean) => isName(text) || isFile(text, kind) || isLinkTo(text, kind, isNamed);
  return [...new Set(search(body, { kind, isContent, isNamed: false, depth: 0 }))];
}

interface Search {
  kind: FileKind;
  isContent(text: string, isNamed: boolean): boolean;
  /** Whether a name that leads here says that there is a file. */
  isNamed: boolean;
  depth: number;
}

function search(value: unknown, given: Search): string[] {
  const inner = { ...given, depth: given.depth + 1 };
  if (given.depth > deepest) return [];
  if (typeof value === "string") return given.isContent(value.trim(), given.isNamed) ? [value.trim()] : [];
  if (Array.isArray(value)) return value.flatMap((one) => search(one, inner));
  if (!isFields(value) || isWorking(value)) return [];
  const other = ownNames[given.kind === "image" ? "audio" : "image"];
  const fields = unmarkedFields(value).filter(([name]) => !otherNames.test(name) && (ownNames[given.kind].test(name) || !other.test(name)));
  const found = fields.map(([name, one]) => {
    const isHint = fileNames.test(name) || ownNames[given.kind].test(name);
    return { isHint, isText: typeof one === "string", contents: search(one, { ...inner, isNamed: given.isNamed || isHint }) };
  });
  // Beside each other stand the same file in several forms.
  const own = found.filter(({ isText, contents }) => isText && contents.length > 0);
  return (own.find(({ isHint }) => isHint) ?? own[0])?.contents ?? found.flatMap(({ contents }) => contents);
}

const isWorking = ({ status, state, task_status: taskStatus }: Readonly<Record<string, unknown>>) =>
  [status, state, taskStatus].some((word) => ["pending", "processing"].includes(readTaskStatus(word) ?? ""));

const isFile = (text: string, kind: FileKind) => {
  const inline = text.length < shortestContent ? undefined : tryReadInline(text);
  return inline !== undefined && findFormat(inline.bytes)?.kind === kind;
};

function isLinkTo(text: string, kind: FileKind, isNamed: boolean): boolean {
  if (!/^\S{1,4096}$/.test(text) || !isLink(text)) return false;
  const format = formatOfName(text.replace(/[?#].*$/s, ""));
  return format === undefined ? isNamed && /^https?:/i.test(text) : format.kind === kind;
}

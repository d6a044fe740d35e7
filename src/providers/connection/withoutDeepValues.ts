/** Removes values that are nested too deeply, and numbers that are not JSON, from the answers that AI SDK packages read: the packages fail at such a value. */
import { answerLevels, isDeeperThan, parseJson } from "../../contract/parseJson.ts";
import { tryParseJson } from "../../contract/tryParseJson.ts";
import { isFields } from "../errorReason.ts";
import { CitationCounter } from "../files/citationCounter.ts";
import { requireFewValues } from "../files/valueCounter.ts";
import { EngineError } from "../providerError.ts";

const [lineFeed, carriageReturn] = [0x0a, 0x0d];
const field = "data:";
/** Events without what the model wrote, which OpenAI's package refuses together with the answer if one of their members is missing. */
const optionalEvents = /\.annotation\.added$/;

/** Returns a `fetch` whose JSON and events contain no values that are nested too deeply. Everything else of an answer is kept. */
export function withoutDeepValues(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const type = answer.headers.get("content-type") ?? "";
    const hasEvents = /event-stream/i.test(type);
    if (!answer.body || !(hasEvents || /\bjson\b/i.test(type))) return answer;
    const { status, headers } = answer;
    return new Response(pruneBody(answer.body, hasEvents), { status, headers });
  };
}

/** Passes on complete lines of events, or the whole JSON: the packages read nothing sooner. */
function pruneBody(body: ReadableStream<Uint8Array>, hasEvents: boolean): ReadableStream<Uint8Array> {
  const packets = body.getReader();
  const citations = new CitationCounter();
  let dataLines = 0;
  let rest: Uint8Array[] = [];
  const check = (bytes: Buffer) => {
    try {
      requireFewValues(bytes);
      citations.add(bytes);
      dataLines = countData(bytes, dataLines);
      if (dataLines > mostDataLines) throw new EngineError("its answer cannot be read.");
    } catch (error) {
      // Nobody else ends an answer that is not read any more.
      void packets.cancel(error).catch(() => undefined);
      throw error;
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let { done, value } = await packets.read();
        for (; value && !(hasEvents && endOfLines(value) > 0); { done, value } = await packets.read()) rest.push(value);
        const end = value ? endOfLines(value) : 0;
        const bytes = Buffer.concat(value ? [...rest, value.subarray(0, end)] : rest);
        rest = value ? [value.subarray(end)] : [];
        if (hasEvents) check(bytes);
        if (!mayBeOdd(bytes)) controller.enqueue(bytes);
        else
          controller.enqueue(
            Buffer.from(hasEvents ? bytes.toString().split("\n").map(pruneLine).join("\n") : pruneJson(bytes.toString(), false)),
          );
        if (done) controller.close();
      },
      cancel: (reason) => packets.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Lines of data in one event: the packages join them, and each costs as much as a hundred bytes. */
const mostDataLines = 20_000;
const emptyLines = ["\n\n", "\n\r\n", "\r\r"];

/** The lines of data in the event that is open after `lines`; `before`: before them. */
function countData(lines: Buffer, before: number): number {
  const end = Math.max(...emptyLines.map((empty) => lines.lastIndexOf(empty)));
  const [first] = lines;
  let count = end >= 0 || first === lineFeed || first === carriageReturn ? 0 : before;
  for (const start of [`\n${field}`, `\r${field}`])
    for (let at = lines.indexOf(start, Math.max(end, 0)); at >= 0; at = lines.indexOf(start, at + 1)) count += 1;
  return count;
}

/** The number of bytes up to the last end of a line. Source: HTML Standard, "9.2.6 Interpreting an event stream". */
function endOfLines(packet: Uint8Array): number {
  return Math.max(packet.lastIndexOf(lineFeed), packet.lastIndexOf(carriageReturn)) + 1;
}

function pruneLine(line: string): string {
  return line.startsWith(field) && mayBeOdd(Buffer.from(line)) ? `${field}${pruneJson(line.slice(field.length), true)}` : line;
}

/** Whether it may have values that are too deep, or Python's numbers that are not JSON. */
function mayBeOdd(bytes: Buffer): boolean {
  return bytes.includes("NaN") || bytes.includes("Infinity") || mayBeDeep(bytes);
}

/** Whether there are as many opening brackets as a deep value needs. */
function mayBeDeep(bytes: Buffer): boolean {
  if (bytes.length <= 2 * answerLevels) return false;
  let count = 0;
  for (const bracket of ["[", "{"]) {
    for (let at = bytes.indexOf(bracket); at >= 0 && count <= answerLevels; at = bytes.indexOf(bracket, at + 1)) count += 1;
  }
  return count > answerLevels;
}

/** `isEvent`: of a text model, whose packages check more than those of media. */
function pruneJson(text: string, isEvent: boolean): string {
  const value = tryParseJson(text);
  if (value === undefined) return JSON.stringify(parseJson(text)) ?? text;
  if (!isDeeperThan(value, answerLevels)) return text;
  const pruned = prune(value, answerLevels, isEvent)?.kept ?? {};
  return JSON.stringify(isFields(pruned) && optionalEvents.test(String(pruned.type)) ? { type: "unknown" } : pruned);
}

/** What the model wrote: an entry of a list with one of these is kept, although other members of it are not. */
const writtenMembers = ["text", "thinking", "content", "parts", "arguments", "functionCall", "input", "delta"];
/** Arguments of calls, which no package checks. */
const freeMembers = ["args", "input", "arguments"];

interface Pruned {
  kept: unknown;
  /** Members of it were removed, so that a package may refuse it. */
  isPartial: boolean;
}

/**
 * The value without the members that are nested too deeply, and without objects of nothing else. `isTyped`: packages check its entries, such
 * as tokens with their probabilities, and refuse the event for a partial one.
 */
function prune(value: unknown, levels: number, isTyped: boolean): Pruned | undefined {
  if (typeof value !== "object" || value === null || !isDeeperThan(value, levels)) return { kept: value, isPartial: false };
  const isList = Array.isArray(value);
  let isPartial = false;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (!isDeeperThan(member, levels - 1)) return [[name, member]];
    const pruned =
      levels === 1 || repeatsItself(member) ? undefined : prune(member, levels - 1, isTyped && (isList || !freeMembers.includes(name)));
    isPartial ||= pruned === undefined || pruned.isPartial;
    return pruned === undefined || (isList && isTyped && pruned.isPartial && !isWritten(pruned.kept)) ? [] : [[name, pruned.kept]];
  });
  if (isList) return { kept: members.map(([, member]) => member), isPartial: false };
  return members.length === 0 ? undefined : { kept: Object.fromEntries(members), isPartial };
}

const isWritten = (value: unknown) => isFields(value) && writtenMembers.some((name) => name in value);

/** Number of levels that are compared, and the most levels after which they begin again. */
const comparedLevels = 24;
const longestPeriod = 4;

/** Whether the levels of a deep value have the same members again and again. Such a value is removed as a whole, not only its end. */
function repeatsItself(value: unknown): boolean {
  const shapes: string[] = [];
  for (let level = value; shapes.length < comparedLevels; ) {
    if (typeof level !== "object" || level === null) return false;
    shapes.push(Array.isArray(level) ? "" : Object.keys(level).join());
    level = Object.values(level).find((member) => isDeeperThan(member, comparedLevels));
  }
  return Array.from({ length: longestPeriod }, (_, index) => index + 1).some((period) =>
    shapes.slice(period).every((shape, index) => shape === shapes[index]),
  );
}

/**
 * Reads the JSON values of a stream of server-sent events, and of what engines send in its place: events without a blank line after them,
 * JSON without `data:`, one JSON body, plain text. Source: WHATWG HTML, "Server-sent events".
 */

import { parseJson } from "../../contract/parseJson.ts";
import { smallestFile } from "../files/answeredFiles.ts";
import { requireFewValues, uncountedLength, ValueCounter } from "../files/valueCounter.ts";
import { EngineError } from "../providerError.ts";
import { parseLooseObjects } from "./looseJson.ts";

export type EventValue =
  /** `isFramed`: it is the data of an event. `isLong`: parsing it took long. */
  | { type: "json"; value: unknown; event: string; isFramed: boolean; isLong?: boolean }
  /** `data` or text without a field name that is not JSON. */
  | { type: "text"; text: string; event: string }
  | { type: "done" };

const [lineFeed, carriageReturn] = [0x0a, 0x0d];
/** Unframed text is kept up to this many characters, because it may be one JSON body. */
const longestLooseText = 16 * 1024 ** 2;
/** The same of lines that are shorter than a file. */
const longestLooseLines = 4 * 1024 ** 2;
/** Lines of one value are joined up to this many characters: an engine may send any number. */
const longestJoinedData = 4 * 1024 ** 2;
/** Lines of an answer that are not JSON by themselves. */
const mostUnread = 20_000;
/** What a kept line costs beside its characters. */
const lineCost = 32;
/** Unframed lines after which it is looked whether they are one JSON body. */
const mostParsedLines = 256;
/** A line of more bytes that broke off contains nothing that can be read. */
const longestBroken = 1024 ** 2;

export class EventValueReader {
  readonly #decoder = new TextDecoder();
  readonly #emit: (value: EventValue) => void;
  /** The part of a line that has arrived, as bytes: as text, one that does not end would use more memory. */
  #open: Uint8Array[] = [];
  #openLength = 0;
  /** Of a long open line, so that one of too many values is not joined first. */
  #openValues: ValueCounter | undefined;
  /** All but the last bytes of the line that is read are counted. */
  #isCounted = false;
  /** What was decoded without the end of its line. */
  #line = "";
  /** A CR ended the last line: a following LF belongs to it. */
  #skipsLineFeed = false;
  #event = "";
  /** Lines of `data` that are not JSON by themselves. */
  #data: string[] = [];
  #dataLength = 0;
  #unread = 0;
  /** Lines without the name of a field. */
  #loose: string[] = [];
  #looseLength = 0;
  #looseLines = 0;
  #parsedLines = 0;

  constructor(emit: (value: EventValue) => void) {
    this.#emit = emit;
  }

  add(bytes: Uint8Array): void {
    const end = Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn)) + 1;
    if (end > 0) {
      this.#isCounted = this.#openValues !== undefined;
      this.#readOpen();
      this.#decode(bytes.subarray(0, end));
      this.#isCounted = false;
    }
    if (end === bytes.byteLength) return;
    this.#open.push(bytes.subarray(end));
    this.#openLength += bytes.byteLength - end;
    if (this.#openLength > uncountedLength) this.#countOpen(bytes.subarray(end));
  }

  /** Reads what has arrived without the end of its line or event, unless a long line broke off. */
  end(isWhole = true): void {
    if (isWhole || this.#openLength <= longestBroken) this.#readOpen();
    this.#open = [];
    this.#addText(this.#decoder.decode());
    if (this.#line !== "") this.#readLine(this.#line);
    this.#line = "";
    this.#endEvent();
    this.#endLoose();
  }

  #countOpen(last: Uint8Array): void {
    const counted = this.#openValues;
    const counter = counted ?? new ValueCounter();
    for (const bytes of counted ? [last] : this.#open) counter.add(bytes);
    this.#openValues = counter;
  }

  #readOpen(): void {
    this.#openValues = undefined;
    for (let bytes = this.#open.shift(); bytes; bytes = this.#open.shift()) this.#decode(bytes);
    this.#openLength = 0;
  }

  #decode(bytes: Uint8Array): void {
    this.#addText(this.#decoder.decode(bytes, { stream: true }));
  }

  #addText(text: string): void {
    if (text === "") return;
    let start = this.#skipsLineFeed && text.startsWith("\n") ? 1 : 0;
    this.#skipsLineFeed = false;
    const hasReturns = text.includes("\r", start);
    for (;;) {
      const end = hasReturns ? endOfLine(text, start) : text.indexOf("\n", start);
      if (end < 0) break;
      const line = this.#line === "" ? text.slice(start, end) : this.#line + text.slice(start, end);
      this.#line = "";
      this.#readLine(line);
      start = end + 1;
      if (text[end] === "\r") {
        if (start === text.length) this.#skipsLineFeed = true;
        else if (text[start] === "\n") start += 1;
      }
    }
    if (start < text.length) this.#line += text.slice(start);
  }

  #readLine(line: string): void {
    if (line.startsWith("data:")) {
      this.#endLoose();
      this.#readData(line.slice(line[5] === " " ? 6 : 5));
    } else if (line === "") {
      this.#endEvent();
    } else if (line.startsWith("\u001e")) {
      // RFC 7464 begins each JSON text with this mark.
      this.#readLine(line.slice(1));
    } else if (line.startsWith("event:")) {
      // Some engines leave out the blank line before the next event.
      this.#endEvent();
      this.#event = line.slice(6).trim();
    } else if (/^\s*(?:data|event)\s*:/i.test(line)) {
      const colon = line.indexOf(":");
      this.#readLine(`${line.slice(0, colon).trim().toLowerCase()}${line.slice(colon)}`);
    } else if (!/^(?::|(?:id|retry)\s*:|(?:data|event|id|retry)$)/.test(line)) {
      this.#readLoose(line);
    }
  }

  /** Each line that is JSON is a value: not every engine ends an event with a blank line. */
  #readData(data: string): void {
    if (isDone(data)) {
      this.#endEvent();
      this.#emit({ type: "done" });
      return;
    }
    const value = this.#isCounted ? parseJson(data) : parseBounded(data);
    this.#isCounted = false;
    if (value === undefined) {
      const last = this.#data.length === 0 ? lastDone(data) : -1;
      if (last > 0) {
        this.#readData(data.slice(0, last));
        this.#readData(data.slice(last));
        return;
      }
      const values = this.#data.length === 0 ? parseLooseObjects(data) : [];
      if (values.length === 0) this.#holdData(data);
      for (const each of values) this.#emit({ type: "json", value: each, event: this.#event, isFramed: true });
      return;
    }
    if (this.#data.length > 0 && this.#joinData(data)) return;
    this.#emit({ type: "json", value, event: this.#event, isFramed: true, isLong: data.length > uncountedLength });
  }

  /** Whether `data` completes a JSON value of several lines. */
  #joinData(data: string): boolean {
    const joined = parseBounded([...this.#data, data].join("\n"));
    if (joined === undefined) {
      this.#endData();
      return false;
    }
    this.#data = [];
    this.#emit({ type: "json", value: joined, event: this.#event, isFramed: true });
    return true;
  }

  #holdData(data: string): void {
    if (this.#data.length === 0) this.#dataLength = 0;
    this.#dataLength += data.length + lineCost;
    this.#unread += 1;
    if (this.#unread > mostUnread) throw new EngineError("its answer cannot be read.");
    this.#data.push(data);
    if (this.#dataLength > longestJoinedData) this.#endData();
  }

  #endEvent(): void {
    this.#endData();
    // Some proxies name the event that ends the answer, with or without data.
    const isLast = this.#event === "done";
    this.#event = "";
    if (isLast) this.#emit({ type: "done" });
  }

  #endData(): void {
    if (this.#data.length === 0) return;
    const text = this.#data.join("\n");
    this.#data = [];
    if (text.trim() === "") return;
    // A value that was cut in the middle of a text is joined without a line feed.
    const value = parseBounded(text) ?? parseJson(text.replaceAll("\n", ""));
    const { text: read, values } = value === undefined ? readJoined(text) : { text: "", values: [value] };
    if (read !== "") this.#emit({ type: "text", text: read, event: this.#event });
    for (const each of values) this.#emit({ type: "json", value: each, event: this.#event, isFramed: true });
  }

  #readLoose(line: string): void {
    if (isDone(line)) {
      this.#endLoose();
      this.#emit({ type: "done" });
      return;
    }
    const isFirst = this.#loose.length === 0;
    if (isFirst) this.#parsedLines = 0;
    if (this.#looseLength < longestLooseText && this.#looseLines < longestLooseLines) this.#loose.push(line);
    this.#looseLength += line.length + lineCost;
    if (line.length < smallestFile) this.#looseLines += line.length + lineCost;
    const mayEnd = /^[}\]]/.test(line);
    if (mayEnd) this.#parsedLines += 1;
    const isParsed = isFirst || (mayEnd && this.#parsedLines <= mostParsedLines);
    const value = isParsed ? parseBounded(this.#loose.join("\n")) : undefined;
    if (typeof value !== "object") return;
    this.#loose = [];
    this.#looseLength = 0;
    this.#looseLines = 0;
    this.#emitLoose(value);
  }

  #endLoose(): void {
    if (this.#loose.length === 0) return;
    const text = this.#loose.join("\n");
    this.#loose = [];
    this.#looseLength = 0;
    this.#looseLines = 0;
    const whole = parseBounded(text);
    // A list of chunks, as Gemini sends it, that broke off.
    const begun = /^\s*\[\s*\{/.test(text) ? parseLooseObjects(text.replace("[", " "), true) : [];
    const value = whole ?? (begun.length > 0 ? begun : undefined);
    if (typeof value !== "object") this.#emit({ type: "text", text, event: this.#event });
    else this.#emitLoose(value);
  }

  #emitLoose(value: unknown): void {
    for (const each of Array.isArray(value) ? value : [value])
      this.#emit({ type: "json", value: each, event: this.#event, isFramed: false });
  }
}

/** @throws EngineError for too many values */
function parseBounded(text: string): unknown {
  requireFewValues(text);
  return parseJson(text);
}

/** Some engines begin an event in the middle of another one, which is then lost. */
function readJoined(text: string): { text: string; values: unknown[] } {
  const start = text.search(/data:\s*\{/);
  const values = start < 0 ? [] : parseLooseObjects(text.slice(start));
  return values.length === 0 ? { text, values } : { text: text.slice(0, start), values };
}

/** Some proxies quote the mark, or write it in small letters. */
const isDone = (text: string) => text.length < 40 && /^\s*(?:data:\s*)?"?(?:\[done\]|done)"?\s*$/i.test(text);

/** Where the mark begins that follows a value in the same line; -1: nowhere. */
const lastDone = (text: string) => (/\}\s*(?:data:\s*)?\[done\]\s*$/i.test(text.slice(-40)) ? text.lastIndexOf("}") + 1 : -1);

function endOfLine(text: string, start: number): number {
  const lineFeed = text.indexOf("\n", start);
  const carriageReturn = text.indexOf("\r", start);
  return lineFeed < 0 || (carriageReturn >= 0 && carriageReturn < lineFeed) ? carriageReturn : lineFeed;
}

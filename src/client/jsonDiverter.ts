/** Removes the strings at one path from a JSON text and passes each of them on while it arrives. */
import { badAnswer } from "./badAnswer.ts";
import { createJsonStringReader } from "./jsonStringReader.ts";

/** Receives the content of one string, and says what stands in its place in the text. */
export interface StringSink {
  /** Characters as UTF-8, without escapes; the memory is reused afterwards. */
  write(characters: Buffer): void;
  /** The string is whole. Returns the JSON that takes its place. */
  end(): string;
}

/** A path in a JSON value: member names, and `*` for every element of an array. */
export type JsonPath = readonly string[];

export interface JsonDiverter {
  /** Throws `badAnswer` for what cannot be JSON. */
  write(bytes: Buffer): void;
  /** The text that is left, once all bytes are in. Throws `badAnswer` where it ends in the middle. */
  end(): string;
}

/** Bytes of text besides the diverted strings. */
const keptLimit = 64 * 1024 * 1024;
const depthLimit = 512;

const quote = 0x22;
const comma = 0x2c;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** An object or array that is open. */
interface Container {
  isArray: boolean;
  /** How much of the path leads to this container; -1 when it is elsewhere. */
  followed: number;
  /** The next string is a member's name. */
  expectsName: boolean;
  /** The newest member's name. */
  name: string;
}

/**
 * Looks at strings and brackets alone. Whether the text is JSON (RFC 8259) is for `JSON.parse` to say: every diverted string is
 * replaced by one value, so the text that is left is JSON exactly when the whole was.
 */
export function createJsonDiverter(path: JsonPath, openSink: () => StringSink): JsonDiverter {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  const containers: Container[] = [];
  const strings = createJsonStringReader();
  /** What the string that is being read is; undefined between strings. */
  let reading: "text" | "name" | StringSink | undefined;
  let name = "";

  function keep(bytes: Buffer): void {
    keptBytes += bytes.length;
    if (keptBytes > keptLimit) throw badAnswer("The service's answer is too long.");
    // A copy: the bytes are a window on the socket's whole chunk.
    if (bytes.length > 0) kept.push(Buffer.from(bytes));
  }

  /** How much of the path leads to a value that begins now; -1 for none of it. */
  function followedHere(): number {
    const container = containers.at(-1);
    if (container === undefined) return 0;
    if (container.followed < 0) return -1;
    const isOnTheWay = path[container.followed] === (container.isArray ? "*" : container.name);
    return isOnTheWay ? container.followed + 1 : -1;
  }

  function readStructure(byte: number): void {
    const container = containers.at(-1);
    if (byte === openObject || byte === openArray) {
      if (containers.length >= depthLimit) throw badAnswer("The service's answer is nested too deeply.");
      const followed = followedHere();
      const isArray = byte === openArray;
      containers.push({ isArray, followed: followed < path.length ? followed : -1, expectsName: !isArray, name: "" });
    } else if (byte === closeObject || byte === closeArray) {
      containers.pop();
    } else if (byte === comma && container) {
      container.expectsName = !container.isArray;
    }
  }

  /** Reads up to and with the quote that opens the next string. */
  function readBetween(bytes: Buffer, start: number): number {
    for (let at = start; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte !== quote) {
        readStructure(byte);
        continue;
      }
      const container = containers.at(-1);
      if (container?.expectsName) reading = "name";
      else reading = followedHere() === path.length ? openSink() : "text";
      const isKept = reading === "name" || reading === "text";
      keep(bytes.subarray(start, isKept ? at + 1 : at));
      return at + 1;
    }
    keep(bytes.subarray(start));
    return bytes.length;
  }

  function readString(bytes: Buffer, start: number, target: "text" | "name" | StringSink): number {
    const take = (characters: Buffer) => {
      if (typeof target === "object") target.write(characters);
      // Longer than any name that we look for: the rest does not matter.
      else if (target === "name" && name.length < 256) name += characters.toString("utf8");
    };
    const end = strings.read(bytes, start, take);
    const next = end < 0 ? bytes.length : end;
    if (typeof target === "string") keep(bytes.subarray(start, next));
    if (end < 0) return next;
    reading = undefined;
    if (typeof target === "object") {
      keep(Buffer.from(target.end()));
    } else if (target === "name") {
      const container = containers.at(-1);
      if (container) {
        container.name = name;
        container.expectsName = false;
      }
      name = "";
    }
    return next;
  }

  return {
    write(bytes) {
      let at = 0;
      while (at < bytes.length) at = reading === undefined ? readBetween(bytes, at) : readString(bytes, at, reading);
    },
    end() {
      if (reading !== undefined || containers.length > 0) throw badAnswer("The service's answer is incomplete.");
      return new TextDecoder().decode(Buffer.concat(kept, keptBytes));
    },
  };
}

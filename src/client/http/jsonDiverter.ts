/** Removes the strings at one path from a JSON text, and passes each on as it arrives. */
import { badAnswer } from "./badAnswer.ts";
import { createJsonStringReader } from "./jsonStringReader.ts";

/** Receives the content of one string, and returns its replacement in the text. */
export interface StringSink {
  /** Characters as UTF-8, without escapes; the memory is reused afterwards. */
  write(characters: Buffer): void;
  /** The string is complete. Returns the JSON that replaces it. */
  end(): string;
}

/** A path in a JSON value: member names, and `*` for every element of an array. */
export type JsonPath = readonly string[];

export interface JsonDiverter {
  /** Throws `badAnswer` for invalid JSON. */
  write(bytes: Buffer): void;
  /** Returns the remaining text when all bytes have been written. Throws `badAnswer` if it is truncated. */
  end(): string;
}

/** Limit for the remaining text, in bytes. */
const keptLimit = 64 * 1024 * 1024;
/** No path leads deeper. Deeper values are kept as they are. */
const depthLimit = 512;

const quote = 0x22;
const comma = 0x2c;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** An open object or array. */
interface Container {
  isArray: boolean;
  /** How many elements of the path lead to this container; -1 if it is not on the path. */
  followed: number;
  /** The next string is a member name. */
  expectsName: boolean;
  /** The newest member name. */
  name: string;
}

/**
 * Only parses strings and brackets. `JSON.parse` checks whether the text is JSON (RFC 8259): each diverted string is replaced by one value,
 * so the remaining text is valid exactly when the original was.
 */
export function createJsonDiverter(path: JsonPath, openSink: () => StringSink): JsonDiverter {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  const containers: Container[] = [];
  /** How many objects and arrays are open beyond the limit. */
  let deeper = 0;
  const strings = createJsonStringReader();
  /** The purpose of the string being read; undefined between strings. */
  let reading: "text" | "name" | StringSink | undefined;
  let name = "";

  function keep(bytes: Buffer): void {
    keptBytes += bytes.length;
    if (keptBytes > keptLimit) throw badAnswer("The service's answer is too long.");
    // Copied, because `bytes` is a view of the socket's whole chunk.
    if (bytes.length > 0) kept.push(Buffer.from(bytes));
  }

  /** How many elements of the path lead to a value that starts here; -1 if it is not on the path. */
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
      if (containers.length >= depthLimit) {
        deeper += 1;
        return;
      }
      const followed = followedHere();
      const isArray = byte === openArray;
      containers.push({ isArray, followed: followed < path.length ? followed : -1, expectsName: !isArray, name: "" });
    } else if (byte === closeObject || byte === closeArray) {
      if (deeper > 0) deeper -= 1;
      else containers.pop();
    } else if (byte === comma && container && deeper === 0) {
      container.expectsName = !container.isArray;
    }
  }

  /** Reads up to and including the quote that opens the next string. */
  function readBetween(bytes: Buffer, start: number): number {
    for (let at = start; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte !== quote) {
        readStructure(byte);
        continue;
      }
      const container = containers.at(-1);
      if (deeper > 0) reading = "text";
      else if (container?.expectsName) reading = "name";
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
      // The name is longer than any that we look for: the rest does not matter.
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

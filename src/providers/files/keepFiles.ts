/** Writes the files in an answer of any length to the disk while it arrives, and passes on what remains. */
import { findFormat } from "../../contract/fileFormats.ts";
import type { AnsweredFile } from "../fileContent.ts";
import { FileKeeper, type FileTarget, StringFiles } from "./stringFiles.ts";

export interface KeepOptions extends FileTarget {
  /** Whether JSON and texts may be passed on with a name in the place of a file. */
  takesFromText: boolean;
}

/**
 * Passes on the name of a file in its place: of the whole answer, unless it is a text, and of each long string of base64, or of a data URI
 * of it, in JSON. Everything else is unchanged.
 */
export async function* keepFiles(body: AsyncIterable<Uint8Array>, contentType: string, options: KeepOptions): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const { start, rest } = await readStart(chunks);
  if (start.byteLength === 0) return;
  const kept = new Map<string, AnsweredFile>();
  try {
    yield* passOn(start, rest, contentType, { ...options, files: kept });
    for (const [name, file] of kept) options.files.set(name, file);
  } catch (error) {
    // The answer is not used, and may be asked for again.
    for (const { content } of kept.values()) if ("close" in content) await content.close();
    throw error;
  }
}

async function* passOn(
  start: Buffer,
  rest: AsyncIterable<Uint8Array>,
  contentType: string,
  options: KeepOptions,
): AsyncGenerator<Uint8Array> {
  if (!isText(start, contentType)) {
    const keeper = new FileKeeper(options);
    await keeper.add(start);
    for await (const chunk of rest) await keeper.add(chunk);
    yield Buffer.from(keeper.name);
  } else if (options.takesFromText) yield* new StringFiles(options).read(start, rest);
  else {
    yield start;
    yield* rest;
  }
}

/** The first bytes, enough to recognise a format. */
async function readStart(chunks: AsyncIterator<Uint8Array>): Promise<{ start: Buffer; rest: AsyncIterable<Uint8Array> }> {
  let start = Buffer.alloc(0);
  let read = await chunks.next();
  for (; !read.done; read = await chunks.next()) {
    start = Buffer.concat([start, read.value]);
    if (start.byteLength >= 1024) break;
  }
  const rest = { [Symbol.asyncIterator]: () => chunks };
  return { start, rest };
}

function isText(start: Buffer, contentType: string): boolean {
  if (/^\s*[{["]/.test(start.toString("latin1", 0, 64))) return true;
  return /^text\/|\bjson\b/i.test(contentType) && findFormat(start) === undefined;
}

/** Reads a body as text, up to a limit. */
import type { Readable } from "node:stream";
import { ServiceError } from "../serviceError.ts";

/** Limit for the body of a refused answer, in bytes; the rest is not read. */
export const refusedBodyLimit = 64 * 1024;

/** Limit for a whole JSON answer without files, in bytes. */
const wholeBodyLimit = 64 * 1024 * 1024;

/** The text of a whole answer. Rejects with the socket's error, or with `badAnswer` if the text exceeds the limit. */
export async function readWholeText(body: Readable): Promise<string> {
  const text = await readBodyText(body, wholeBodyLimit + 1);
  if (Buffer.byteLength(text) > wholeBodyLimit) {
    throw new ServiceError({ kind: "badAnswer", message: "The service's answer is too long to be read." });
  }
  return text;
}

/** Rejects with the socket's error, or with `badAnswer` for a text that exceeds the longest string. */
export async function readBodyText(body: Readable, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes: Buffer = chunk;
    chunks.push(bytes);
    size += bytes.length;
    if (size >= limit) break;
  }
  const whole = Buffer.concat(chunks, size);
  try {
    return new TextDecoder().decode(whole.subarray(0, Math.min(limit, size)));
  } catch {
    throw new ServiceError({ kind: "badAnswer", message: "The service's answer is too long." });
  }
}

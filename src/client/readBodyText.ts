/** A body and a limit in bytes in; its text, or as much of it as the limit allows, out. */
import type { Readable } from "node:stream";
import { ServiceError } from "./serviceError.ts";

/** More of a refused answer's body is not read, in bytes. */
export const refusedBodyLimit = 64 * 1024;

/** Rejects with what the socket threw; with `badAnswer` for a text longer than a string can be. */
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
    throw new ServiceError({ kind: "badAnswer", message: "The service's answer is too long to be read." });
  }
}

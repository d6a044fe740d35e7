/** Takes large files out of a JSON answer before a package reads it: reading base64 as JSON takes several times as long as receiving it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Characters of base64 below which a string stays where it is. */
const smallestFile = 64 * 1024;

const quote = 0x22;
const backslash = 0x5c;

/** By the name that stands in their place. */
type AnsweredFiles = ReadonlyMap<string, Uint8Array>;
const collecting = new AsyncLocalStorage<Map<string, Uint8Array>>();

/** Files that answers hold while `call` runs, and its result, which has their names instead of their base64. */
export async function collectFiles<Result>(call: () => PromiseLike<Result>): Promise<{ result: Result; files: AnsweredFiles }> {
  const files = new Map<string, Uint8Array>();
  return { result: await collecting.run(files, call), files };
}

/** The answer with a name in place of each large string of base64; the same bytes where no call collects files. */
export function takeFiles(json: Buffer): Buffer {
  const files = collecting.getStore();
  if (!files || json.length < smallestFile) return json;
  const kept: Buffer[] = [];
  let next = 0;
  for (let start = json.indexOf(quote), end = start; start >= 0; start = end) {
    end = json.indexOf(quote, start + 1);
    if (end - start < smallestFile || json[start - 1] === backslash) continue;
    const file = decode(json.subarray(start + 1, end));
    if (!file) continue;
    const name = randomUUID();
    files.set(name, file);
    kept.push(json.subarray(next, start + 1), Buffer.from(name));
    next = end;
  }
  return next === 0 ? json : Buffer.concat([...kept, json.subarray(next)]);
}

/** Characters decoded at once, a multiple of four: a string of all would be allocated for a moment alone. */
const sliceLength = 64 * 1024;

/** undefined: it is not base64 from end to end. Node skips what it cannot decode, so that fewer bytes come out. */
function decode(characters: Buffer): Buffer | undefined {
  const end = characters.toString("latin1", characters.length - 2);
  const paddings = end === "==" ? 2 : end.endsWith("=") ? 1 : 0;
  const bytes = Buffer.allocUnsafeSlow(Math.floor(((characters.length - paddings) * 3) / 4));
  let written = 0;
  for (let at = 0; at < characters.length; at += sliceLength) {
    written += bytes.write(characters.toString("latin1", at, at + sliceLength), written, "base64");
  }
  return written === bytes.length ? bytes : undefined;
}

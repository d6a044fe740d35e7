import { readFile, stat } from "node:fs/promises";
import { mediaTypeOf } from "../contract/fileFormats.ts";
import { limits } from "../contract/limits.ts";
import { findInside } from "./folders.ts";
import { ToolError } from "./toolError.ts";

/** Reads files of the allowed folders as data URIs for a request. `only`: the required start of their media types. Throws ToolError. */
export async function readFiles(folders: readonly string[], given: readonly string[], only: string): Promise<string[]> {
  const found = await Promise.all(
    given.map(async (name) => {
      const { file } = await findInside(folders, name);
      const mediaType = mediaTypeOf(file);
      if (!mediaType.startsWith(only)) throw new ToolError(`${JSON.stringify(name)} is not sent: it is ${mediaType}, not ${only}…`);
      const facts = await stat(file).catch(() => undefined);
      if (!facts?.isFile()) throw new ToolError(`There is no file ${JSON.stringify(name)}.`);
      return { file, mediaType, size: facts.size };
    }),
  );
  if (found.length > limits.filesPerRequest || found.reduce((sum, { size }) => sum + size, 0) > limits.fileBytesPerRequest) {
    const megabytes = limits.fileBytesPerRequest / 1_000_000;
    throw new ToolError(`A request has at most ${limits.filesPerRequest} files and ${megabytes} MB.`);
  }
  return Promise.all(found.map(async ({ file, mediaType }) => `data:${mediaType};base64,${(await readFile(file)).toString("base64")}`));
}

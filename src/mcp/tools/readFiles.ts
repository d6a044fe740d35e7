import { stat } from "node:fs/promises";
import path from "node:path";
import { mediaTypeOf, mediaTypeOfFile } from "../../contract/fileFormats.ts";
import { limits } from "../../contract/limits.ts";
import { describeReason } from "../../disclosure/judge.ts";
import { readToSend } from "../../disclosure/readToSend.ts";
import { findInside } from "../folders.ts";
import { ToolError } from "../toolError.ts";

/** Reads files of the allowed folders as data URIs for a request. `only`: the required start of their media types. Throws ToolError. */
export async function readAgentFiles(folders: readonly string[], given: readonly string[], only: string): Promise<string[]> {
  const found = await Promise.all(
    given.map(async (name) => {
      const { folder, file } = await findInside(folders, name);
      // An agent does not need what is hidden: settings of other programs, whose tokens have forms of their own.
      const hidden = [...path.relative(folder, file).split(path.sep), path.basename(name)].find((part) => part.startsWith("."));
      if (hidden !== undefined) throw new ToolError(`${JSON.stringify(name)} is not sent: ${hidden} is hidden.`);
      const mediaType = mediaTypeOf(file);
      if (!mediaType.startsWith(only)) throw new ToolError(`${JSON.stringify(name)} is not sent: it is ${mediaType}, not ${only}…`);
      const facts = await stat(file).catch(() => undefined);
      if (!facts?.isFile()) throw new ToolError(`There is no file ${JSON.stringify(name)}.`);
      return { name, folder, file, size: facts.size };
    }),
  );
  if (found.length > limits.filesPerRequest || found.reduce((sum, { size }) => sum + size, 0) > limits.fileBytesPerRequest) {
    const megabytes = limits.fileBytesPerRequest / 1_000_000;
    throw new ToolError(`A request has at most ${limits.filesPerRequest} files and ${megabytes} MB.`);
  }
  return Promise.all(
    found.map(async ({ name, folder, file }) => {
      const judged = await readToSend(file, { folders: [folder], most: limits.fileBytesPerRequest });
      if (judged.type === "missing") throw new ToolError(`There is no file ${JSON.stringify(name)}.`);
      if (judged.type === "free") {
        const mediaType = mediaTypeOfFile(file, judged.content);
        if (mediaType.startsWith(only)) return `data:${mediaType};base64,${judged.content.toString("base64")}`;
        throw new ToolError(`${JSON.stringify(name)} is not sent: its content is ${mediaType}, not ${only}…`);
      }
      throw new ToolError(`${JSON.stringify(name)} is not sent: it ${judged.reasons.map(describeReason).join(", and it ")}.`);
    }),
  );
}

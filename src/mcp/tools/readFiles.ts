import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { mediaTypeOf } from "../../contract/fileFormats.ts";
import { limits } from "../../contract/limits.ts";
import { findInside } from "../folders.ts";
import { ToolError } from "../toolError.ts";

/** Reads files of the allowed folders as data URIs for a request. `only`: the required start of their media types. Throws ToolError. */
export async function readFiles(folders: readonly string[], given: readonly string[], only: string): Promise<string[]> {
  const found = await Promise.all(
    given.map(async (name) => {
      const { folder, file } = await findInside(folders, name);
      const secret = secretPart(path.relative(folder, file));
      if (secret !== undefined) throw new ToolError(`${JSON.stringify(name)} is not sent: ${secret} is hidden or contains a key.`);
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

/** Names of keys and of files with passwords that are not hidden. */
const secretName =
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ovpn|tfstate)$|^id_(?:rsa|dsa|ecdsa|ed25519)$|^(?:credentials|secrets?)(?:\.\w+)?$|\.env$/i;

/** The first part of a path that an agent should not send to a service, with links followed: a hidden file or folder, or a key. */
function secretPart(relative: string): string | undefined {
  return relative.split(path.sep).find((part) => part.startsWith(".") || secretName.test(part));
}

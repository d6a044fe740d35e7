/** Signs generated files of this service with Content Credentials, if its owner has a certificate. */
import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { errorText } from "../../contract/errorText.ts";
import { ArrivingFile } from "../../media/files/arrivingFile.ts";
import { readPieces } from "../../media/files/pieces.ts";
import type { StatedOrigin } from "../../media/metadata/finishFile.ts";
import type { SigningOptions } from "../../media/signing/identity.ts";
import { contentSize, type FileContent, sourceOf } from "../../providers/fileContent.ts";
import type { RequestLog } from "../settings/settings.ts";

/** Never rejects: what cannot be signed is returned as it is, and logged. */
export type SignContent = (content: FileContent, stated: StatedOrigin) => Promise<FileContent>;

export function createSigner(options: SigningOptions, log: RequestLog | undefined): SignContent {
  return async (content, stated) => {
    try {
      return await signContent(content, stated, options);
    } catch (error) {
      log?.(`a file has no Content Credentials: ${errorText(error)}`);
      return content;
    }
  };
}

async function signContent(content: FileContent, stated: StatedOrigin, options: SigningOptions): Promise<FileContent> {
  const { signCopy } = await import("../../media/signing/signFile.ts");
  const isOnDisk = "close" in content;
  const files = { write: (file: string) => write(file, content), read: isOnDisk ? arriving : (file: string) => readFile(file) };
  const signed = await signCopy<FileContent>(files, stated, options);
  if (signed !== undefined && isOnDisk) await content.close();
  return signed ?? content;
}

async function write(path: string, content: FileContent): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const bytes of readPieces(sourceOf(content), [{ from: 0, to: contentSize(content) }])) await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

async function arriving(path: string): Promise<ArrivingFile> {
  const made = new ArrivingFile();
  try {
    for await (const bytes of createReadStream(path)) await made.add(bytes);
    return made;
  } catch (error) {
    await made.close();
    throw error;
  }
}

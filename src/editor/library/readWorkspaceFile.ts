/** Reads whether a file of the workspace has metadata about how it was generated. */
import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { findFormat } from "../../contract/fileFormats.ts";
import type { MadeFile } from "../../generations/library/library.ts";
import { type ByteSource, openFileSource, sourceOfBytes } from "../../media/files/byteSource.ts";
import { readFileMetadata } from "../../media/metadata/readFileMetadata.ts";
import { readMade } from "../../media/metadata/readMade.ts";

/** Bytes per read. */
const blockBytes = 1024 * 1024;
/** Characters of a prompt that are stored: enough for searching. */
const longestPrompt = 20_000;

/**
 * Reads only the parts of a file that contain metadata. If it has any, reads the whole file for its hash, because ratings and favourites
 * are stored by content. A file on another file system is always read as a whole. undefined: no metadata. @throws the file system's error,
 * or the signal's reason.
 */
export async function readWorkspaceFile(file: vscode.Uri, signal: AbortSignal): Promise<MadeFile | undefined> {
  if (file.scheme !== "file") return readSource(sourceOfBytes(await vscode.workspace.fs.readFile(file)), signal);
  const source = await openFileSource(file.fsPath);
  try {
    return await readSource(source, signal);
  } finally {
    await source.close();
  }
}

async function readSource(source: ByteSource, signal: AbortSignal): Promise<MadeFile | undefined> {
  const { mediaType, kind } = findFormat(await source.read(0, 4096)) ?? {};
  if (mediaType === undefined || kind === undefined || kind === "document") return undefined;
  const metadata = await readFileMetadata(source);
  const made = metadata && readMade(metadata);
  if (made === undefined) return undefined;
  const hash = createHash("sha256");
  for (let offset = 0; offset < source.size; offset += blockBytes) {
    signal.throwIfAborted();
    hash.update(await source.read(offset, blockBytes));
  }
  return { ...made, prompt: made.prompt.slice(0, longestPrompt), kind, mediaType, sha256: hash.digest("hex") };
}

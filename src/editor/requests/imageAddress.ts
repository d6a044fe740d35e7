/** Reads images for a request. */

import path from "node:path";
import * as vscode from "vscode";
import { mediaTypeOfFile } from "../../contract/fileFormats.ts";
import { limits } from "../../contract/limits.ts";
import { writeNumber } from "../../contract/translate.ts";
import { judgeFile, requireConsent } from "../base/disclosure.ts";
import { requireTrust } from "../base/requireTrust.ts";
import { windowUri } from "../base/windowUri.ts";

/**
 * The `image_url` of each reference: its address, or a data URI of the file. In a restricted workspace, no file is read. Asks about a file
 * that is not what its name says.
 * @throws the file system's errors, and Error if the files exceed the limits of a request; then they are not read.
 */
export async function readImageAddresses(references: readonly string[]): Promise<string[]> {
  const files = references.filter((reference) => !isAddress(reference)).map(uriOf);
  if (files.length > 0) requireTrust();
  const sizes = await Promise.all(files.map(async (file) => (await vscode.workspace.fs.stat(file)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > limits.fileBytesPerRequest) {
    const names = files.map((file) => path.posix.basename(file.path)).join(", ");
    const most = inMegabytes(limits.fileBytesPerRequest);
    throw new Error(
      vscode.l10n.t("{0}: {1} MB. A request takes at most {2} MB of files. Nothing was sent.", names, inMegabytes(total), most),
    );
  }
  return Promise.all(references.map(readImageAddress));
}

function inMegabytes(bytes: number): string {
  return writeNumber(bytes / 1_000_000, { maximumFractionDigits: 1 });
}

function isAddress(reference: string): boolean {
  return /^(?:https?|data):/i.test(reference);
}

function uriOf(reference: string): vscode.Uri {
  return path.isAbsolute(reference) ? vscode.Uri.file(reference) : windowUri(reference);
}

async function readImageAddress(reference: string): Promise<string> {
  if (isAddress(reference)) return reference;
  const uri = uriOf(reference);
  const read = await vscode.workspace.fs.readFile(uri);
  const bytes = await requireConsent(path.posix.basename(uri.path), await judgeFile(uri, read, read, { isChosen: true }));
  return `data:${mediaTypeOfFile(uri.path, bytes)};base64,${Buffer.from(bytes).toString("base64")}`;
}

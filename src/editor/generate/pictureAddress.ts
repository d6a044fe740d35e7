/** A picture's file, URI or address in; what goes into `image_url` (an address, or a data URI of the file) out. */
import path from "node:path";
import * as vscode from "vscode";
import { requireTrust } from "./requireTrust.ts";

const mediaTypes: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".gif": "image/gif",
  ".bmp": "image/bmp",
  ".avif": "image/avif",
};

/** Throws what the file system throws. In a restricted workspace no file is read. */
export async function pictureAddress(reference: string): Promise<string> {
  if (/^(?:https?|data):/i.test(reference)) return reference;
  requireTrust();
  const uri = path.isAbsolute(reference) ? vscode.Uri.file(reference) : vscode.Uri.parse(reference, true);
  const bytes = await vscode.workspace.fs.readFile(uri);
  const mediaType = mediaTypes[path.extname(uri.path).toLowerCase()] ?? "image/png";
  return `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;
}

/** The image that is edited: its file, its size, and its pixels on a larger canvas. */
import path from "node:path";
import * as vscode from "vscode";
import { findFormat, hasProperty } from "../../contract/fileFormats.ts";
import { displayedSize } from "../../contract/imageSize.ts";
import { type CanvasExtension, isExtended } from "../../imageEditor/mask/canvasExtension.ts";
import { decodeImage } from "../../media/images/decodeImage.ts";
import { encodePng } from "../../media/images/encodePng.ts";
import { extendRaster } from "../../media/images/extendRaster.ts";
import { readImageHeader } from "../../media/images/readImageHeader.ts";

export interface EditedImage {
  uri: vscode.Uri;
  name: string;
  /** Size in pixels as it is displayed. */
  width: number;
  height: number;
  /** The stored pixels are displayed turned or mirrored. */
  isTurned: boolean;
}

/** undefined: the file is missing, or not an image that can be edited. */
export async function readEditedImage(uri: vscode.Uri): Promise<EditedImage | undefined> {
  const bytes = await readFile(uri);
  const shown = bytes && measureImage(bytes);
  return shown && { uri, name: path.posix.basename(uri.path), ...shown };
}

/** undefined: not an image that can be edited. */
export function measureImage(bytes: Uint8Array): Pick<EditedImage, "width" | "height" | "isTurned"> | undefined {
  const header = readImageHeader(bytes);
  if (header === undefined || !hasProperty(header.format, "isDecoded")) return undefined;
  return { ...displayedSize(header), isTurned: (header.orientation ?? 1) !== 1 };
}

async function readFile(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch {
    return undefined;
  }
}

/**
 * The image as a reference: its URI, or a data URI if it is not sent as it is. A mask has the pixels that are displayed, so a turned image
 * is written upright.
 * @throws Error if the image cannot be decoded.
 */
export async function referenceTo({ uri, name, isTurned }: EditedImage, extension: CanvasExtension): Promise<string> {
  if (!isTurned && !isExtended(extension)) return uri.toString();
  return writeUpright(await vscode.workspace.fs.readFile(uri), name, extension);
}

/**
 * As a PNG in which the pixels are stored as they are displayed.
 * @throws Error if the image cannot be decoded.
 */
export async function writeUpright(bytes: Uint8Array, name: string, extension: CanvasExtension): Promise<string> {
  const raster = await decodeImage(bytes);
  if (raster === undefined) throw new Error(vscode.l10n.t("{0} cannot be decoded. Nothing was sent.", name));
  return toDataUri(encodePng({ ...extendRaster(raster, extension), channels: 4 }), "image/png");
}

export function toDataUri(bytes: Uint8Array, mediaType: string): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;
}

/** The address with which the page loads an image. The page cannot load files of other file systems itself. */
export async function pageAddressOf(webview: vscode.Webview, uri: vscode.Uri): Promise<string> {
  // Without the time, a file that was replaced would be shown as it was.
  if (uri.scheme === "file")
    return webview.asWebviewUri(uri.with({ query: String((await vscode.workspace.fs.stat(uri)).mtime) })).toString();
  const bytes = await vscode.workspace.fs.readFile(uri);
  return toDataUri(bytes, findFormat(bytes)?.mediaType ?? "image/png");
}

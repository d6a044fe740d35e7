/** Describes an attached file from its bytes, and reads its text. */

import { findFormat } from "../../contract/fileFormats.ts";
import type { InputFile } from "../../contract/generationRequest.ts";
import { decodeImage } from "../../images/decodeImage.ts";
import { readImageHeader } from "../../images/readImageHeader.ts";
import { sourceOfBytes } from "../../mediaFiles/byteSource.ts";
import { findDuration } from "../../mediaFiles/duration.ts";
import { colourCode, dominantColours } from "../image/dominantColours.ts";
import { headingsOf, wordsOf } from "./analyseText.ts";

export interface FileDescription {
  name: string;
  /** One line of Markdown for each fact. */
  facts: string[];
  /** The file's own text, without a byte order mark. */
  text: string | undefined;
}

function formatBytes(count: number): string {
  if (count < 1000) return `${count} bytes`;
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;
}

const formatNames: Readonly<Record<string, string>> = { jpg: "JPEG", webp: "WebP" };

function describeImage(bytes: Uint8Array): string[] | undefined {
  const image = readImageHeader(bytes);
  if (!image) return undefined;
  const { width, height } = image;
  const format = formatNames[image.format] ?? image.format.toUpperCase();
  const pixels = decodeImage(bytes);
  const shape = width === height ? "square" : width > height ? "landscape" : "portrait";
  const facts = [`a ${format} image of **${width} × ${height}** pixels (${shape}), ${formatBytes(bytes.length)}`];
  if (!pixels) return [...facts, `its colours are not decoded: the demo model looks into PNG and JPEG`];
  const colours = dominantColours(pixels, 4).map(
    ({ name, colour, share }) => `${name} \`${colourCode(colour)}\` (${Math.round(share * 100)} %)`,
  );
  return [...facts, colours.length > 0 ? `dominant colours: ${colours.join(", ")}` : "it is fully transparent"];
}

function readText(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, 4096).includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Prefers the type detected from the bytes to the declared one. */
export async function describeFile(file: InputFile, position: number): Promise<FileDescription> {
  const name = file.name ?? `attachment ${position + 1}`;
  const image = describeImage(file.bytes);
  if (image) return { name, facts: image, text: undefined };
  const buffer = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  const size = formatBytes(buffer.length);
  if (buffer.toString("latin1", 0, 5) === "%PDF-") {
    const pages = buffer.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
    return { name, facts: [`a PDF document, ${pages ? `${pages} page${pages === 1 ? "" : "s"}, ` : ""}${size}`], text: undefined };
  }
  const text = readText(file.bytes);
  if (text !== undefined) {
    const headings = headingsOf(text).length;
    const lines = text.split("\n").length;
    const outline = headings > 0 ? `, ${headings} heading${headings === 1 ? "" : "s"}` : "";
    return { name, facts: [`a text of **${wordsOf(text).length} words** in ${lines} lines${outline}, ${size}`], text };
  }
  const seconds = await findDuration(sourceOfBytes(file.bytes), findFormat(file.bytes)?.format ?? "");
  const duration = seconds === undefined ? "" : ` of ${seconds.toFixed(1)} seconds`;
  const kind = file.part === "audio" ? "a sound" : file.part === "video" ? "a clip" : "a file";
  return { name, facts: [`${kind}${duration}, ${file.mediaType || "of an unknown type"}, ${size}`], text: undefined };
}

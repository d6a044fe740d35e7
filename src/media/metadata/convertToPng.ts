/** Writes an image as a PNG, with the metadata about how it was generated. */
import { sourceOfBytes } from "../files/byteSource.ts";
import { sourceOfPieces } from "../files/pieces.ts";
import { decodeImage } from "../images/decodeImage.ts";
import { encodePng } from "../images/encodePng.ts";
import { readPngChunks } from "../images/pngChunks.ts";
import { findContainer } from "./findContainer.ts";
import { finishBytes, type StatedOrigin } from "./finishFile.ts";
import { sourceTerm } from "./origin.ts";
import { readFileMetadata } from "./readFileMetadata.ts";
import { type Made, readMade } from "./readMade.ts";

export interface ConvertedImage {
  bytes: Uint8Array;
  /** undefined: the image's metadata do not say that it was generated. */
  stated: StatedOrigin | undefined;
}

/**
 * Upright, as it is displayed. XMP is copied; what another program states in its own format, or in Content Credentials, which are valid only
 * for the other file, is stated in XMP.
 * @returns undefined: no decoder for the format, animated, damaged, or too large to decode.
 */
export async function convertToPng(image: Uint8Array): Promise<ConvertedImage | undefined> {
  const raster = await decodeImage(image);
  if (raster === undefined) return undefined;
  const source = sourceOfBytes(image);
  const container = await findContainer(source);
  const metadata = await readFileMetadata(source);
  const made = metadata && readMade(metadata);
  const stated = made && statedOf(made, metadata?.origin?.digitalSourceType);
  const png = await withXmp(encodePng({ ...raster, channels: 4 }), container?.xmp);
  return { bytes: stated === undefined ? png : await finishBytes(png, stated), stated };
}

/** Whether a file is this PNG, perhaps with other metadata, e.g. signed. */
export function isConverted(file: Uint8Array, { bytes }: ConvertedImage): boolean {
  const [found, made] = [readPngChunks(file), readPngChunks(bytes)];
  return found !== undefined && made !== undefined && Buffer.compare(found.data, made.data) === 0;
}

function statedOf({ model, tool, prompt }: Made, sourceType = ""): StatedOrigin {
  return {
    model: model || tool,
    isProcedural: sourceTerm(sourceType) === "algorithmicMedia",
    ...(prompt === "" ? {} : { embedded: { prompt, kind: "image" } }),
  };
}

async function withXmp(png: Uint8Array, xmp: string | undefined): Promise<Uint8Array> {
  const source = sourceOfBytes(png);
  const pieces = xmp === undefined ? undefined : (await findContainer(source))?.withXmp(Buffer.from(xmp));
  if (pieces === undefined) return png;
  const written = sourceOfPieces(source, pieces);
  return written.read(0, written.size);
}

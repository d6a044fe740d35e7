/** Recognizes a file's format by its first bytes, and reads its metadata. */
import { findFormat } from "../../contract/fileFormats.ts";
import type { ByteSource } from "../files/byteSource.ts";
import type { Container } from "./container.ts";
import { readFlac } from "./formats/flac.ts";
import { readGif } from "./formats/gif.ts";
import { readId3 } from "./formats/id3.ts";
import { readJpeg } from "./formats/jpeg.ts";
import { readMp3 } from "./formats/mp3.ts";
import { readMp4 } from "./formats/mp4.ts";
import { readOgg } from "./formats/ogg.ts";
import { readPng } from "./formats/png.ts";
import { readWav } from "./formats/wav.ts";
import { readWebp } from "./formats/webp.ts";

/** undefined: another format. Rejects only with errors of the source. */
export async function findContainer(source: ByteSource): Promise<Container | undefined> {
  const format = findFormat(await source.read(0, 64))?.format;
  switch (format) {
    case "png":
      return readPng(source);
    case "jpg":
      return readJpeg(source);
    case "gif":
      return readGif(source);
    case "webp":
      return readWebp(source);
    case "wav":
      return readWav(source);
    case "flac":
      return readFlac(source);
    case "opus":
      return readOgg(source);
    case "mp3":
      return (await isFlac(source)) ? readFlac(source) : readMp3(source);
    case "mp4":
    case "m4a":
    case "mov":
      return readMp4(source);
    default:
      return undefined;
  }
}

/** FLAC after an ID3 tag. */
async function isFlac(source: ByteSource): Promise<boolean> {
  const tag = await readId3(source);
  return tag !== undefined && (await source.read(tag.end, 4)).toString("latin1") === "fLaC";
}

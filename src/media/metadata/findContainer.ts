/** Recognizes a file's format by its first bytes, and reads its metadata. */
import { type FileKind, type FormatName, formatNamed } from "../../contract/fileFormats.ts";
import type { ByteSource } from "../files/byteSource.ts";
import { recognize } from "../files/recognize.ts";
import type { Container } from "./container.ts";
import { readAiffContainer } from "./formats/aiff.ts";
import { readAvi } from "./formats/avi.ts";
import { readFlac } from "./formats/flac.ts";
import { readGif } from "./formats/gif.ts";
import { readHeif } from "./formats/heif.ts";
import { readJpeg } from "./formats/jpeg.ts";
import { readJxl } from "./formats/jxl.ts";
import { readMatroska } from "./formats/matroska.ts";
import { readMp3 } from "./formats/mp3.ts";
import { readMp4 } from "./formats/mp4.ts";
import { readOgg } from "./formats/ogg.ts";
import { readPng } from "./formats/png.ts";
import { readSvg } from "./formats/svg.ts";
import { readTiff } from "./formats/tiff.ts";
import { readWavContainer } from "./formats/wav.ts";
import { readWebp } from "./formats/webp.ts";

const readers: Readonly<Partial<Record<FormatName, (source: ByteSource) => Promise<Container>>>> = {
  // Its tag is that of MP3.
  aac: readMp3,
  aiff: readAiffContainer,
  avi: readAvi,
  avif: readHeif,
  flac: readFlac,
  gif: readGif,
  heic: readHeif,
  heif: readHeif,
  jpg: readJpeg,
  jxl: readJxl,
  m4a: readMp4,
  mka: readMatroska,
  mkv: readMatroska,
  mov: readMp4,
  mp3: readMp3,
  mp4: readMp4,
  ogg: readOgg,
  ogv: readOgg,
  opus: readOgg,
  png: readPng,
  tiff: readTiff,
  wav: readWavContainer,
  weba: readMatroska,
  webm: readMatroska,
  webp: readWebp,
};

/** undefined: another format. Rejects only with errors of the source. */
export async function findContainer(source: ByteSource): Promise<(Container & { kind: FileKind }) | undefined> {
  const known = await recognize(source);
  const container = known === undefined ? await readSvg(source) : await readers[known.format]?.(source);
  return container && { ...container, kind: (known ?? formatNamed("svg")).kind };
}

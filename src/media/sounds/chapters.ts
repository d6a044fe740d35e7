/** Writes the chapters of a sound as each format keeps them. */
import { writeRiffChunk } from "../files/riff.ts";

export interface Chapter {
  title: string;
  /** Seconds from the beginning of the sound. */
  start: number;
  end: number;
}

export const milliseconds = (seconds: number) => Math.round(seconds * 1000);

/** Source: https://wiki.xiph.org/Chapter_Extension. Chapters above 999, for which it has no numbers, are left out. */
export function vorbisChapters(chapters: readonly Chapter[]): string[] {
  return chapters.slice(0, 999).flatMap(({ title, start }, index) => {
    const name = `CHAPTER${String(index + 1).padStart(3, "0")}`;
    const time = milliseconds(start);
    const parts = [Math.floor(time / 3_600_000), Math.floor(time / 60_000) % 60, Math.floor(time / 1000) % 60];
    const clock = parts.map((part) => String(part).padStart(2, "0")).join(":");
    return [`${name}=${clock}.${String(time % 1000).padStart(3, "0")}`, `${name}NAME=${title}`];
  });
}

/** Comments of FLAC and Opus, `KEYWORD=text`, without the marks around them. Source: Ogg Vorbis I, 5.2. */
export function vorbisComments(comments: readonly string[]): Buffer {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const sized = (text: string) => {
    const bytes = Buffer.from(text, "utf8");
    return [number(bytes.length), bytes];
  };
  return Buffer.concat([...sized("Generation Studio"), number(comments.length), ...comments.flatMap(sized)]);
}

/** A frame of ID3v2.3, whose size has eight bits in each byte. */
export function id3Frame(name: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(10);
  head.write(name, "latin1");
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** A table of contents counts its entries in one byte. */
const mostEntries = 255;

/** `CHAP` and `CTOC`. Source: ID3v2 Chapter Frame Addendum 1.0. */
export function id3Chapters(chapters: readonly Chapter[]): Buffer {
  const frames = chapters.map(({ title, start, end }, index) => {
    const times = Buffer.alloc(16, 0xff);
    times.writeUInt32BE(milliseconds(start), 0);
    times.writeUInt32BE(milliseconds(end), 4);
    // UTF-16 with its mark is the only Unicode of this version.
    const text = id3Frame("TIT2", Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(title, "utf16le")]));
    return id3Frame("CHAP", Buffer.concat([Buffer.from(`chapter${index + 1}\0`, "latin1"), times, text]));
  });
  const names = chapters.map((_, index) => `chapter${index + 1}`);
  return Buffer.concat([...contents(names), ...frames]);
}

/** More chapters than one table can have are in tables of their own, which the first one lists. */
function contents(names: readonly string[]): Buffer[] {
  if (names.length === 0) return [];
  const table = (name: string, flags: number, entries: readonly string[]) =>
    id3Frame(
      "CTOC",
      Buffer.concat([
        Buffer.from(`${name}\0`, "latin1"),
        Buffer.from([flags, entries.length]),
        Buffer.from(entries.map((one) => `${one}\0`).join(""), "latin1"),
      ]),
    );
  const [topLevel, ordered] = [2, 1];
  if (names.length <= mostEntries) return [table("contents", topLevel | ordered, names)];
  const parts = Array.from({ length: Math.ceil(names.length / mostEntries) }, (_, index) =>
    names.slice(index * mostEntries, (index + 1) * mostEntries),
  );
  const partNames = parts.map((_, index) => `contents${index + 1}`);
  return [table("contents", topLevel | ordered, partNames), ...parts.map((part, index) => table(partNames[index] ?? "", ordered, part))];
}

/** Cue points and their labels. Source: Multimedia Programming Interface and Data Specifications 1.0, "Cue-Points Chunk" and "Associated Data Chunk". */
export function wavChapters(chapters: readonly Chapter[], rate: number): Buffer[] {
  if (chapters.length === 0) return [];
  const points = Buffer.alloc(4 + 24 * chapters.length);
  points.writeUInt32LE(chapters.length);
  const labels = chapters.map(({ title, start }, index) => {
    const at = 4 + 24 * index;
    const sample = Math.round(start * rate);
    points.writeUInt32LE(index + 1, at);
    points.writeUInt32LE(sample, at + 4);
    points.write("data", at + 8, "latin1");
    points.writeUInt32LE(sample, at + 20);
    const label = Buffer.concat([Buffer.alloc(4), Buffer.from(`${title}\0`, "utf8")]);
    label.writeUInt32LE(index + 1);
    return writeRiffChunk("labl", label);
  });
  return [writeRiffChunk("cue ", points), writeRiffChunk("LIST", Buffer.concat([Buffer.from("adtl", "latin1"), ...labels]))];
}

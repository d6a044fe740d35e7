/** The codec of the first sound of a video, or of a file with the same container. Sources: ISO/IEC 14496-12, 8.5.2 and 12.2; RFC 9559, 5.1.4. */
import type { ByteSource } from "./byteSource.ts";
import { readElements } from "./ebml.ts";
import { type BoxRange, boxContent, findBox, mostBoxes, readBoxes, readBoxHeader } from "./mp4Boxes.ts";

/** Of sample entries (registry of the MP4 Registration Authority), and of the object types of `mp4a`. */
const sampleEntries: Readonly<Record<string, string>> = {
  "ac-3": "AC-3",
  "ec-3": "E-AC-3",
  Opus: "Opus",
  alac: "ALAC",
  fLaC: "FLAC",
  ".mp3": "MP3",
  samr: "AMR",
  sawb: "AMR",
  sowt: "PCM",
  twos: "PCM",
  lpcm: "PCM",
  ipcm: "PCM",
  fpcm: "PCM",
  in24: "PCM",
  in32: "PCM",
  fl32: "PCM",
};
const objectTypes: Readonly<Record<number, string>> = {
  64: "AAC",
  102: "AAC",
  103: "AAC",
  104: "AAC",
  105: "MP3",
  107: "MP3",
  165: "AC-3",
  166: "E-AC-3",
  173: "Opus",
};
/** Starts of Matroska's codec ids. */
const codecIds: readonly (readonly [string, string])[] = [
  ["A_AAC", "AAC"],
  ["A_AC3", "AC-3"],
  ["A_EAC3", "E-AC-3"],
  ["A_ALAC", "ALAC"],
  ["A_FLAC", "FLAC"],
  ["A_MPEG/L3", "MP3"],
  ["A_OPUS", "Opus"],
  ["A_PCM", "PCM"],
  ["A_VORBIS", "Vorbis"],
];

/** A usual name, otherwise the code of the file; undefined: there is no sound, or another container. */
export async function findSoundCodec(source: ByteSource): Promise<string | undefined> {
  const start = await source.read(0, 8);
  if (start.length >= 4 && start.readUInt32BE(0) === 0x1a45dfa3) return findInMatroska(source);
  return /^(?:ftyp|moov|mdat|wide|free|skip)$/.test(start.toString("latin1", 4, 8)) ? findInMp4(source) : undefined;
}

async function findInMp4(source: ByteSource): Promise<string | undefined> {
  const movie = await findBox(source, { content: 0, to: source.size }, "moov");
  const tracks = movie && (await readBoxes(source, movie.content, movie.to, mostBoxes)).boxes.filter(({ type }) => type === "trak");
  for (const track of tracks ?? []) {
    const handler = await readBoxHeader(source, track, "mdia", "hdlr");
    if (handler?.toString("latin1", 8, 12) !== "soun") continue;
    const entries = await findBox(source, track, "mdia", "minf", "stbl", "stsd");
    // A version and a count come first.
    const entry = entries && (await readBoxes(source, entries.content + 8, entries.to, 1)).boxes[0];
    if (entry === undefined) continue;
    return entry.type === "mp4a" ? await readObjectType(source, entry) : (sampleEntries[entry.type] ?? entry.type.trim());
  }
  return undefined;
}

/** The object type is in a descriptor of `esds`, which QuickTime's files have in another box. Source: ISO/IEC 14496-1, 7.2.6.5 and 7.2.6.6. */
async function readObjectType(source: ByteSource, entry: BoxRange): Promise<string> {
  const bytes = await boxContent(source, entry, 65_536);
  let at = (bytes?.indexOf("esds", 0, "latin1") ?? -1) + 8;
  if (bytes === undefined || at < 8) return "AAC";
  const skipHead = () => {
    const tag = bytes[at] ?? 0;
    at += 1;
    while (((bytes[at] ?? 0) & 0x80) !== 0) at += 1;
    at += 1;
    return tag;
  };
  if (skipHead() === 3) {
    const flags = bytes[at + 2] ?? 0;
    at += 3 + ((flags & 0x80) === 0 ? 0 : 2) + ((flags & 0x40) === 0 ? 0 : 1 + (bytes[at + 3] ?? 0)) + ((flags & 0x20) === 0 ? 0 : 2);
    skipHead();
  }
  return objectTypes[bytes[at] ?? 0] ?? "mp4a";
}

const ids = { segment: 0x18538067, tracks: 0x1654ae6b, entry: 0xae, codec: 0x86, cluster: 0x1f43b675 } as const;
const parents: readonly number[] = [ids.segment, ids.tracks, ids.entry];

async function findInMatroska(source: ByteSource): Promise<string | undefined> {
  for await (const { id, content, to } of readElements(source, 0, source.size, parents)) {
    if (id === ids.cluster) return undefined;
    if (id !== ids.codec) continue;
    const codec = (await source.read(content, Math.min(64, to - content))).toString("latin1").replace(/\0.*$/s, "");
    if (codec.startsWith("A_")) return codecIds.find(([start]) => codec.startsWith(start))?.[1] ?? codec;
  }
  return undefined;
}

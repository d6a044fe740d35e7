/** The file formats of images, audio, video and documents: the only list of their endings, media types and first bytes. */
import { findByBrand, findByFields, hasOnlyAudio } from "./formatOfBytes.ts";

/** The kinds of media, and everything that is only sent. */
export type FileKind = "image" | "audio" | "video" | "document";

interface Format {
  kind: FileKind;
  /** In lower case, without a dot; the usual one first. */
  endings: readonly [string, ...string[]];
  /** The registered media type, and then other names of it that services use. */
  mediaTypes: readonly [string, ...string[]];
  /**
   * The first bytes as Latin-1, at an offset, and what the file begins with; one of them is sufficient. Empty: the format cannot be recognized
   * by these. Each has a byte that texts do not have, or a second place, because a text may begin with the name of a format.
   */
  signatures?: readonly { text: string; at?: number; start?: readonly string[] }[];
  /** Generated files often have this format, so searches, menus and file dialogs include it. */
  isCommon?: boolean;
  /** Whether it can have metadata that state how a file was made (`media/metadata`). */
  takesMetadata?: boolean;
  /** Whether browsers show it and models read it: images in answers and attachments. */
  isShown?: boolean;
  /** Whether the program decodes its pixels or samples: images that can be edited, and files that tests compare. */
  isDecoded?: boolean;
  /** The format of a file with the same first bytes that contains only audio. */
  audioOnly?: "m4a" | "mka" | "ogg" | "weba" | "wma";
}

/** The size of a `ftyp` box, which is below 16 MB. */
const box = ["\0"];

const formatTable = {
  png: {
    kind: "image",
    endings: ["png"],
    mediaTypes: ["image/png", "image/x-png", "image/apng"],
    signatures: [{ text: "\x89PNG\r\n\x1a\n" }],
    isCommon: true,
    takesMetadata: true,
    isShown: true,
    isDecoded: true,
  },
  jpg: {
    kind: "image",
    endings: ["jpg", "jpeg"],
    mediaTypes: ["image/jpeg", "image/jpg", "image/pjpeg"],
    signatures: [{ text: "\xff\xd8\xff" }],
    isCommon: true,
    takesMetadata: true,
    isShown: true,
    isDecoded: true,
  },
  webp: {
    kind: "image",
    endings: ["webp"],
    mediaTypes: ["image/webp"],
    signatures: [{ text: "WEBP", at: 8, start: ["RIFF"] }],
    isCommon: true,
    takesMetadata: true,
    isShown: true,
    isDecoded: true,
  },
  gif: {
    kind: "image",
    endings: ["gif"],
    mediaTypes: ["image/gif"],
    signatures: [{ text: "GIF87a" }, { text: "GIF89a" }],
    isCommon: true,
    takesMetadata: true,
    isShown: true,
  },
  // Two letters alone could begin a text; the reserved field after the file's size is zero. Source: BITMAPFILEHEADER.
  bmp: { kind: "image", endings: ["bmp"], mediaTypes: ["image/bmp", "image/x-ms-bmp"], isCommon: true },
  avif: {
    kind: "image",
    endings: ["avif"],
    mediaTypes: ["image/avif"],
    signatures: [{ text: "ftypavif", at: 4, start: box }],
    isCommon: true,
    takesMetadata: true,
    isDecoded: true,
  },
  heic: {
    kind: "image",
    endings: ["heic"],
    mediaTypes: ["image/heic"],
    signatures: [{ text: "ftyphei", at: 4, start: box }],
    takesMetadata: true,
  },
  heif: {
    kind: "image",
    endings: ["heif"],
    mediaTypes: ["image/heif"],
    signatures: [{ text: "ftypmif1", at: 4, start: box }],
    takesMetadata: true,
  },
  jxl: {
    kind: "image",
    endings: ["jxl"],
    mediaTypes: ["image/jxl"],
    signatures: [{ text: "\xff\x0a" }, { text: "\0\0\0\x0cJXL " }],
    isCommon: true,
    takesMetadata: true,
  },
  svg: { kind: "image", endings: ["svg"], mediaTypes: ["image/svg+xml"] },
  tiff: {
    kind: "image",
    endings: ["tiff", "tif"],
    mediaTypes: ["image/tiff"],
    signatures: [{ text: "II*\0" }, { text: "MM\0*" }],
    takesMetadata: true,
  },
  tga: { kind: "image", endings: ["tga"], mediaTypes: ["image/tga", "image/x-tga"] },
  mp3: {
    kind: "audio",
    endings: ["mp3"],
    mediaTypes: ["audio/mpeg", "audio/mp3", "audio/mpeg3"],
    signatures: [{ text: "ID3\x02" }, { text: "ID3\x03" }, { text: "ID3\x04" }],
    isCommon: true,
    takesMetadata: true,
    isDecoded: true,
  },
  wav: {
    kind: "audio",
    endings: ["wav"],
    mediaTypes: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"],
    signatures: [{ text: "WAVE", at: 8, start: ["RIFF", "RIFX", "RF64", "BW64"] }],
    isCommon: true,
    takesMetadata: true,
    isDecoded: true,
  },
  // RFC 7845, 9: a file with Opus is `audio/ogg`; `audio/opus` is its name in RTP.
  opus: {
    kind: "audio",
    endings: ["opus"],
    mediaTypes: ["audio/ogg", "audio/opus"],
    signatures: [{ text: "OggS\0" }],
    isCommon: true,
    takesMetadata: true,
    isDecoded: true,
  },
  // Other sounds in the same container.
  ogg: {
    kind: "audio",
    endings: ["ogg", "oga"],
    mediaTypes: ["audio/ogg", "application/ogg", "audio/vorbis"],
    isCommon: true,
    takesMetadata: true,
    // With Opus, as some programs name it.
    isDecoded: true,
  },
  flac: {
    kind: "audio",
    endings: ["flac"],
    mediaTypes: ["audio/flac", "audio/x-flac"],
    signatures: [{ text: "fLaC\0\0\0\x22" }, { text: "fLaC\x80\0\0\x22" }],
    isCommon: true,
    takesMetadata: true,
    isDecoded: true,
  },
  aac: { kind: "audio", endings: ["aac"], mediaTypes: ["audio/aac", "audio/x-aac", "audio/aacp"], isCommon: true, takesMetadata: true },
  m4a: {
    kind: "audio",
    endings: ["m4a"],
    mediaTypes: ["audio/mp4", "audio/x-m4a", "audio/m4a"],
    signatures: [{ text: "ftypM4A", at: 4, start: box }],
    isCommon: true,
    takesMetadata: true,
  },
  // VS Code plays such a file only with the ending of a video, which is not taken from it: see `byEnding`.
  weba: { kind: "audio", endings: ["webm", "weba"], mediaTypes: ["audio/webm"], isCommon: true, takesMetadata: true },
  mka: { kind: "audio", endings: ["mka"], mediaTypes: ["audio/x-matroska", "audio/matroska"], takesMetadata: true },
  aiff: {
    kind: "audio",
    endings: ["aiff", "aif", "aifc"],
    mediaTypes: ["audio/aiff", "audio/x-aiff"],
    signatures: [
      { text: "AIFF", at: 8, start: ["FORM"] },
      { text: "AIFC", at: 8, start: ["FORM"] },
    ],
    isCommon: true,
    takesMetadata: true,
  },
  // The same tags and media type as MP3, in frames of another layer.
  mp2: { kind: "audio", endings: ["mp2", "mpa"], mediaTypes: ["audio/mpeg", "audio/mp2"] },
  ac3: { kind: "audio", endings: ["ac3"], mediaTypes: ["audio/ac3", "audio/vnd.dolby.dd-raw", "audio/x-ac3"] },
  eac3: { kind: "audio", endings: ["eac3", "ec3"], mediaTypes: ["audio/eac3"] },
  au: { kind: "audio", endings: ["au", "snd"], mediaTypes: ["audio/basic"], signatures: [{ text: ".snd\0" }] },
  caf: { kind: "audio", endings: ["caf"], mediaTypes: ["audio/x-caf"], signatures: [{ text: "caff\0\x01" }] },
  w64: { kind: "audio", endings: ["w64"], mediaTypes: ["audio/x-w64"], signatures: [{ text: "riff\x2e\x91\xcf\x11" }] },
  amr: { kind: "audio", endings: ["amr", "awb"], mediaTypes: ["audio/amr", "audio/amr-wb"], signatures: [{ text: "#!AMR" }] },
  wv: { kind: "audio", endings: ["wv"], mediaTypes: ["audio/x-wavpack"], signatures: [{ text: "\x04", at: 9, start: ["wvpk"] }] },
  tta: { kind: "audio", endings: ["tta"], mediaTypes: ["audio/x-tta"], signatures: [{ text: "TTA1\x01\0" }, { text: "TTA1\x02\0" }] },
  ape: { kind: "audio", endings: ["ape"], mediaTypes: ["audio/x-ape"], signatures: [{ text: "\x0f", at: 5, start: ["MAC ", "MACF"] }] },
  mpc: {
    kind: "audio",
    endings: ["mpc"],
    mediaTypes: ["audio/x-musepack"],
    signatures: [{ text: "MPCKSH" }, { text: "MP+\x07" }, { text: "MP+\x17" }],
  },
  wma: { kind: "audio", endings: ["wma"], mediaTypes: ["audio/x-ms-wma"] },
  dsf: { kind: "audio", endings: ["dsf"], mediaTypes: ["audio/x-dsf"], signatures: [{ text: "DSD \x1c\0\0\0" }] },
  dff: { kind: "audio", endings: ["dff"], mediaTypes: ["audio/x-dff"], signatures: [{ text: "DSD ", at: 12, start: ["FRM8"] }] },
  dts: { kind: "audio", endings: ["dts"], mediaTypes: ["audio/vnd.dts"], signatures: [{ text: "\x7f\xfe\x80\x01" }] },
  ra: { kind: "audio", endings: ["ra"], mediaTypes: ["audio/vnd.rn-realaudio"], signatures: [{ text: ".ra\xfd" }, { text: ".RMF\0\0\0" }] },
  voc: { kind: "audio", endings: ["voc"], mediaTypes: ["audio/x-voc"], signatures: [{ text: "Creative Voice File\x1a" }] },
  "8svx": { kind: "audio", endings: ["8svx"], mediaTypes: ["audio/x-8svx"], signatures: [{ text: "8SVX", at: 8, start: ["FORM"] }] },
  mid: { kind: "audio", endings: ["mid", "midi"], mediaTypes: ["audio/midi", "audio/mid"], signatures: [{ text: "MThd\0\0\0\x06" }] },
  pcm: { kind: "audio", endings: ["pcm"], mediaTypes: ["audio/pcm"] },
  l16: { kind: "audio", endings: ["pcm"], mediaTypes: ["audio/l16"] },
  mov: {
    kind: "video",
    endings: ["mov"],
    mediaTypes: ["video/quicktime"],
    signatures: [{ text: "ftypqt", at: 4, start: box }],
    isCommon: true,
    takesMetadata: true,
  },
  mp4: {
    kind: "video",
    endings: ["mp4"],
    mediaTypes: ["video/mp4", "video/x-m4v"],
    signatures: [{ text: "ftyp", at: 4, start: box }],
    isCommon: true,
    takesMetadata: true,
    audioOnly: "m4a",
  },
  webm: {
    kind: "video",
    endings: ["webm"],
    mediaTypes: ["video/webm"],
    signatures: [{ text: "\x1aE\xdf\xa3" }],
    isCommon: true,
    audioOnly: "weba",
    takesMetadata: true,
  },
  ogv: { kind: "video", endings: ["ogv"], mediaTypes: ["video/ogg"], audioOnly: "ogg", takesMetadata: true },
  mkv: { kind: "video", endings: ["mkv"], mediaTypes: ["video/x-matroska", "video/matroska"], audioOnly: "mka", takesMetadata: true },
  h264: { kind: "video", endings: ["h264"], mediaTypes: ["video/h264"] },
  avi: {
    kind: "video",
    endings: ["avi"],
    mediaTypes: ["video/vnd.avi", "video/x-msvideo", "video/avi", "video/msvideo"],
    signatures: [{ text: "AVI ", at: 8, start: ["RIFF"] }],
    takesMetadata: true,
  },
  // Advanced Systems Format.
  wmv: {
    kind: "video",
    endings: ["wmv", "asf"],
    mediaTypes: ["video/x-ms-wmv", "video/x-ms-asf"],
    signatures: [{ text: "0&\xb2u\x8ef\xcf\x11" }],
    audioOnly: "wma",
  },
  flv: { kind: "video", endings: ["flv"], mediaTypes: ["video/x-flv"], signatures: [{ text: "FLV\x01" }] },
  // A pack of a program stream, or a sequence of images without one.
  mpg: {
    kind: "video",
    endings: ["mpg", "mpeg", "vob"],
    mediaTypes: ["video/mpeg", "video/mp2p"],
    signatures: [{ text: "\0\0\x01\xba" }, { text: "\0\0\x01\xb3" }],
  },
  // The more usual endings `ts` and `mts` are those of TypeScript.
  m2t: { kind: "video", endings: ["m2t", "m2ts"], mediaTypes: ["video/mp2t"] },
  pdf: { kind: "document", endings: ["pdf"], mediaTypes: ["application/pdf"], signatures: [{ text: "%PDF-" }] },
  txt: { kind: "document", endings: ["txt"], mediaTypes: ["text/plain"] },
  md: { kind: "document", endings: ["md", "markdown"], mediaTypes: ["text/markdown"] },
  csv: { kind: "document", endings: ["csv"], mediaTypes: ["text/csv"] },
  html: { kind: "document", endings: ["html", "htm"], mediaTypes: ["text/html"] },
  json: { kind: "document", endings: ["json"], mediaTypes: ["application/json"] },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formatTable;

export interface FileFormat {
  format: FormatName;
  /** The usual ending, without a dot. */
  ending: string;
  mediaType: string;
  kind: FileKind;
}

const rows: readonly (FileFormat & Format)[] = Object.entries<Format>(formatTable).map(([name, row]) => ({
  ...row,
  format: name as FormatName,
  ending: row.endings[0],
  mediaType: row.mediaTypes[0],
}));
/** Of formats with the same ending, the last. */
const byEnding = new Map(rows.flatMap((row) => row.endings.map((ending) => [ending, row] as const)));
/** Of formats with the same media type, the first. */
const byMediaType = new Map(rows.toReversed().flatMap((row) => row.mediaTypes.map((type) => [type, row] as const)));
const byName = new Map<string, FileFormat & Format>(rows.map((row) => [row.format, row]));

/** Declares that a file is audio, in a format that is not known. */
export const anyAudio = "audio/*";

/**
 * The format of a file by its first bytes; undefined: none of the table. WebM, MP4 and Ogg contain video or only audio: more than a few bytes,
 * or the media type that was `declared` for the file, show which.
 */
export function findFormat(bytes: Uint8Array, declared?: string): FileFormat | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 20));
  const named = findByBrand(head, bytes);
  const known = named ? byName.get(named) : rows.find(({ signatures = [] }) => signatures.some((one) => isSigned(head, one)));
  if (known === undefined) {
    const found = findByFields(head, bytes);
    return found && formatNamed(found);
  }
  const audio = known.audioOnly === undefined ? undefined : formatNamed(known.audioOnly);
  const isDeclared = audio !== undefined && (declared === anyAudio || formatOfMediaType(declared)?.format === audio.format);
  const isAudio = audio !== undefined && (isDeclared || hasOnlyAudio(bytes));
  return facts(isAudio ? audio : known);
}

function isSigned(head: string, { text, at = 0, start = [] }: NonNullable<Format["signatures"]>[number]): boolean {
  return head.startsWith(text, at) && (start.length === 0 || start.some((one) => head.startsWith(one)));
}

/** The format with a file of the type's first bytes that contains only audio; undefined: this type has none. */
export function audioOnlyFormat(mediaType: string): FileFormat | undefined {
  const name = byMediaType.get(mediaType)?.audioOnly;
  return name === undefined ? undefined : formatNamed(name);
}

/** The format of a media type, also with parameters or in capitals. */
export function formatOfMediaType(mediaType: string | undefined): FileFormat | undefined {
  const [type = ""] = (mediaType ?? "").toLowerCase().split(";", 1);
  const row = byMediaType.get(type.trim());
  return row && facts(row);
}

/** The format that the ending of a name, path or address stands for. */
export function formatOfName(name: string): FileFormat | undefined {
  const path = /^https?:/i.test(name) ? name.replace(/[?#].*$/s, "") : name;
  const row = byEnding.get(/\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "");
  return row && facts(row);
}

/** The media type of a file by its name or address. A data URI contains its type. */
export function mediaTypeOf(address: string): string {
  const own = /^data:([^;,]+)/i.exec(address)?.[1];
  return own?.toLowerCase() ?? formatOfName(address)?.mediaType ?? "application/octet-stream";
}

/** The media type of a file: its first bytes decide, and its name only where they do not. */
export function mediaTypeOfFile(name: string, bytes: Uint8Array): string {
  const named = formatOfName(name);
  return (findFormat(bytes, named?.mediaType) ?? named)?.mediaType ?? "application/octet-stream";
}

/** The kind of file that a media type stands for, whether the table has it or not. */
export function kindOfMediaType(mediaType: string): FileKind {
  const known = formatOfMediaType(mediaType)?.kind;
  const [, kind] = /^(image|audio|video)\//i.exec(mediaType) ?? [];
  return known ?? (kind === undefined ? "document" : (kind.toLowerCase() as FileKind));
}

export function formatNamed(name: FormatName): FileFormat {
  const { kind, endings, mediaTypes } = formatTable[name];
  return { format: name, kind, ending: endings[0], mediaType: mediaTypes[0] };
}

/** A path or name pattern without the ending of a known format: a file's bytes decide which ending it gets. */
export function withoutEnding(path: string): string {
  return formatOfName(path) === undefined ? path : path.replace(/\.[^.]*$/, "");
}

type Property = "isCommon" | "takesMetadata" | "isShown" | "isDecoded";

/** The names of the formats with a property, in the order of the table. */
export function formatsThat(property: Property): FormatName[] {
  return rows.filter((row) => row[property]).map((row) => row.format);
}

/** Whether a file of this format has the property; false for unknown formats. */
export function hasProperty(name: string | undefined, property: Property): boolean {
  return name !== undefined && byName.get(name)?.[property] === true;
}

/** The endings of formats with a property, optionally of one kind. */
export function endingsThat(property: Property, kind?: FileKind): string[] {
  const found = rows.filter((row) => row[property] && (kind === undefined || row.kind === kind));
  return [...new Set(found.flatMap(({ endings }) => endings))];
}

function facts({ format: name, ending, mediaType, kind }: FileFormat): FileFormat {
  return { format: name, ending, mediaType, kind };
}

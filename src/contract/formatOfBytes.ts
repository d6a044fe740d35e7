/** What a file's first bytes say about its format where those of the table of formats do not. */

/** The first bytes of WebM and Matroska. */
const ebml = "\x1aE\xdf\xa3";

/** Formats whose first bytes are too few, or too usual, to show them alone. */
export function findByFields(head: string, bytes: Uint8Array) {
  if (isBitmap(head)) return "bmp";
  if (isTarga(bytes)) return "tga";
  return isTransportStream(bytes) ? "m2t" : findAudioFrame(bytes);
}

/** The format of a container whose first bytes are those of several formats; undefined: its row shows it. */
export function findByBrand(head: string, bytes: Uint8Array) {
  if (head.startsWith("\0") && head.startsWith("ftyp", 4)) return findHeif(bytes);
  if (head.startsWith("OggS\0")) return findOgg(bytes);
  if (head.startsWith("ID3") && isTagVersion(bytes[3])) return findBehindTag(bytes);
  const isMatroska = head.startsWith(ebml) && String.fromCharCode(...bytes.subarray(0, 64)).includes("matroska");
  return isMatroska ? "mkv" : undefined;
}

/** Of an ID3v2 tag: those that exist. A text may begin with its name. */
const isTagVersion = (version = 0) => version >= 2 && version <= 4;

/** Any of the file's brands can be that of a still or animated image. Source: ISO/IEC 14496-12, 4.3; AV1 Image File Format, 6. */
function findHeif(bytes: Uint8Array) {
  const size = Math.min(256, ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0));
  const text = String.fromCharCode(...bytes.subarray(8, size));
  const brands = Array.from({ length: Math.floor(text.length / 4) }, (_, index) => text.slice(index * 4, index * 4 + 4));
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "avif";
  if (!/^(?:mif1|msf1|hei|hev)/.test(brands[0] ?? "")) return undefined;
  return brands.some((brand) => /^(?:hei|hev)/.test(brand)) ? "heic" : "heif";
}

/** The codec is named behind the first page's head. Sources: RFC 7845, 5.1; RFC 5334, 4.1. */
function findOgg(bytes: Uint8Array) {
  const start = 27 + (bytes[26] ?? 0);
  const codec = String.fromCharCode(...bytes.subarray(start, start + 8));
  if (codec.length < 8 || codec === "OpusHead") return "opus";
  return codec.startsWith("\x80theora") || codec.startsWith("fishead") ? "ogv" : "ogg";
}

const taggedSounds: Readonly<Record<string, "flac" | "tta" | "wv" | "ape" | "mpc">> = {
  ...{ fLaC: "flac", TTA1: "tta", wvpk: "wv", MAC: "ape", MP: "mpc" },
};

/** Other sounds than MP3 can have the same tag. Without the bytes behind it, it is that of MP3. */
function findBehindTag(bytes: Uint8Array) {
  const behind = bytes.subarray(endOfId3(bytes));
  const [start = ""] = /^(?:fLaC|TTA1|wvpk|MAC|MP)/.exec(String.fromCharCode(...behind.subarray(0, 4))) ?? [];
  return taggedSounds[start] ?? findAudioFrame(behind) ?? "mp3";
}

/** Offset of the first byte behind an ID3v2 tag; 0: there is none. Its size has seven bits in each byte. Source: ID3v2.4.0, 3.1. */
export function endOfId3(head: Uint8Array): number {
  if (String.fromCharCode(...head.subarray(0, 3)) !== "ID3" || head.length < 10) return 0;
  const size = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return 10 + size + (((head[5] ?? 0) & 0x10) === 0 ? 0 : 10);
}

/** An image without a colour map, whose header begins like that of a cursor, but with no entries. Source: Truevision TGA 2.0. */
function isTarga(bytes: Uint8Array): boolean {
  const [idLength = 1, hasMap = 1, type = 0, ...rest] = bytes.subarray(0, 18);
  const [width, height] = [(rest[9] ?? 0) | ((rest[10] ?? 0) << 8), (rest[11] ?? 0) | ((rest[12] ?? 0) << 8)];
  const isEmptyMap = rest.slice(0, 5).every((byte) => byte === 0);
  const hasDepth = [8, 15, 16, 24, 32].includes(rest[13] ?? 0) && ((rest[14] ?? 0xff) & 0xc0) === 0;
  return idLength === 0 && hasMap === 0 && [2, 3, 10, 11].includes(type) && isEmptyMap && hasDepth && width > 0 && height > 0;
}

const isBitmap = (head: string) => head.startsWith("BM") && head.startsWith("\0\0\0\0", 6);

/** Packets of 188 bytes that begin with 0x47, on Blu-ray each behind four more bytes. A text has no zero. Source: ISO/IEC 13818-1, 2.4.3. */
function isTransportStream(bytes: Uint8Array): boolean {
  const isAt = (from: number, step: number) => [0, 1, 2].every((index) => bytes[from + index * step] === 0x47);
  return (isAt(0, 188) || isAt(4, 192)) && bytes.subarray(0, 192).includes(0);
}

/**
 * WebM and Matroska name the codecs of their tracks before their data, behind the element's id and their length; elsewhere, such a name is part of a
 * text. Sources: RFC 8794, 4; RFC 9559, 5.1.4.1.21 and 27.2.
 */
export function hasOnlyAudio(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 4096));
  return start.startsWith(ebml) && hasCodec(start, "A") && !hasCodec(start, "V");
}

/** The length has one byte, which most programs write, or two or eight. */
const hasCodec = (start: string, initial: "A" | "V") =>
  new RegExp(`\\x86(?:[\\x81-\\xff]|[\\x40-\\x7f][^]|\\x01[^]{7})${initial}_[A-Z]`).test(start);

/** Sounds of frames without a header. Sources: ISO/IEC 11172-3, 2.4.1.3; ISO/IEC 13818-7, 6.2; ATSC A/52, 5.3 and E.1.2. */
function findAudioFrame([first = 0, second = 0, third = 0, , fifth = 0xff, sixth = 0xff]: Uint8Array) {
  if (first === 0x0b && second === 0x77) {
    const version = sixth >>> 3;
    if (version > 10 && version <= 16) return "eac3";
    return version <= 10 && fifth >>> 6 < 3 && (fifth & 63) < 38 ? "ac3" : undefined;
  }
  if (first !== 0xff) return undefined;
  if ((second & 0xf6) === 0xf0) return "aac";
  const isMpeg = (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08;
  const hasRates = (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
  if (!isMpeg || !hasRates) return undefined;
  // The first layer has the bytes of a text's mark of UTF-16, and is not in use.
  return (second & 0x06) === 0x02 ? "mp3" : (second & 0x06) === 0x04 ? "mp2" : undefined;
}

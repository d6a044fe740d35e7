/** Detects the formats of images, audio, video and documents from their first bytes. */

export interface FileFormat {
  /** Short name, e.g. `png`, `mp3`, `mp4`: also the file's extension. */
  format: string;
  mediaType: string;
}

/** The first bytes of a format, at an offset. */
const signatures: readonly (FileFormat & { text: string; at?: number })[] = [
  { text: "\x89PNG\r\n\x1a\n", format: "png", mediaType: "image/png" },
  { text: "\xff\xd8\xff", format: "jpg", mediaType: "image/jpeg" },
  { text: "GIF8", format: "gif", mediaType: "image/gif" },
  { text: "WEBP", at: 8, format: "webp", mediaType: "image/webp" },
  { text: "ftypavif", at: 4, format: "avif", mediaType: "image/avif" },
  { text: "ftyphei", at: 4, format: "heic", mediaType: "image/heic" },
  { text: "ftypmif1", at: 4, format: "heif", mediaType: "image/heif" },
  { text: "%PDF-", format: "pdf", mediaType: "application/pdf" },
  { text: "WAVE", at: 8, format: "wav", mediaType: "audio/wav" },
  { text: "fLaC", format: "flac", mediaType: "audio/flac" },
  { text: "OggS", format: "opus", mediaType: "audio/ogg" },
  { text: "ID3", format: "mp3", mediaType: "audio/mpeg" },
  { text: "ftypM4A", at: 4, format: "m4a", mediaType: "audio/mp4" },
  { text: "ftypqt", at: 4, format: "mov", mediaType: "video/quicktime" },
  { text: "ftyp", at: 4, format: "mp4", mediaType: "video/mp4" },
  { text: "\x1aE\xdf\xa3", format: "webm", mediaType: "video/webm" },
];

/** undefined: not one of these formats. */
export function findFormat(bytes: Uint8Array): FileFormat | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  const known = signatures.find(({ text, at = 0 }) => head.startsWith(text, at));
  if (known !== undefined) return { format: known.format, mediaType: known.mediaType };
  if (isBitmap(head)) return { format: "bmp", mediaType: "image/bmp" };
  return findAudioFrame(bytes);
}

/** Two letters alone could begin a text; the reserved field after the file's size is zero. Source: BITMAPFILEHEADER. */
const isBitmap = (head: string) => head.startsWith("BM") && head.startsWith("\0\0\0\0", 6);

/** MP3 and AAC without a header start with a frame, thus with eleven set bits. Source: ISO/IEC 11172-3, 2.4.1.3; ISO/IEC 13818-7, 6.2. */
function findAudioFrame([first = 0, second = 0, third = 0]: Uint8Array): FileFormat | undefined {
  if (first !== 0xff) return undefined;
  if ((second & 0xf6) === 0xf0) return { format: "aac", mediaType: "audio/aac" };
  const isLayer3 = (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08;
  const hasRates = (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
  return isLayer3 && hasRates ? { format: "mp3", mediaType: "audio/mpeg" } : undefined;
}

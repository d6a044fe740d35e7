/** Determines the media type of a file from the extension of its name or address. */

const byEnding: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  bmp: "image/bmp",
  svg: "image/svg+xml",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  opus: "audio/opus",
  flac: "audio/flac",
  m4a: "audio/mp4",
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  html: "text/html",
  json: "application/json",
};

/** `application/octet-stream` for an unknown extension. A data URI contains its type. */
export function mediaTypeOf(address: string): string {
  const own = /^data:([^;,]+)/i.exec(address)?.[1];
  if (own) return own.toLowerCase();
  const path = /^https?:/i.test(address) ? address.replace(/[?#].*$/s, "") : address;
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return (ending && Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined) ?? "application/octet-stream";
}

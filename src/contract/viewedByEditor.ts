/** Which media files VS Code shows and plays itself; others end in a text tab without an editor. */
import { formatOfName } from "./fileFormats.ts";

/** Endings of VS Code's extension `media-preview`, 1.106 to 1.139. */
const viewed: ReadonlySet<string> = new Set(
  ["jpg", "jpe", "jpeg", "png", "bmp", "gif", "ico", "webp", "avif", "svg"].concat(["mp3", "wav", "ogg", "oga", "mp4", "webm"]),
);
/** Codecs in videos that the desktop's build of ffmpeg lacks. Sources: issues 167685 and 329811 of microsoft/vscode. */
const silent: ReadonlySet<string> = new Set(["AAC", "AC-3", "ALAC", "AMR", "E-AC-3", "Opus"]);

/** @param name also a path or an address @internal */
export function isViewedByEditor(name: string): boolean {
  return viewed.has(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "");
}

/** Whether the file is an image, a sound or a video for which VS Code has no editor. */
export function isUnseenMedia(name: string): boolean {
  const kind = formatOfName(name)?.kind;
  return kind !== undefined && kind !== "document" && !isViewedByEditor(name);
}

/** @param codec as `findSoundCodec` names it */
export function isSilentInDesktop(codec: string): boolean {
  return silent.has(codec);
}

/** Frames of a video on one image, made by an installed FFmpeg: the service and the extension contain no decoder of videos. */
import { execFile } from "node:child_process";

/** Frames in a row, and rows. */
const [columns, rows] = [3, 3];
/** Of a frame, in pixels. */
const frameWidth = 320;
const longest = 30_000;
const largest = 4 * 1024 ** 2;

/** A JPEG file with frames at equal distances, in rows; or why there is none, in one sentence. */
export type ContactSheet = { bytes: Uint8Array } | { fault: string };

/** Rejects with the signal's reason. */
export async function makeContactSheet(file: string, signal: AbortSignal, program = "ffmpeg"): Promise<ContactSheet> {
  // A file that is a list of addresses must not make it read others.
  const input = ["-nostdin", "-hide_banner", "-protocol_whitelist", "file,pipe", "-i", `file:${file}`];
  const described = await run(program, input, signal);
  if (described === undefined) return { fault: "The frames of a video are shown with FFmpeg, which is not installed here." };
  const seconds = readDuration(described.printed);
  const filters = [`fps=${(columns * rows) / seconds}`, `scale=${frameWidth}:-2`, `tile=${columns}x${rows}`];
  const output = ["-frames:v", "1", "-f", "image2pipe", "-c:v", "mjpeg", "-q:v", "5", "pipe:1"];
  const sheet = await run(program, [...input, "-vf", filters.join(","), ...output], signal);
  return sheet === undefined || sheet.bytes.byteLength === 0
    ? { fault: "FFmpeg cannot read the frames of this video." }
    : { bytes: sheet.bytes };
}

interface Printed {
  bytes: Uint8Array;
  printed: string;
}

/** FFmpeg ends with an error if it is given no output, after it has described the file. undefined: it is not installed. */
function run(program: string, args: readonly string[], signal: AbortSignal): Promise<Printed | undefined> {
  return new Promise((resolve, reject) => {
    const options = { signal, timeout: longest, maxBuffer: largest, encoding: "buffer", windowsHide: true } as const;
    execFile(program, args, options, (error, bytes, printed) => {
      if (signal.aborted) reject(signal.reason);
      else if (error?.code === "ENOENT") resolve(undefined);
      else resolve({ bytes, printed: printed.toString() });
    });
  });
}

/** In seconds. Of what has no duration, the first second is shown. */
function readDuration(printed: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /\bDuration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(printed) ?? [];
  return 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds) || 1;
}

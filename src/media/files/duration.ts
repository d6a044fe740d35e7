/** Reads the duration of audio and video files. */
import { findAiffDuration } from "./aiff.ts";
import { findFramesDuration, skipId3 } from "./audioFrames.ts";
import { findAviDuration } from "./avi.ts";
import type { ByteSource } from "./byteSource.ts";
import { findFlacDuration } from "./flacDuration.ts";
import { findFlvDuration } from "./flv.ts";
import { readMovie } from "./movie.ts";
import { findProgramDuration, findTransportDuration } from "./mpegStreams.ts";
import { findOggDuration } from "./ogg.ts";
import { findAuDuration, findCafDuration, findWave64Duration } from "./samplesDuration.ts";
import { readWavSound } from "./wavSound.ts";
import { findWebmDuration } from "./webm.ts";

/** Seconds; undefined: another format, or the file does not contain it. `format` is the usual file extension. */
export async function findDuration(source: ByteSource, format: string): Promise<number | undefined> {
  try {
    const seconds = await readDuration(source, format);
    return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  } catch (error) {
    // The file ends within a header.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function readDuration(source: ByteSource, format: string): Promise<number | undefined> {
  switch (format) {
    case "wav":
      return (await readWavSound(source))?.seconds;
    case "aiff":
      return findAiffDuration(source);
    case "flac":
      return findFlacDuration(source, await skipId3(source, 0));
    case "opus":
    case "ogg":
    case "ogv":
      return findOggDuration(source);
    case "mp3":
    case "mp2":
    case "aac":
    case "ac3":
    case "eac3":
    case "amr":
      return findFramesDuration(source, format);
    case "w64":
      return findWave64Duration(source);
    case "au":
      return findAuDuration(source);
    case "caf":
      return findCafDuration(source);
    case "avi":
      return findAviDuration(source);
    case "flv":
      return findFlvDuration(source);
    case "mpg":
      return findProgramDuration(source);
    case "m2t":
      return findTransportDuration(source);
    case "m4a":
    case "mp4":
    case "mov":
      return (await readMovie(source))?.duration;
    case "webm":
    case "weba":
    case "mkv":
    case "mka":
      return findWebmDuration(source);
    default:
      return undefined;
  }
}

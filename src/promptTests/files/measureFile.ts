/** Measures a generated file for the assertions about files. */
import { readFile } from "node:fs/promises";
import { findFormat } from "../../contract/fileFormats.ts";
import type { TestedFile } from "../../prompt/tests/judgeFile.ts";
import { isBlank } from "./blankness.ts";
import { findImageSize } from "./imageSize.ts";
import { readMovie } from "./movie.ts";
import { findSoundLength } from "./soundLength.ts";

/** @throws the file system's error */
export async function measureFile(path: string): Promise<TestedFile> {
  const bytes = await readFile(path);
  const format = findFormat(bytes)?.format ?? "";
  const movie = ["mp4", "mov"].includes(format) ? readMovie(bytes) : undefined;
  const shown = movie?.width === undefined || movie.height === undefined ? undefined : { width: movie.width, height: movie.height };
  const size = shown ?? findImageSize(bytes, format);
  const duration = movie?.duration ?? findSoundLength(bytes, format);
  return {
    format,
    bytes: bytes.length,
    width: size?.width,
    height: size?.height,
    duration,
    isBlank: isBlank(bytes, { format, size, duration }),
  };
}

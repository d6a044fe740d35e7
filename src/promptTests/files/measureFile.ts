/** Measures a generated file for the assertions about files. */
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { findFormat } from "../../contract/fileFormats.ts";
import { displayedSize } from "../../contract/imageSize.ts";
import { sourceOfBytes } from "../../media/files/byteSource.ts";
import { findDuration } from "../../media/files/duration.ts";
import { type Movie, readMovie } from "../../media/files/movie.ts";
import { decodeImage } from "../../media/images/decodeImage.ts";
import { readImageHeader } from "../../media/images/readImageHeader.ts";
import { decodeSound } from "../../media/sounds/decodeSound.ts";
import type { ExpectedFile, TestedFile } from "../../prompt/assertions/testedAnswer.ts";
import { fingerprintSound } from "../sounds/fingerprintSound.ts";
import { isBlank } from "./blankness.ts";
import { fingerprintPixels } from "./fingerprint.ts";
import { findLoudness } from "./loudness.ts";

/** @throws the file system's error */
export async function measureFile(path: string): Promise<TestedFile> {
  const bytes = await readFile(path);
  const source = sourceOfBytes(bytes);
  const format = findFormat(bytes)?.ending ?? "";
  const movie = ["mp4", "mov"].includes(format) ? await readMovie(source) : undefined;
  const size = movie === undefined ? sizeOfImage(bytes) : sizeOf(movie);
  const pixels = await decodeImage(bytes);
  const sound = await decodeSound(bytes, format);
  const duration = movie === undefined ? await findDuration(source, format) : movie.duration;
  return {
    format,
    bytes: bytes.length,
    width: size?.width,
    height: size?.height,
    duration,
    isBlank: isBlank(bytes, { format, size, pixels, sound, duration, largestFrame: movie?.largestFrame }),
    fingerprint: pixels && fingerprintPixels(pixels),
    soundFingerprint: sound && (await fingerprintSound(sound)),
    loudness: sound && (await findLoudness(sound)),
    sha256: hash("sha256", bytes),
    path,
  };
}

/** Measures a file with which generated ones are compared. */
export async function measureExpected(bytes: Buffer): Promise<ExpectedFile> {
  const format = findFormat(bytes)?.ending ?? "";
  const pixels = await decodeImage(bytes);
  const sound = await decodeSound(bytes, format);
  return { fingerprint: pixels && fingerprintPixels(pixels), soundFingerprint: sound && (await fingerprintSound(sound)) };
}

function sizeOfImage(bytes: Buffer): { width: number; height: number } | undefined {
  const header = readImageHeader(bytes);
  return header && displayedSize(header);
}

function sizeOf({ width, height }: Movie): { width: number; height: number } | undefined {
  return width === undefined || height === undefined ? undefined : { width, height };
}

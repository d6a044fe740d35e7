/** Speech that is longer than usual answers, whose conversion takes half a minute. */
import { expect, test } from "vitest";
import { convertSound } from "../../../src/demo/audio/makeAudio.ts";
import { sourceOfBytes } from "../../../src/media/files/byteSource.ts";
import { findDuration } from "../../../src/media/files/duration.ts";
import { wavHead } from "../../../src/media/files/rawSamples.ts";

const rate = 24_000;

test("speech of 85 minutes is stored in the format that was asked for", async () => {
  const size = 85 * 60 * rate * 2;
  const long = Buffer.alloc(44 + size);
  wavHead({ rate, channels: 1, bits: 16, endianness: "little" }, size).copy(long);
  const { bytes } = await convertSound({ kind: "conversion", bytes: long, format: "mp3" });
  expect(await findDuration(sourceOfBytes(bytes), "mp3")).toBeCloseTo(85 * 60, 0);
});

/** The size and the first bytes of a huge file. */
import { expect, test } from "vitest";
import { hugeFileHead, readHugeSize } from "../../../../src/service/faults/hugeFile.ts";

test.each([
  ["600 MiB", 600 * 1024 ** 2],
  ["4GiB please", 4 * 1024 ** 3],
  ["4 GB", 4e9],
  ["a clip of 123456 bytes", 123_456],
  ["1.5 KiB", 1536],
  ["2k", 2048],
  ["9 GiB", 4 * 1024 ** 3],
  ["no size", 64 * 1024 ** 2],
  ["10 bananas", 10],
])("the prompt %j requests %i bytes", (prompt, size) => {
  expect(readHugeSize(prompt)).toBe(size);
});

test("the header of a WAV contains the length of its data, up to 32 bits", () => {
  expect(hugeFileHead("wav", 1044).readUInt32LE(40)).toBe(1000);
  expect(hugeFileHead("wav", 5 * 1024 ** 3).readUInt32LE(40)).toBe(0xffffffff);
});

test("the boxes of an MP4 add up to its size", () => {
  const size = 4 * 1024 ** 3;
  const head = hugeFileHead("mp4", size);
  expect(head.readUInt32BE(0) + Number(head.readBigUInt64BE(32))).toBe(size);
});

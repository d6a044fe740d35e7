/** The user's comment of Exif in each encoding that programs write. Sources: CIPA DC-008, 4.6.6; piexif; exiftool. */
import { expect, test } from "vitest";
import { readExif } from "../../../../../src/media/metadata/formats/exif.ts";
import { makeExif } from "../samples.ts";

const parameters = "一, ein Fuchs 🦊\nSteps: 20, Seed: 1";
const chinese = "山水画，一只红狐狸在雪中，水墨";
const utf16 = (text: string) => Buffer.from(text, "utf16le");
const swapped = (text: string) => utf16(text).swap16();
const coded = (code: string, ...parts: readonly Buffer[]) => Buffer.concat([Buffer.from(code.padEnd(8, "\0"), "latin1"), ...parts]);

test.each<[name: string, comment: Buffer, text: string]>([
  ["UTF-16 in the order of the block", coded("UNICODE", utf16(parameters)), parameters],
  ["UTF-16 in the other order", coded("UNICODE", swapped(parameters)), parameters],
  [
    "a text that begins with 一, in the other order",
    coded("UNICODE", swapped(`${"一".repeat(300)}\nSteps: 20, Seed: 1`)),
    `${"一".repeat(300)}\nSteps: 20, Seed: 1`,
  ],
  ["Chinese alone, in the order of the block", coded("UNICODE", utf16(chinese)), chinese],
  ["little-endian with a mark", coded("UNICODE", Buffer.from([0xff, 0xfe]), utf16(chinese)), chinese],
  ["big-endian with a mark", coded("UNICODE", Buffer.from([0xfe, 0xff]), swapped(chinese)), chinese],
  ["UTF-8 although the code is UNICODE", coded("UNICODE", Buffer.from(parameters)), parameters],
  ["UTF-8 without ASCII, although the code is UNICODE", coded("UNICODE", Buffer.from(chinese)), chinese],
  ["a code in mixed case", coded("Unicode", swapped(parameters)), parameters],
  ["JSON in the other order", coded("UNICODE", swapped('{"c": "狐狸"}')), '{"c": "狐狸"}'],
  ["ASCII", coded("ASCII", Buffer.from("a fox, Steps: 20")), "a fox, Steps: 20"],
  ["UTF-8 although the code is ASCII", coded("ASCII", Buffer.from(parameters)), parameters],
  ["Latin-1 although the code is ASCII", coded("ASCII", Buffer.from("ein Füchschen", "latin1")), "ein Füchschen"],
  ["an undefined code", coded("", Buffer.from(parameters)), parameters],
  ["no code", Buffer.from(parameters), parameters],
  ["no code, and less than eight bytes", Buffer.from("fox"), "fox"],
  ["no code, UTF-16 with a mark", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(parameters)]), parameters],
  ["zeros at the end", coded("UNICODE", swapped(`${parameters}\0\0`)), parameters],
])("%s", (_, comment, text) => {
  expect(readExif(makeExif(comment))).toContainEqual({ keyword: "UserComment", text });
});

test("texts of Windows and of the first directory", () => {
  expect(readExif(makeExif(undefined, "x", [0x9c9c, 1, utf16(`${parameters}\0`)]))).toContainEqual({
    keyword: "XPComment",
    text: parameters,
  });
  expect(readExif(makeExif(undefined, "x", [0x010e, 2, Buffer.from(`${parameters}\0`)]))).toContainEqual({
    keyword: "ImageDescription",
    text: parameters,
  });
  expect(readExif(makeExif(undefined, "x", [0x010e, 129, Buffer.from(`${chinese}\0`)]))).toContainEqual({
    keyword: "ImageDescription",
    text: chinese,
  });
});

/** What becomes of sounds whose bytes are no samples, where WAV or samples were asked for. */
import { expect, test } from "vitest";
import { findFormat } from "../../../../src/contract/fileFormats.ts";
import { completeSound } from "../../../../src/providers/files/completeSound.ts";

/** Samples of sox, which begin loudly. */
const samples = Buffer.from("a1003b07af0ea015811cd122d628282e".repeat(40), "hex");
const file = (head: string, encoding: "hex" | "latin1" = "hex") => Buffer.concat([Buffer.from(head, encoding), samples]);
const letters = (head: string) => file(head, "latin1");

/** The first bytes of files of half a second of sox 14.4.2, ffmpeg 5.1, wavpack 5.6 and mpcenc 1.30, others by the descriptions of their formats. */
const known: [name: string, content: Buffer, format: string, mediaType: string][] = [
  ["WavPack", file("7776706bf821000007040000e02e0000"), "wv", "audio/x-wavpack"],
  ["True Audio", file("54544131010001001000c05d0000e02e"), "tta", "audio/x-tta"],
  ["True Audio behind a tag", file("49443304000000000002000054544131010001001000c05d0000e02e"), "tta", "audio/x-tta"],
  ["WavPack behind a tag", file("4944330400000000000200007776706bf821000007040000e02e0000"), "wv", "audio/x-wavpack"],
  ["Windows Media", file("3026b2758e66cf11a6d900aa0062ce6c"), "wmv", "video/x-ms-wmv"],
  // Sources: MAClib.h, APE_DESCRIPTOR with version 3990; Musepack, "Stream Version 7" and "8".
  ["Monkey's Audio", letters("MAC \x96\x0f\0\0\x34\0\0\0"), "ape", "audio/x-ape"],
  ["Musepack", letters("MPCKSH\x0e\x93"), "mpc", "audio/x-musepack"],
  ["Musepack of version 7", letters("MP+\x17\x30\0\0\0"), "mpc", "audio/x-musepack"],
  // Sources: Sony, "DSF File Format Specification"; Philips, "DSDIFF 1.5".
  ["DSF", letters("DSD \x1c\0\0\0\0\0\0\0"), "dsf", "audio/x-dsf"],
  ["DSDIFF", letters("FRM8\0\0\0\0\0\0\x01\0DSD FVER"), "dff", "audio/x-dff"],
  ["DTS", file("7ffe8001fc3ceb3032c001380001ef83"), "dts", "audio/vnd.dts"],
  ["RealMedia", file("2e524d46000000120000000000000000"), "ra", "audio/vnd.rn-realaudio"],
  ["RealAudio", file("2e7261fd000300"), "ra", "audio/vnd.rn-realaudio"],
  ["Creative Voice", letters("Creative Voice File\x1a\x1a\0\x0a\x01"), "voc", "audio/x-voc"],
  ["8SVX", file("464f524d00002f3c3853565856484452"), "8svx", "audio/x-8svx"],
  // Source: "Standard MIDI Files 1.0".
  ["MIDI", letters("MThd\0\0\0\x06\0\x01\0\x02\x01\xe0MTrk"), "mid", "audio/midi"],
];
test.each(known)("%s is recognized", (_, content, format, mediaType) => {
  expect(findFormat(content)).toMatchObject({ format, mediaType });
});

/** Formats without a row of their own. */
const others: [name: string, content: Buffer][] = [
  ["NIST SPHERE", letters("NIST_1A\n   1024\nsample_count -i 12000")],
  ["SampleVision", letters("SOUND SAMPLE DATA 2.1 ")],
  ["FastTracker", letters("Extended Module: song                \x1aFastTracker v2.00   ")],
  ["Impulse Tracker", letters("IMPMsong\0\0\0\0\0\0\0\0\0\0")],
  ["MAUD", file("464f524d00005e104d4155444d484452")],
  ["IRCAM", file("64a301000080bb460100000002000000")],
  ["sox", file("2e536f582c000000e02e000000000000")],
  ["MATLAB", letters("MATLAB 5.0 MAT-file, written by SoX")],
  ["SILK", letters("#!SILK_V3\x0c\0")],
  ["SILK of Tencent", letters("\x02#!SILK_V3\x0c\0")],
  ["ZIP", letters("PK\x03\x04\x14\0\0\0\x08\0")],
  ["gzip", file("1f8b0800000000000003")],
];

const formOf = async (content: Buffer, mediaType: string | undefined, asked: string) => {
  const made = await completeSound({ content, mediaType }, asked);
  return { isUnchanged: made.content === content, mediaType: made.mediaType };
};

test.each([...known, ...others].map(([name, content]) => [name, content] as const))("%s is not stored as samples", async (_, content) => {
  for (const type of [undefined, "application/octet-stream", "audio/wav"])
    expect(await formOf(content, type, "wav")).toMatchObject({ isUnchanged: true });
});

test.each(others)("%s is not called WAV", async (_, content) => {
  expect(await formOf(content, "audio/wav", "wav")).toEqual({ isUnchanged: true, mediaType: undefined });
});

// Sources: IANA's registry of media types; RFC 3551; `xdg-mime` 1.1. These have no first bytes of their own.
test.each(["audio/GSM", "audio/x-gsm", "audio/G722", "audio/aptx", "audio/mpeg", "audio/MP4A-LATM", "video/mp2t"])(
  "what is called %s is not stored as samples",
  async (type) => {
    expect(await formOf(samples, type, "wav")).toEqual({ isUnchanged: true, mediaType: type });
  },
);

/** A-law's silence has the byte of a letter. Source: ITU-T G.711. */
const silence = Buffer.alloc(800, 0x55);
test.each<[type: string | undefined, content: Buffer]>([
  [undefined, samples],
  ["application/octet-stream", samples],
  ["binary/octet-stream", samples],
  ["audio/x-wav", samples],
  ["audio/vnd.wave; codec=1", samples],
  ["audio/*", samples],
  ["audio/L16;rate=24000", samples],
  ["audio/lpcm;rate=24000", samples],
  ["audio/linear16", samples],
  ["audio/pcm_s16le;rate=24000", samples],
  ["audio/pcm", Buffer.concat([Buffer.from("PCM that is as loud as letters"), samples])],
])("samples of the type %s are stored as WAV", async (type, content) => {
  expect(await formOf(content, type, "wav")).toEqual({ isUnchanged: false, mediaType: "audio/wav" });
});

test.each(["audio/PCMA;rate=8000", undefined])("silence of telephony of the type %s remains samples", async (type) => {
  const content = Buffer.concat([silence, Buffer.from([0xd5, 0x01, 0x80])]);
  expect(await formOf(content, type, "alaw_8000")).toEqual({ isUnchanged: true, mediaType: "audio/PCMA;rate=8000" });
});

/** The table of file formats: recognition, names and media types. */
import { describe, expect, test } from "vitest";
import {
  findFormat,
  formatOfMediaType,
  formatOfName,
  formatsThat,
  kindOfMediaType,
  mediaTypeOf,
  mediaTypeOfFile,
  withoutEnding,
} from "../../../src/contract/fileFormats.ts";
import { sources } from "../repository/repositoryFiles.ts";

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...part].map((letter) => letter.charCodeAt(0)) : part)));
/** The start of a WebM file with one track. */
const webm = (codec: string, length: readonly number[] = [0x80 | codec.length]) =>
  bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f], "webm", [0x16, 0x54, 0xae, 0x6b, 0xae, 0x86, ...length], codec);
const mp4 = (brand: string) => bytes([0, 0, 0, 24], "ftyp", brand, [0, 0, 2, 0]);

/** A `ftyp` box with these brands, as AVIF and HEIF name them. */
const brands = (...names: string[]) =>
  bytes([0, 0, 0, 16 + 4 * (names.length - 1)], "ftyp", names[0] ?? "", [0, 0, 0, 0], ...names.slice(1));
/** The first page of an Ogg file with one packet. */
const ogg = (codec: string) => bytes("OggS", [0, 2, ...Array.from({ length: 20 }, () => 0), 1, 30], codec, [0, 0, 0, 0]);
const id3 = (size: number, ...behind: (string | number[])[]) =>
  bytes(
    "ID3",
    [4, 0, 0, 0, 0, size >> 7, size & 127],
    Array.from({ length: size }, () => 0),
    ...behind,
  );
const tga = (type: number) => bytes([0, 0, type, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0, 64, 0, 24, 32]);

const transport = (step: number, from: number) => {
  const packets = new Uint8Array(3 * step);
  for (let at = from; at < packets.length; at += step) packets.set([0x47, 0x40, 0x11, 0x10], at);
  return packets;
};

// Media types as registered with IANA, or by RFC 7845 (Ogg Opus) and RFC 9559 (Matroska and WebM).
test.each<[string, Uint8Array, string | undefined, string, string]>([
  ["a WebM video", webm("V_VP9"), undefined, "webm", "video/webm"],
  ["a WebM file with Opus only", webm("A_OPUS"), undefined, "weba", "audio/webm"],
  ["a WebM file with video and audio", bytes([...webm("V_VP8")], [0x86, 0x86], "A_OPUS"), undefined, "webm", "video/webm"],
  ["a WebM sound whose title looks like a codec", bytes([...webm("A_OPUS")], "V_X"), undefined, "weba", "audio/webm"],
  ["a WebM sound with long lengths", webm("A_OPUS", [0x01, 0, 0, 0, 0, 0, 0, 6]), undefined, "weba", "audio/webm"],
  ["WebM of unknown content, declared as audio", webm(""), "audio/webm;codecs=opus", "weba", "audio/webm"],
  ["WebM of unknown content, declared as a video", webm(""), "video/webm", "webm", "video/webm"],
  ["WebM of unknown content", webm(""), undefined, "webm", "video/webm"],
  ["an MP4 file", mp4("isom"), undefined, "mp4", "video/mp4"],
  ["an MP4 file, declared as audio", mp4("isom"), "audio/mp4", "m4a", "audio/mp4"],
  ["an MP4 file with the brand for audio", mp4("M4A "), "video/mp4", "m4a", "audio/mp4"],
  ["an MP4 file whose title looks like a codec", bytes([...mp4("isom")], "CAMERA_ABC"), undefined, "mp4", "video/mp4"],
  ["Ogg with Theora and such a title", bytes([...ogg("\x80theora\x03")], "CAMERA_ABC"), undefined, "ogv", "video/ogg"],
  ["Ogg", bytes("OggS", [0, 2]), "audio/opus", "opus", "audio/ogg"],
  ["an AVIF image", brands("avif", "mif1", "miaf"), undefined, "avif", "image/avif"],
  ["an animated AVIF image", brands("avis", "avif", "msf1", "iso8"), undefined, "avif", "image/avif"],
  ["an AVIF image with the brand of any image first", brands("mif1", "avif", "miaf"), "image/heif", "avif", "image/avif"],
  ["a HEIC image with the brand of any image first", brands("mif1", "heic"), undefined, "heic", "image/heic"],
  ["a HEIC image of ten bits", brands("heix", "mif1"), undefined, "heic", "image/heic"],
  ["another HEIF image", brands("mif1", "unci"), undefined, "heif", "image/heif"],
  ["an MP4 file with other brands", brands("isom", "iso2", "avc1", "mp41"), undefined, "mp4", "video/mp4"],
  ["Ogg with Opus", ogg("OpusHead"), undefined, "opus", "audio/ogg"],
  ["Ogg with Vorbis", ogg("\x01vorbis\0"), undefined, "ogg", "audio/ogg"],
  ["Ogg with Speex", ogg("Speex   "), "audio/ogg", "ogg", "audio/ogg"],
  ["Ogg with FLAC", ogg("\x7fFLAC\x01\0\0"), undefined, "ogg", "audio/ogg"],
  ["Ogg with Theora", ogg("\x80theora\x03"), undefined, "ogv", "video/ogg"],
  ["FLAC behind a tag", id3(200, "fLaC"), undefined, "flac", "audio/flac"],
  ["AAC behind a tag", id3(63, [0xff, 0xf1, 0x50, 0x80]), undefined, "aac", "audio/aac"],
  ["MP3 behind a tag", id3(63, [0xff, 0xfb, 0x90, 0x64]), undefined, "mp3", "audio/mpeg"],
  ["a tag alone", id3(200).subarray(0, 64), undefined, "mp3", "audio/mpeg"],
  ["a Matroska file", bytes([0x1a, 0x45, 0xdf, 0xa3, 0xa3, 0x42, 0x82, 0x88], "matroska"), undefined, "mkv", "video/x-matroska"],
  ["TGA without compression, whose header begins like that of a cursor", tga(2), undefined, "tga", "image/tga"],
  ["TGA with run lengths", tga(10), undefined, "tga", "image/tga"],
  ["AIFF", bytes("FORM", [0, 0, 0, 0], "AIFFCOMM"), undefined, "aiff", "audio/aiff"],
  ["a JPEG XL codestream", bytes([0xff, 0x0a, 0xfa, 0x1f]), undefined, "jxl", "image/jxl"],
  ["JPEG XL in boxes", bytes([0, 0, 0, 12], "JXL \r\n\x87\n"), undefined, "jxl", "image/jxl"],
  ["WAV with sizes of 64 bits", bytes("RF64", [255, 255, 255, 255], "WAVEds64"), undefined, "wav", "audio/wav"],
  ["Wave64", bytes("riff", [0x2e, 0x91, 0xcf, 0x11, 0xa5, 0xd6, 0x28, 0xdb, 0x04, 0xc1, 0, 0]), undefined, "w64", "audio/x-w64"],
  ["AU", bytes(".snd", [0, 0, 0, 24]), "audio/wav", "au", "audio/basic"],
  ["CAF", bytes("caff", [0, 1, 0, 0], "desc"), undefined, "caf", "audio/x-caf"],
  ["AMR", bytes("#!AMR\n", [0x3c]), undefined, "amr", "audio/amr"],
  ["MPEG audio of layer II", bytes([0xff, 0xfd, 0xe0, 0xc4]), "audio/mpeg", "mp2", "audio/mpeg"],
  ["AC-3", bytes([0x0b, 0x77, 0x1e, 0xf8, 0x4c, 0x40]), undefined, "ac3", "audio/ac3"],
  ["E-AC-3", bytes([0x0b, 0x77, 0x00, 0xcf, 0x72, 0x87]), undefined, "eac3", "audio/eac3"],
  ["AVI", bytes("RIFF", [0, 0, 0, 0], "AVI LIST"), "video/mp4", "avi", "video/vnd.avi"],
  ["FLV", bytes("FLV", [1, 5, 0, 0, 0, 9]), undefined, "flv", "video/x-flv"],
  ["an MPEG program stream", bytes([0, 0, 1, 0xba, 0x44]), undefined, "mpg", "video/mpeg"],
  ["MPEG video without packs", bytes([0, 0, 1, 0xb3, 0x14]), undefined, "mpg", "video/mpeg"],
  ["an MPEG transport stream", transport(188, 0), undefined, "m2t", "video/mp2t"],
  ["an MPEG transport stream of a Blu-ray", transport(192, 4), undefined, "m2t", "video/mp2t"],
  ["Matroska with FLAC only", bytes([0x1a, 0x45, 0xdf, 0xa3], "matroska", [0x86, 0x86], "A_FLAC"), undefined, "mka", "audio/x-matroska"],
  ["a PNG image, declared as audio", bytes("\x89PNG\r\n\x1a\n"), "audio/webm", "png", "image/png"],
])("%s is recognized", (_, file, declared, format, mediaType) => {
  expect(findFormat(file, declared)).toMatchObject({ format, mediaType });
});

test.each<[string, Uint8Array]>([
  ["a cursor", bytes([0, 0, 2, 0, 1, 0, 32, 32, 0, 0, 0, 0, 0, 0, 0x30, 1, 0, 0, 22, 0, 0, 0])],
  ["zeros", new Uint8Array(64)],
  ["a text", bytes("BMI is a number.")],
  ["a text in UTF-16", bytes([0xff, 0xfe, 0x48, 0, 0x69, 0])],
  ["a text with a letter in each third line", bytes("G".padEnd(188, "o").repeat(3))],
  ...[
    "ID3 tags in MP3 files",
    "OggS is a page's capture pattern",
    "fLaC begins a file",
    "GIF8 and GIF9",
    "The ftyp box of MP4",
    "1234ftypisom",
    "Convert WEBP to PNG",
    "Convert WAVE to MP3",
    "What is AIFF, or AIFC?",
    "RIFF and WAVE",
    "II* and MM*",
    "JXL is JPEG XL",
    "8BPS is Photoshop",
    "FLV is old",
    ".snd is older",
    "What is AVI now",
  ].map((text): [string, Uint8Array] => [`a text with a NUL byte, ${text}`, bytes(text, [0], "and so on")]),
])("%s is no known format", (_, file) => {
  expect(findFormat(file)).toBeUndefined();
});

test.each([
  ["audio/opus", "audio/ogg", "audio"],
  ["Audio/OGG; codecs=opus", "audio/ogg", "audio"],
  ["audio/x-wav", "audio/wav", "audio"],
  ["audio/mp3", "audio/mpeg", "audio"],
  ["audio/x-m4a", "audio/mp4", "audio"],
  ["audio/mp4", "audio/mp4", "audio"],
  ["audio/webm", "audio/webm", "audio"],
  ["video/webm", "video/webm", "video"],
  ["application/ogg", "audio/ogg", "audio"],
  ["image/jpg", "image/jpeg", "image"],
])("the media type %s is known as %s", (given, mediaType, kind) => {
  expect(formatOfMediaType(given)).toMatchObject({ mediaType, kind });
  expect(kindOfMediaType(given)).toBe(kind);
});

test("the kind of a media type that is not in the table is its first part", () => {
  expect(["audio/midi", "video/x-matroska", "IMAGE/x-icon", "application/zip", ""].map(kindOfMediaType)).toEqual([
    "audio",
    "video",
    "image",
    "document",
    "document",
  ]);
});

test.each([
  ["waves/low.OPUS", "audio/ogg"],
  ["low.ogg", "audio/ogg"],
  ["https://example.org/a.jpeg?size=2#top", "image/jpeg"],
  ["a/b.tar.gz", "application/octet-stream"],
  ["no ending", "application/octet-stream"],
  ["source.ts", "application/octet-stream"],
  ["source.mts", "application/octet-stream"],
  ["data:image/GIF;base64,R0lGOD", "image/gif"],
  ["constructor.constructor", "application/octet-stream"],
])("%s has the media type %s", (name, mediaType) => {
  expect(mediaTypeOf(name)).toBe(mediaType);
});

test.each([
  ["out/lighthouse.gif", "out/lighthouse"],
  ["out/wave.ogg", "out/wave"],
  ["out/wave.OPUS", "out/wave"],
  ["out/clip.weba", "out/clip"],
  ["out/photo.jpeg", "out/photo"],
  ["out/version-1.5", "out/version-1.5"],
  ["out.png/lighthouse", "out.png/lighthouse"],
  ["{n}", "{n}"],
])("the ending of %s is left out if it is a format's", (name, rest) => {
  expect(withoutEnding(name)).toBe(rest);
});

describe("the table is the only list of formats", () => {
  /** Sets of formats with a reason of their own: what one encoder, decoder, browser or company takes. Each is checked against the table's names. */
  const justified: Readonly<Record<string, string>> = {
    "src/demo/capabilities.ts": "the demo's encoders",
    "src/editor/chat/speech/chooseVoice.ts": "what VS Code plays, by preference",
    "src/prompt/assertions/types/similarTo.ts": "what our decoders read",
    "src/media/images/readImageHeader.ts": "names of image-size",
    "src/mcp/tasks/describeTask.ts": "what our decoders read",
    "src/providers/dialects/common.ts": "what companies accept",
    "src/providers/dialects/google.ts": "what companies accept",
    "src/providers/dialects/openai.ts": "what companies accept",
    "src/providers/dialects/openaiCompatible.ts": "what companies accept",
    "src/media/metadata/findContainer.ts": "the readers of metadata",
    "src/contract/kind.ts": "the usual format of each kind",
    "src/service/faults/hugeFile.ts": "files of a fault model",
    "src/editor/artifacts/linkSyntax.ts": "what compilers of documents read",
    "src/generations/saving/detectMediaType.ts": "formats without a signature",
    "src/contract/viewedByEditor.ts": "what VS Code shows",
    "src/editor/imageEditor/editedImage.ts": "what our decoders read",
    "src/mcp/preview/makePreview.ts": "what agents' clients show",
    "src/providers/maskForm.ts": "what our decoders read",
    "src/media/signing/signFile.ts": "what implementations of Content Credentials sign",
    "src/media/sounds/audioFormats.ts": "our encoders",
    "src/promptTests/files/readImages.ts": "what models look at",
    "src/webview/agentView/toolResult.ts": "what agents' clients show",
  };
  const names = ["png", "jpe?g", "webp", "gif", "avif", "mp3", "wav", "opus", "ogg", "flac", "m4a", "mp4", "webm", "mov", "mpeg"];
  const name = new RegExp(`(?<![\\w.])(?:${names.join("|")})\\b`, "g");

  test("in the sources, no statement lists three formats", () => {
    const found = sources.flatMap(({ name: file, text }) => {
      if (!file.startsWith("src/") || file === "src/contract/fileFormats.ts" || file in justified) return [];
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|case "\w+":/g, "");
      return code.split(/;|\n\n/).some((part) => !/e\.g\.|such as/i.test(part) && new Set(part.match(name)).size >= 3) ? [file] : [];
    });
    expect(found).toEqual([]);
  });
});

test("every image that the chat shows is one that a browser shows", () => {
  expect(formatsThat("isShown").map((format) => formatOfName(`x.${format}`)?.kind)).toEqual(["image", "image", "image", "image"]);
});

test.each([
  ["photo.png", bytes([0xff, 0xd8, 0xff, 0xe0]), "image/jpeg"],
  ["photo.jpg", bytes("RIFF", [36, 0, 0, 0], "WEBPVP8 "), "image/webp"],
  ["photo", bytes([0x89], "PNG\r\n", [0x1a], "\n"), "image/png"],
  ["page.png", bytes("%PDF-1.7\n", [0xe2, 0xe3]), "application/pdf"],
  ["voice.m4a", mp4("isom"), "audio/mp4"],
  ["film.mp4", mp4("isom"), "video/mp4"],
  ["icon.svg", bytes("<svg/>"), "image/svg+xml"],
  ["notes", bytes("text"), "application/octet-stream"],
])("a file is sent as what its bytes are, else as what its name says: %s", (name, content, expected) => {
  expect(mediaTypeOfFile(name, content)).toBe(expected);
});

/** The kind of an attachment, from its content and regardless of its name. */
import { expect, test } from "vitest";
import { attachBytes } from "../../../src/conversations/recognizeAttachment.ts";

const bytes = (text: string) => Buffer.from(text.padEnd(40, "\0"), "latin1");

test.for([
  ["sound.png", bytes("RIFF\x24\0\0\0WAVEfmt "), "audio", "audio/wav"],
  ["a.bin", bytes("ID3\x04\0\0"), "audio", "audio/mpeg"],
  ["frames.txt", bytes("\xff\xfb\x90\x64"), "audio", "audio/mpeg"],
  ["a.aac", bytes("\xff\xf1\x50\x80"), "audio", "audio/aac"],
  ["a", bytes("OggS\0\x02"), "audio", "audio/ogg"],
  ["a", bytes("fLaC\0\0\0\x22"), "audio", "audio/flac"],
  ["a.m4a", bytes("\0\0\0\x20ftypM4A \0"), "audio", "audio/mp4"],
  ["a.mp3", bytes("\0\0\0\x20ftypisom\0"), "video", "video/mp4"],
  ["a", bytes("\0\0\0\x14ftypqt  \0"), "video", "video/quicktime"],
  ["a", bytes("\x1aE\xdf\xa3"), "video", "video/webm"],
  ["a.wav", bytes("RIFF\x24\0\0\0WEBPVP8 "), "image", "image/webp"],
  ["a", bytes("GIF89a"), "image", "image/gif"],
  ["a", bytes("\0\0\0\x18ftypheic\0"), "document", "image/heic"],
  ["a.png", bytes("BM\x7a\0\0\0\0\0\0\0\x36"), "document", "image/bmp"],
  ["a.bmp", Buffer.from("BMW is a car."), "text", "text/plain"],
  ["a.txt", bytes("%PDF-1.7"), "document", "application/pdf"],
  ["a.docx", bytes("PK\x03\x04"), "document", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["a.bin", bytes("\x01\x02"), "document", "application/octet-stream"],
  ["a.mp3", Buffer.from("only a text"), "text", "text/plain"],
  // Texts whose first bytes are those of other formats, also in an encoding of eight bits.
  ["a.md", Buffer.from("Convert WEBP to PNG"), "text", "text/plain"],
  ["a.md", Buffer.from("Convert WAVE to MP3"), "text", "text/plain"],
  ["a.md", Buffer.from("ID3 tags in MP3 files"), "text", "text/plain"],
  ["a.md", Buffer.from("OggS is a page's capture pattern"), "text", "text/plain"],
  ["a.md", Buffer.from("fLaC begins a file"), "text", "text/plain"],
  ["a.md", Buffer.from("GIF89a, and GIF87a before"), "text", "text/plain"],
  ["a.md", Buffer.from("The ftyp box of MP4"), "text", "text/plain"],
  ["a.md", Buffer.from("%PDF-1.7 begins a file, and %%EOF ends it"), "text", "text/plain"],
  ["a.log", Buffer.from("\x1b[31mID3\x1b[0m"), "text", "text/plain"],
  ["a.docx", Buffer.from("not a document"), "text", "text/plain"],
  ["a.txt", Buffer.from("ID3 f\xfcr Anf\xe4nger", "latin1"), "document", "application/octet-stream"],
  ["a.txt", Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n"), "document", "application/pdf"],
  ["a.md", Buffer.from("%PDF-1.4 begins a PDF. It ends with\n\nstartxref\n12\n%%EOF\n"), "text", "text/plain"],
  ["a.tif", bytes("II*\0\x08\0\0\0"), "document", "image/tiff"],
  ["utf-16.txt", Buffer.from("\ufeffutf-16", "utf16le"), "document", "application/octet-stream"],
] as const)("%s", ([name, content, kind, mediaType]) => {
  expect(attachBytes(name, content).attachment).toMatchObject({ name, kind, mediaType, size: content.byteLength });
});

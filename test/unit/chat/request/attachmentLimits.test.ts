/** Attachments up to and over the service's limits. */
import { expect, test } from "vitest";
import type { Attachment } from "../../../../src/chat/conversation/turn.ts";
import { exceededLimit, isShrinkable, totalBytes } from "../../../../src/chat/request/attachmentLimits.ts";

const file = (size: number, more: Partial<Attachment> = {}): Attachment => ({
  id: "x",
  kind: "document",
  name: "x",
  mediaType: "application/pdf",
  size,
  ...more,
});
const files = (count: number, size: number) => Array.from({ length: count }, () => file(size));

test.for([
  ["none", [], undefined],
  ["ten files", files(10, 0), undefined],
  ["eleven empty files", files(11, 0), "files"],
  ["exactly 10 MB", files(10, 1_000_000), undefined],
  ["one byte more", [file(10_000_000), file(1)], "bytes"],
  ["texts, which are sent in the message", Array.from({ length: 11 }, () => file(10_000_000, { kind: "text" })), undefined],
  ["eleven images, over either interface", Array.from({ length: 11 }, () => file(1, { kind: "image" })), "files"],
  ["both limits: the files come first", files(11, 10_000_000), "files"],
  [
    "what the service fetches by itself has no bytes, but counts as a file",
    [...files(10, 1), file(0, { url: "https://x.example" })],
    "files",
  ],
] as const)("%s", ([, attachments, exceeded]) => {
  expect(exceededLimit(attachments)).toBe(exceeded);
});

test("only an image with content can be scaled down", () => {
  expect(isShrinkable(file(1, { kind: "image" }))).toBe(true);
  expect(isShrinkable(file(0, { kind: "image", url: "https://x.example/x.png" }))).toBe(false);
  expect(isShrinkable(file(1))).toBe(false);
  expect(totalBytes([file(1), file(2, { kind: "text" })])).toBe(1);
});

/** Checks the declared properties of an imported file's attachments. */
import { expect, test } from "vitest";
import type { Attachment } from "../../../src/chat/conversation/turn.ts";
import { checkAttachments } from "../../../src/conversations/checkAttachments.ts";
import { attachBytes } from "../../../src/conversations/recognizeAttachment.ts";
import { prompt } from "../chat/turns.ts";

const image = Buffer.from("89504e470d0a1a0a0000", "hex");

function check(reported: Partial<Attachment>, content?: Uint8Array): Attachment | undefined {
  const attachment: Attachment = { id: "x", kind: "text", name: "x.ts", mediaType: "text/plain", size: 1, ...reported };
  const [turn] = checkAttachments([prompt("p", null, { attachments: [attachment] })], new Map(content ? [["x", content]] : []));
  return turn?.role === "user" ? turn.attachments[0] : undefined;
}

test("an attachment gets the size and kind of its content", () => {
  for (const size of [0, -5_000_000, 1e9]) expect(check({ size }, Buffer.from("oil"))?.size).toBe(3);
  expect(check({ kind: "image", mediaType: "image/png" }, Buffer.from("<script>"))).toMatchObject({
    kind: "text",
    mediaType: "text/plain",
  });
  expect(check({ kind: "text", name: "a.txt" }, image)).toMatchObject({ kind: "image", mediaType: "image/png", size: 10 });
});

test("correct properties stay unchanged", () => {
  for (const [name, content] of [
    ["lamp.ts, lines 2–3", Buffer.from("oil")],
    ["small.png", image],
    ["paper.pdf", Buffer.from("%PDF-1.7")],
    ["data.bin", Buffer.from([0, 1])],
  ] as const) {
    const attachment = { ...attachBytes(name, content).attachment, id: "x" };
    expect(check(attachment, content)).toEqual(attachment);
  }
});

test("an attachment without content has no bytes, and only an http URL is fetched", () => {
  expect(check({ size: -9 })?.size).toBe(0);
  expect(check({ url: "https://example.com/x.pdf", size: 9 })).toMatchObject({ url: "https://example.com/x.pdf", size: 0 });
  for (const url of ["file:///etc/passwd", "data:text/plain,x", "command:x", ""]) expect(check({ url })?.url).toBeUndefined();
});

/** Sources: RFC 6890 (loopback, link-local), RFC 1918, RFC 4193, RFC 6761. */
test.each([
  ["https://example.com/a.png", true],
  ["http://127.0.0.1:8188/view?filename=a.png", false],
  ["http://localhost:11434/", false],
  ["http://[::1]:8080/a.png", false],
  ["http://169.254.169.254/latest/meta-data/", false],
  ["http://10.0.0.1/a.png", false],
  ["http://172.16.0.1/a.png", false],
  ["http://192.168.1.1/a.png", false],
  ["http://[fd00::1]/a.png", false],
  ["http://0x7f.1/a.png", false],
])("of %s the service fetches a file for an imported conversation: %j", (url, isFetched) => {
  expect(check({ kind: "image", url })?.url).toBe(isFetched ? url : undefined);
  const document = {
    name: "d",
    fields: {},
    before: [{ role: "user" as const, content: [{ type: "input_image" as const, image_url: url }] }],
  };
  const [turn] = checkAttachments([{ ...prompt("p"), document }], new Map());
  expect(turn).toEqual(isFetched ? { ...prompt("p"), document } : prompt("p"));
});

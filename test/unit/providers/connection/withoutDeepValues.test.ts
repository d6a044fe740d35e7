/** The limit of an answer's depth changes nothing else, however the answer arrives. */
import { expect, test, vi } from "vitest";
import { withoutDeepValues } from "../../../../src/providers/connection/withoutDeepValues.ts";

const deep = "[".repeat(1000) + "]".repeat(1000);

/** Reads a body that arrives in pieces of `size` bytes. */
async function read(contentType: string, body: Buffer, size: number): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, index) => body.subarray(index * size, (index + 1) * size));
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const answer = await withoutDeepValues(async () => new Response(stream, { headers: { "content-type": contentType } }))("");
  return Buffer.from(await answer.arrayBuffer());
}

const events = "text/event-stream; charset=utf-8";
const wide = JSON.stringify(Array.from({ length: 300 }, (_, index) => [{ index, text: 'ü["\\' }]));

test.each<[string, string, string, string]>([
  ["an event", events, `data: {"a":1,"b":${deep}}\n\ndata: {"c":2}\n\n`, 'data:{"a":1}\n\ndata: {"c":2}\n\n'],
  ["an event without a space and an end", events, `event: x\ndata:{"a":1,"b":${deep}}`, 'event: x\ndata:{"a":1}'],
  ["an event with carriage returns", events, `data: {"a":1,"b":${deep}}\r\n\r\ndata: 2\r\n`, 'data:{"a":1}\n\r\ndata: 2\r\n'],
  ["an event that is cut off", events, `data: {"b":${"[".repeat(500)}\n\ndata: 2\n`, `data: {"b":${"[".repeat(500)}\n\ndata: 2\n`],
  ["wide events", events, `data: ${wide}\n\n`.repeat(3), `data: ${wide}\n\n`.repeat(3)],
  ["brackets in a text", events, `: it's "\ndata: "${"[".repeat(500)}"\n\n`, `: it's "\ndata: "${"[".repeat(500)}"\n\n`],
  ["a body", "application/json", `{"ü":1,"b":[${deep}],"d":"${deep}"}`, `{"ü":1,"d":"${deep}"}`],
  ["an element", "application/json", `{"b":[1,{"c":3,"d":${deep}},${deep}]}`, '{"b":[1,{"c":3}]}'],
  ["an element of an event", events, `data: {"b":[1,{"text":3,"d":${deep}},${deep}]}`, 'data:{"b":[1,{"text":3}]}'],
  ["an element of an event without a text", events, `data: {"b":[1,{"c":3,"d":${deep}}],"e":2}`, 'data:{"b":[1],"e":2}'],
  ["an element of arguments", events, `data: {"b":[{"args":{"l":[{"c":3,"d":${deep}}]}}]}`, 'data:{"b":[{"args":{"l":[{"c":3}]}}]}'],
  ["a wide body", "application/json", ` ${wide}\n`, ` ${wide}\n`],
  ["lists between members", "application/json", `{"a":{"x":1,"y":${'[1,{"z":2,"y":'.repeat(300)}0${"}]".repeat(300)}}}`, '{"a":{"x":1}}'],
  ["a sound", "audio/mpeg", deep, deep],
])("%s", async (_, contentType, body, expected) => {
  for (const size of [1, 7, 100_000]) expect((await read(contentType, Buffer.from(body), size)).toString()).toBe(expected);
});

test("a value whose levels are all different is cut at the limit", async () => {
  const levels = Array.from({ length: 1000 }, (_, index) => `{"x${index}":1,"m${index}":`);
  const cut = await read("application/json", Buffer.from(`${levels.join("")}1${"}".repeat(1000)}`), 4096);
  const kept = levels
    .slice(0, 128)
    .join("")
    .replace(/,"m127":$/, "");
  expect(cut.toString()).toBe(kept + "}".repeat(128));
});

test.each(["\n", "\r\n", "\r"])("an event whose lines end with %j arrives before the answer ends", async (end) => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const answer = await withoutDeepValues(async () => new Response(readable, { headers: { "content-type": events } }))("");
  const writer = writable.getWriter();
  const event = `data: 1${end}${end}`;
  const written = writer.write(Buffer.from(event));
  const read = await answer.body?.getReader().read();
  expect(Buffer.from(read?.value ?? []).toString()).toBe(event);
  await written;
});

const citation = (text: string) =>
  `data: {"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"cited_text":"${text}"}}}\n\n`;
const annotation = 'data: {"type":"response.output_text.annotation.added","annotation":{"type":"url_citation","url":"u"}}\n\n';
const noted = `data: ${JSON.stringify({ delta: citation("a").repeat(100) })}\n\n`;

test.each([
  ["citations of Claude", citation("a"), "more than 5000 citations"],
  ["long citations of Claude", citation("a heron ".repeat(1000)), "citations of its answer are longer than 2 MiB"],
  ["annotations of Responses", annotation, "more than 5000 citations"],
  ["lines of data in one event", "data: a\n", "cannot be read"],
  ["lines of data that end with carriage returns", "data: a\r", "cannot be read"],
])("an answer of %s ends, and is left", async (_, piece, reason) => {
  const packet = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  const left = vi.fn();
  const stream = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(packet), cancel: left });
  const answer = await withoutDeepValues(async () => new Response(stream, { headers: { "content-type": events } }))("");
  await expect(answer.text()).rejects.toThrow(reason);
  await vi.waitFor(() => expect(left).toHaveBeenCalled(), 90_000);
});

test.each([
  ["texts about citations", noted.repeat(500)],
  ["as many citations as are kept", citation("a").repeat(5000)],
  ["events of several lines", "event: a\ndata: {\ndata: }\n\n".repeat(30_000)],
  ["events of several lines that end with carriage returns", "data: {\rdata: }\r\r".repeat(30_000)],
])("an answer of %s is read", async (_, body) => {
  expect((await read(events, Buffer.from(body), 65_536)).toString()).toBe(body);
});

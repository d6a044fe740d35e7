/** Responses that need more memory than their bytes. How much the service needs for them is measured by `npm run bench -- --only service-endless`. */
import { expect, test, vi } from "vitest";
import { withReadableResponses } from "../../../../src/providers/responses/readableResponses.ts";

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const annotationOf = (index: number) => ({
  type: "url_citation",
  url: `https://a.example/${index}`,
  title: "t",
  start_index: 0,
  end_index: 1,
});
const annotated = (count: number) => {
  const part = { type: "output_text", text: "a", annotations: Array.from({ length: count }, (_, index) => annotationOf(index)) };
  return (
    event({ type: "response.created", response: { id: "r" } }) +
    event({ type: "response.output_item.added", output_index: 0, item: { type: "message", id: "m", content: [] } }) +
    event({ type: "response.content_part.done", item_id: "m", output_index: 0, content_index: 0, part })
  );
};

/** The answer does not end. */
async function open(text: string) {
  const left = vi.fn();
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => controller.enqueue(Buffer.from(text));
  const body = new ReadableStream<Uint8Array>({ start, cancel: left });
  const answer = await withReadableResponses(async () => new Response(body))("https://a.example/v1/responses", { method: "POST" });
  return { reader: answer.body?.getReader(), left };
}

test("a text with more citations than are kept ends the answer, which is left", async () => {
  const { reader, left } = await open(annotated(5001));
  await expect(reader?.read()).rejects.toThrow("more than 5000 citations");
  await vi.waitFor(() => expect(left).toHaveBeenCalled(), 90_000);
});

test("a text with many citations has all of them", async () => {
  const { reader, left } = await open(annotated(5000));
  const written = Buffer.from((await reader?.read())?.value ?? []).toString();
  expect(written.split("annotation.added")).toHaveLength(5001);
  expect(left).not.toHaveBeenCalled();
});

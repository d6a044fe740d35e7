/** The text and the sources of a Response. */
import { expect, test } from "vitest";
import { responseSchema } from "../../../src/contract/response.ts";
import { responseReasoning, responseSources, responseText } from "../../../src/contract/responseText.ts";

const citation = (url: string, title?: string) => ({ type: "url_citation", url, ...(title === undefined ? {} : { title }) });

const response = responseSchema.parse({
  id: "resp_1",
  output: [
    { type: "reasoning", content: [{ type: "reasoning_text", text: "thinking" }] },
    {
      type: "message",
      content: [
        {
          type: "output_text",
          text: "One. ",
          annotations: [citation("https://a.example", "A"), citation("https://b.example"), { type: "file_citation" }],
        },
        { type: "refusal", refusal: "No more." },
      ],
    },
    { type: "message", content: [{ type: "output_text", text: " Two.", annotations: [citation("https://a.example", "A again")] }] },
  ],
});

test("the text is that of the messages, including refusals, without the reasoning", () => {
  expect(responseText(response)).toBe("One. No more. Two.");
});

test("a source is listed once, in the order of first citations", () => {
  expect(responseSources(response).map(({ url, title }) => [url, title])).toEqual([
    ["https://a.example", "A"],
    ["https://b.example", undefined],
  ]);
});

test("an empty Response has no text and no sources", () => {
  expect([responseText(undefined), responseSources(undefined)]).toEqual(["", []]);
});

test("the reasoning is the summaries of all items, or the whole text if there is no summary", () => {
  const reasoning = responseSchema.parse({
    id: "resp_1",
    output: [
      {
        type: "reasoning",
        summary: [
          { type: "summary_text", text: "First " },
          { type: "summary_text", text: "" },
        ],
      },
      { type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "then." }] },
      { type: "message", content: [{ type: "output_text", text: "Hi" }] },
    ],
  });
  expect(responseReasoning(reasoning)).toBe("First\n\nthen.");
  expect(responseReasoning(undefined)).toBe("");
});

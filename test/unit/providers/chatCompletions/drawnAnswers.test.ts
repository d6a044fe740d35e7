/** Images and sources in the chunks of a chat completion. */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { AnswerReader } from "../../../../src/providers/chatCompletions/answerReader.ts";
import { chatDialect } from "../../../../src/providers/dialects/openaiCompatible.ts";
import { choice, delta, done, event, finish, text } from "../../../providers/engineAnswers/engineAnswer.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const uri = `data:image/png;base64,${png}`;

function read(pieces: string[]): LanguageModelV4StreamPart[] {
  const parts: LanguageModelV4StreamPart[] = [];
  const reader = new AnswerReader({ holdsText: false, functions: new Map(), emit: (part) => parts.push(part), onOdd: () => undefined });
  for (const piece of [...pieces, finish("stop"), done]) reader.add(Buffer.from(piece));
  return parts;
}

const imagesIn = (parts: LanguageModelV4StreamPart[]) =>
  parts.flatMap((part) =>
    part.type === "file" && part.data.type === "data" ? [`${part.mediaType} ${Buffer.from(part.data.data).toString("base64")}`] : [],
  );
const openrouter = { images: [{ type: "image_url", image_url: { url: uri }, index: 0 }] };
const one = [`image/png ${png}`];

test.each<[string, string[], string[]]>([
  ["OpenRouter's images", [delta(openrouter)], one],
  ["OpenRouter's images again in the message", [delta(openrouter), event(choice({ message: openrouter }))], one],
  ["the images so far in each chunk", [delta(openrouter), delta({ images: [...openrouter.images, gif] })], [...one, `image/gif ${gif}`]],
  ["images as texts", [delta({ images: [uri] })], one],
  ["one image in an object", [delta({ images: openrouter.images[0] })], one],
  ["a part with a link", [delta({ content: [{ type: "image_url", image_url: uri }] })], one],
  ["a part of the Responses interface", [delta({ content: [{ type: "output_image", image_url: uri }] })], one],
  ["a part of Anthropic", [delta({ content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: png } }] })], one],
  ["a part of the Model Context Protocol", [delta({ content: [{ type: "image", data: png, mimeType: "image/png" }] })], one],
  ["a part with base64", [delta({ content: [{ type: "image", b64_json: png }] })], one],
  ["a part of Gemini with another spelling", [delta({ content: [{ inline_data: { mime_type: "image/png", data: png } }] })], one],
  [
    "a drawing of the Responses interface",
    [event({ object: "response", status: "completed", output: [{ type: "image_generation_call", result: png }] })],
    one,
  ],
  ["a part of the AI SDK", [delta({ content: [{ type: "image", image: uri }] })], one],
  [
    "a part of OpenAI's messages that is a file",
    [delta({ content: [{ type: "file", file: { filename: "a.png", file_data: uri } }] })],
    one,
  ],
  ["an output with its result", [delta({ content: [{ type: "output_image", result: png }] })], one],
  [
    "images under other names",
    [delta({ generated_images: [{ url: uri }] }), delta({ image_urls: [uri] }), delta({ image_url: { url: uri } })],
    one,
  ],
  [
    "AiHubMix's content",
    [
      delta({
        multi_mod_content: [
          { text: "Here", inline_data: { data: "", mime_type: "" } },
          { inline_data: { data: png, mime_type: "image/png" } },
        ],
      }),
    ],
    one,
  ],
  ["parts of Gemini's own form", [delta({ parts: [{ text: "Here" }, { inlineData: { mimeType: "image/png", data: png } }] })], one],
  ["DashScope's part, without a type", [delta({ content: [{ image: uri }] })], one],
  ["base64 alone", [delta({ image: png })], one],
  ["a part with base64 under another name", [delta({ content: [{ type: "image", image_base64: png }] })], one],
  ["attachments", [delta({ attachments: [{ type: "image", data: png }] })], one],
  ["Markdown", [text(`: ![a fox](${uri}) Done.`)], one],
  ["Markdown in pieces of one character", [...`!![a](b)! ![a fox](${uri} "A fox")!`].map(text), one],
  ["two in Markdown", [text(`![a](${uri})\n\n![b](data:image/gif;base64,${gif})`)], [...one, `image/gif ${gif}`]],
  ["Markdown in code", [text(`\n\`\`\`md\n![a](${uri})\n\`\`\`\n`)], []],
  ["a link in Markdown", [text(` ![a](https://192.0.2.1/x.png) `)], []],
  ["a link to another machine", [delta({ images: [{ image_url: { url: "https://192.0.2.1/x.png" } }] })], []],
  ["an image that is not one", [delta({ images: ["data:image/png;base64,@@@"] })], []],
])("an image is read: %s", (_, pieces, images) => {
  expect(imagesIn(read([text("Here"), ...pieces]))).toEqual(images);
});

const textsIn = (parts: LanguageModelV4StreamPart[]) => parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : [])).join("");

test.each<[string, string, string]>([
  ["an image", `: ![a fox](${uri}) Done.`, "Here:  Done."],
  ["a file that is no image", "![a](data:image/png;base64,@@@) Done.", "Here![a](data:image/png;base64,@@@) Done."],
  ["an image that is not complete", `![a](${uri}`, `Here![a](${uri}`],
  ["an image in code", `\n\`![a](${uri})\``, `Here\n\`![a](${uri})\``],
  ["marks of exclamation", "! Wow!! ![a] ![b](c) !", "Here! Wow!! ![a] ![b](c) !"],
])("what remains of a text with %s", (_, written, remaining) => {
  expect(textsIn(read([text("Here"), text(written)]))).toBe(remaining);
  expect(textsIn(read([text("Here"), ...[...written].map(text)]))).toBe(remaining);
});

const cited = { type: "url_citation", url_citation: { url: "https://a.example/", title: "A", start_index: 0, end_index: 5 } };
const flat = { type: "url_citation", url: "https://a.example/", title: "A", start_index: 0, end_index: 5 };
const citation = { url: "https://a.example/", title: "A", start: 0, end: 5 };

test.each<[string, string[]]>([
  ["OpenRouter's annotations", [delta({ annotations: [cited] })]],
  ["annotations in each chunk", [delta({ annotations: [cited] }), delta({ content: "!", annotations: [cited] })]],
  ["annotations again in the message", [delta({ annotations: [cited] }), event(choice({ message: { annotations: [cited] } }))]],
  ["annotations without an object of their own", [delta({ annotations: [flat] })]],
  ["annotations of a part", [delta({ content: [{ type: "text", text: "", annotations: [flat] }] })]],
  ["annotations beside one that cannot be read", [delta({ annotations: [null, 7, { type: "file_citation" }, cited] })]],
])("a source is cited once: %s", (_, pieces) => {
  const end = read([text("Hello"), ...pieces]).find((part) => part.type === "finish");
  expect(chatDialect().metadata.citations(end?.providerMetadata ?? {}, "Hello")).toEqual([citation]);
});

test.each<[string, object, string[]]>([
  ["Perplexity's results", { search_results: [{ title: "A", url: "https://a.example/", date: null }] }, ["https://a.example/"]],
  ["results with null", { search_results: [null, { url: null }, { url: "https://a.example/" }] }, ["https://a.example/"]],
  ["xAI's citations", { citations: ["https://a.example/", "https://b.example/"] }, ["https://a.example/", "https://b.example/"]],
  ["citations null", { citations: null }, []],
  ["a citation that is a script", { citations: ["javascript:alert(1)"] }, []],
  ["Zhipu's results", { web_search: [{ title: "A", link: "https://a.example/", content: "…" }] }, ["https://a.example/"]],
  [
    "DashScope's results",
    { search_info: { search_results: [{ index: 1, title: "A", url: "https://a.example/" }] } },
    ["https://a.example/"],
  ],
])("sources of the whole answer: %s", (_, fields, urls) => {
  const end = read([text("Hello [1]"), event({ ...choice({ delta: {} }), ...fields })]).find((part) => part.type === "finish");
  expect(
    chatDialect()
      .metadata.citations(end?.providerMetadata ?? {}, "Hello [1]")
      .map(({ url }) => url),
  ).toEqual(urls);
});

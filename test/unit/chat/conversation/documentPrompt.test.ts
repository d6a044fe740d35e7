/** A prompt document's request as a turn of a conversation, and the request that is sent for it. */
import { describe, expect, test } from "vitest";
import { pathToContinue } from "../../../../src/chat/conversation/conversation.ts";
import { toMarkdown } from "../../../../src/chat/conversation/conversationMarkdown.ts";
import { splitRequest } from "../../../../src/chat/conversation/documentPrompt.ts";
import { fromMarkdown } from "../../../../src/chat/conversation/readConversationMarkdown.ts";
import { defaultSettings } from "../../../../src/chat/conversation/turn.ts";
import { buildRequest } from "../../../../src/chat/request/buildRequest.ts";
import type { ResponseRequest } from "../../../../src/contract/responseRequest.ts";
import { compile } from "../../../../src/prompt/compile/compile.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { answer, conversation, prompt } from "../turns.ts";

const nothing = () => undefined;
const settings = { ...defaultSettings, model: "chosen", webSearch: true, instructions: "Be brief." };

function compiled(text: string, attachments: Record<string, string> = {}): ResponseRequest {
  const [only] = compile(parsePromptDocument(text), { attachments }).requests;
  if (only?.request.kind !== "text" || only.request.interface !== "v1") throw new Error("The document makes no v1 text");
  return only.request.body;
}

/** The request of a conversation with only the document's prompt. */
function sentFor(request: ResponseRequest): ResponseRequest {
  const split = splitRequest(request);
  if (split === undefined) throw new Error("It is no turn");
  const { text, fields, before } = split;
  return buildRequest([prompt("p", null, { text, document: { name: "d", fields, before } })], { ...defaultSettings, model: "m" }, nothing);
}

describe("a document's request", () => {
  test("is sent with the same fields and the same dialogue", () => {
    const request = compiled(
      "---\nmodel: m\ntemperature: 0.2\nstream: false\n---\n## user\n\nHi\n\n## assistant\n\nHello\n\n## user\n\nGo on\n",
    );
    const { stream, ...rest } = request;
    expect(stream).toBe(false);
    expect(sentFor(request)).toEqual(rest);
  });

  test("is split into text and files, whatever the form of its input", () => {
    const files = { "a.png": "data:image/png;base64,AAAA", "b.pdf": "data:application/pdf;base64,BBBB" };
    const request = compiled("---\nmodel: m\nfiles: [a.png, b.pdf, 'https://example.com/c.mp3']\n---\nLook\n", files);
    expect(splitRequest(request)).toEqual({
      fields: { model: "m" },
      before: [],
      text: "Look",
      files: [
        { kind: "image", address: files["a.png"] },
        { kind: "document", address: files["b.pdf"], name: "b.pdf" },
        { kind: "audio", address: "https://example.com/c.mp3" },
      ],
    });
    expect(
      splitRequest({
        model: "m",
        input: [
          { type: "input_text", text: "a" },
          { type: "input_text", text: "b" },
        ],
      })?.text,
    ).toBe("a\n\nb");
    expect(splitRequest({ model: "m", input: [{ role: "assistant", content: "Hello" }] })).toBeUndefined();
    expect(splitRequest({ model: "m", input: [{ type: "input_audio", input_audio: { data: "AAAA" } }] })).toBeUndefined();
  });
});

describe("a turn from a document", () => {
  const document = { name: "review", fields: { model: "m", temperature: 0.2, instructions: "Be exact." }, before: [] };
  const turns = [prompt("p", null, { document }), answer("a", "p"), prompt("q", "a")];

  test("is sent with the document's fields instead of the settings, and with the answering model", () => {
    expect(buildRequest(turns.slice(0, 1), settings, nothing)).toMatchObject({
      model: "chosen",
      temperature: 0.2,
      instructions: "Be exact.",
      tools: [{ type: "web_search" }],
    });
  });

  test("does not change the requests of later turns", () => {
    const request = buildRequest(turns, settings, nothing);
    expect(request.instructions).toBe("Be brief.");
    expect(Object.keys(request)).not.toContain("temperature");
  });

  test("keeps its fields when the answer is continued, and in an export", () => {
    expect(buildRequest(pathToContinue(conversation(turns), "a"), settings, nothing)).toMatchObject({ temperature: 0.2 });
    const read = fromMarkdown(toMarkdown(conversation(turns), "images"), () => crypto.randomUUID());
    expect(read?.turns[0]).toMatchObject({ document });
  });
});

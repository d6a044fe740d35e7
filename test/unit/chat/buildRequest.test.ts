/** The request that a conversation becomes. */
import { describe, expect, test } from "vitest";
import { buildRequest } from "../../../src/chat/buildRequest.ts";
import { type Attachment, defaultSettings } from "../../../src/chat/turn.ts";
import { responseRequestSchema } from "../../../src/contract/responseRequest.ts";
import { answer, prompt } from "./turns.ts";

const settings = { ...defaultSettings, model: "m" };
const file = (id: string, more: Partial<Attachment> = {}): Attachment => ({
  id,
  kind: "document",
  name: `${id}.pdf`,
  mediaType: "application/pdf",
  size: 10,
  ...more,
});
const nothing = () => undefined;

describe("the dialogue", () => {
  test("goes as messages of user and assistant, in order", () => {
    const request = buildRequest([prompt("p"), answer("a", "p"), prompt("q", "a")], settings, nothing);
    expect(request).toEqual({
      model: "m",
      input: [
        { type: "message", role: "user", content: [{ type: "input_text", text: "text of p" }] },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "text of a" }] },
        { type: "message", role: "user", content: [{ type: "input_text", text: "text of q" }] },
      ],
    });
    expect(responseRequestSchema.safeParse(request).success).toBe(true);
  });

  test("leaves out answers without text", () => {
    const request = buildRequest([prompt("p"), answer("a", "p", { state: "failed", parts: [] }), prompt("q", "a")], settings, nothing);
    expect(request.input).toHaveLength(2);
  });
});

describe("settings", () => {
  test("are sent only where they are set", () => {
    const all = {
      ...settings,
      effort: "low" as const,
      webSearch: true,
      imageGeneration: true,
      image: { size: "1K", quality: "", aspectRatio: "16:9" },
      instructions: "Be brief.",
    };
    expect(buildRequest([prompt("p")], all, nothing)).toMatchObject({
      instructions: "Be brief.",
      reasoning: { effort: "low" },
      tools: [{ type: "web_search" }, { type: "image_generation", size: "1K", aspect_ratio: "16:9" }],
    });
    expect(Object.keys(buildRequest([prompt("p")], settings, nothing))).toEqual(["model", "input"]);
  });
});

describe("attachments", () => {
  test("go before the text, each in its own form", () => {
    const attachments = [
      file("t", { kind: "text", name: "a.md" }),
      file("i", { kind: "image", mediaType: "image/png" }),
      file("d"),
      file("u", { url: "https://example.com/x.pdf", size: 0 }),
    ];
    const read = ({ kind }: Attachment) => (kind === "text" ? { text: "```x```" } : { base64: "AAAA" });
    const [message] = buildRequest([prompt("p", null, { attachments })], settings, read).input;
    expect(message).toMatchObject({
      content: [
        { type: "input_text", text: "a.md:\n````\n```x```\n````" },
        { type: "input_image", image_url: "data:image/png;base64,AAAA" },
        { type: "input_file", file_data: "data:application/pdf;base64,AAAA", filename: "d.pdf" },
        { type: "input_file", file_url: "https://example.com/x.pdf" },
        { type: "input_text", text: "text of p" },
      ],
    });
  });

  test("of earlier prompts are left out before the service's limits are passed", () => {
    const many = Array.from({ length: 8 }, (_, index) => file(`old${index}`));
    const path = [
      prompt("p", null, { attachments: many }),
      answer("a", "p"),
      prompt("q", "a", { attachments: [file("x"), file("y"), file("z")] }),
    ];
    const request = JSON.stringify(buildRequest(path, settings, () => ({ base64: "AA" })));
    expect(request.match(/"input_file"/g)).toHaveLength(10);
    expect(request).toContain("(old7.pdf was attached here.)");
    expect(request).toContain("z.pdf");
  });
});

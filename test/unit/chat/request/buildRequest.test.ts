/** The request built from a conversation. */
import { describe, expect, test } from "vitest";
import { type Attachment, defaultSettings, type Turn } from "../../../../src/chat/conversation/turn.ts";
import { filesLeftOut } from "../../../../src/chat/request/acceptedFiles.ts";
import { buildRequest } from "../../../../src/chat/request/buildRequest.ts";
import { serviceErrorKinds } from "../../../../src/client/serviceError.ts";
import { responseRequestSchema } from "../../../../src/contract/responseRequest.ts";
import { answer, prompt } from "../turns.ts";

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
  test("is sent as messages of user and assistant, in order", () => {
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
  test("are sent only if they are set", () => {
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
  test("are sent before the text, each in its own form", () => {
    const attachments = [
      file("t", { kind: "text", name: "a.md" }),
      file("i", { kind: "image", mediaType: "image/png" }),
      file("d"),
      file("u", { url: "https://example.com/x.pdf", size: 0 }),
      file("s", { kind: "audio", mediaType: "audio/wav" }),
      file("v", { kind: "video", url: "https://example.com/x.mp4", size: 0 }),
    ];
    const read = ({ kind }: Attachment) => (kind === "text" ? { text: "```x```" } : { base64: "AAAA" });
    const [message] = buildRequest([prompt("p", null, { attachments })], settings, read).input;
    expect(message).toMatchObject({
      content: [
        { type: "input_text", text: "a.md:\n````\n```x```\n````" },
        { type: "input_image", image_url: "data:image/png;base64,AAAA" },
        { type: "input_file", file_data: "data:application/pdf;base64,AAAA", filename: "d.pdf" },
        { type: "input_file", file_url: "https://example.com/x.pdf" },
        { type: "input_audio", audio_url: "data:audio/wav;base64,AAAA" },
        { type: "input_video", video_url: "https://example.com/x.mp4" },
        { type: "input_text", text: "text of p" },
      ],
    });
  });

  test("of earlier prompts are left out if they exceed the service's limits", () => {
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

describe("one refused message does not spoil the next ones:", () => {
  const image = file("i", { kind: "image", name: "photo.png", mediaType: "image/png" });
  const read = () => ({ base64: "AAAA" });
  const refused = answer("a", "p", { state: "failed", parts: [] });
  const send = (path: Parameters<typeof buildRequest>[0], input?: Parameters<typeof buildRequest>[4]) =>
    JSON.stringify(buildRequest(path, settings, read, undefined, input).input);

  test("its text is sent again, its files are not", () => {
    const path = [prompt("p", null, { attachments: [image, file("t", { kind: "text", name: "a.md" })] }), refused, prompt("q", "a")];
    expect(send(path)).not.toContain("AAAA");
    expect(send(path)).toContain("(photo.png was attached here.)\\n(a.md was attached here.)\\ntext of p");
  });

  test("a text so long that it may be the reason is not sent again", () => {
    const path = [prompt("p", null, { text: "x".repeat(100_000) }), refused, prompt("q", "a")];
    expect(send(path).length).toBeLessThan(1000);
  });

  const failed = (message: string, codes?: string) =>
    answer("a", "p", { state: "failed", parts: [], error: { kind: "invalidRequest", message, ...(codes ? { codes } : {}) } });

  test.each<[string, Turn, boolean]>([
    // OpenAI, Anthropic, llama.cpp, Ollama, vLLM, Azure, Google, the built-in service
    [
      "too many tokens",
      failed("This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."),
      false,
    ],
    ["a code for too many tokens", failed("Bad request", "HTTP 400 · context_length_exceeded"), false],
    ["a long prompt", failed("prompt is too long: 210000 tokens > 200000 maximum"), false],
    ["the size of a local model", failed("the request exceeds the available context size, try increasing it"), false],
    ["a limit", failed("The input token count (9000) exceeds the maximum number of tokens allowed (8192)."), false],
    ["a filter", failed("The response was filtered due to the prompt triggering Azure OpenAI's content management policy."), false],
    ["a moderation", failed("Your input was flagged by moderation"), false],
    ["a provider that declines", failed("openai declined this request."), false],
    ["a filter, without an error", answer("a", "p", { state: "incomplete", incompleteReason: "content_filter", parts: [] }), false],
    ["a tool", failed("The model does not support tools", "HTTP 400 · tools"), true],
    ["an unknown reason", failed("The service does not accept this request."), true],
  ])("its text is sent again unless it is the reason: %s", (_, refusal, isSent) => {
    const path = [prompt("p", null, { text: "the first question", attachments: [image] }), refusal, prompt("q", "a", { text: "the next" })];
    expect(send(path).includes("the first question")).toBe(isSent);
    expect(send(path)).toContain("the next");
    expect(send(path)).not.toContain("AAAA");
    expect(send(path.slice(0, 1))).toContain("the first question");
  });

  test.each(serviceErrorKinds)("its files are sent again if the reason cannot be in them: %s", (kind) => {
    const mayBeInFiles = ["invalidRequest", "notFound", "generationFailed", "badAnswer", "forbiddenAddress", "unknown"].includes(kind);
    const refusal = answer("a", "p", { state: "failed", parts: [], error: { kind, message: "Not now" } });
    const text = "x".repeat(20_000);
    const request = send([prompt("p", null, { text, attachments: [image] }), refusal, prompt("q", "a")]);
    expect([request.includes("AAAA"), request.includes(text)]).toEqual([!mayBeInFiles, !mayBeInFiles]);
  });

  test("it is sent as it was if the same prompt is answered again, or has an answer in part", () => {
    const attachments = [image];
    expect(send([prompt("p", null, { attachments })])).toContain("AAAA");
    expect(send([prompt("p", null, { attachments }), answer("a", "p", { state: "failed" }), prompt("q", "a")])).toContain("AAAA");
  });

  test.each([
    ["image", "input_image", "image"],
    ["audio", "input_audio", "audio"],
    ["video", "input_video", "video"],
    ["document", "input_file", "file"],
  ] as const)("a model that does not read a file of the kind %s gets its name", (kind, type, part) => {
    const path = [
      prompt("p", null, { attachments: [file("f", { kind })] }),
      answer("a", "p"),
      prompt("q", "a", { attachments: [file("g", { kind })] }),
    ];
    const others = (["image", "audio", "video", "file"] as const).filter((other) => other !== part);
    expect(send(path, others)).not.toContain(type);
    expect(send(path, others)).toContain("(g.pdf was attached here.)");
    expect(send(path, [part]).match(new RegExp(type, "g"))).toHaveLength(2);
    expect(send(path).match(new RegExp(type, "g"))).toHaveLength(2);
    expect(filesLeftOut(path, others)).toEqual(["f.pdf", "g.pdf"]);
    expect(filesLeftOut([path[0] ?? prompt("p"), answer("a", "p", { leftOut: ["f.pdf"] }), ...path.slice(2)], others)).toEqual(["g.pdf"]);
    expect(filesLeftOut(path, undefined)).toEqual([]);
  });
});

describe("images of earlier answers", () => {
  const drawing = { ...settings, imageGeneration: true };
  const image = (file: string, state: "ready" | "drawing" = "ready") => ({ kind: "image" as const, key: file, state, file });
  const path = [
    prompt("p"),
    answer("a", "p", { parts: [image("a.png"), image("half.png", "drawing"), image("gone.png")] }),
    prompt("q", "a"),
  ];
  const read = (file: string) => (file === "gone.png" ? undefined : `data:image/png;base64,${file}`);
  const send = (some: typeof settings, more: Partial<Parameters<typeof prompt>[2]> = {}, readImage = read) =>
    buildRequest([...path.slice(0, 2), prompt("q", "a", more)], some, () => ({ base64: "AA" }), readImage);

  test("are sent at the start of the next message while image generation is on", () => {
    expect(send(drawing).input.at(-1)).toEqual({
      type: "message",
      role: "user",
      content: [
        { type: "input_image", image_url: "data:image/png;base64,a.png" },
        { type: "input_text", text: "text of q" },
      ],
    });
    expect(JSON.stringify(send(settings))).not.toContain("input_image");
  });

  test("are left out if they exceed the service's limits", () => {
    const attachments = Array.from({ length: 10 }, (_, index) => file(`f${index}`));
    expect(JSON.stringify(send(drawing, { attachments }))).not.toContain("input_image");
    expect(JSON.stringify(send(drawing, {}, () => `data:image/png;base64,${"A".repeat(14_000_000)}`))).not.toContain("input_image");
  });
});

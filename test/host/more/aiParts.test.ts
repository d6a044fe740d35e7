/** What tools return, and what VS Code hands over in messages, as it reaches the model. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { readMessages } from "../../../src/editor/ai/readMessages.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";

const { LanguageModelDataPart, LanguageModelTextPart, LanguageModelPromptTsxPart } = vscode;
const seeing = { callsFunctions: true, seesImages: true, refusesImages: false };
const blind = { callsFunctions: true, seesImages: false, refusesImages: true };
/** Its abilities are not reported. */
const unknown = { ...blind, refusesImages: false };
const png = encodePng({ width: 1, height: 1, channels: 3, data: new Uint8Array(3) });
const data = (text: string, mimeType: string) => new LanguageModelDataPart(Buffer.from(text), mimeType);
const rendered = (...texts: string[]) =>
  new LanguageModelPromptTsxPart({
    node: { type: 1, ctor: 2, children: texts.map((text) => ({ type: 2, text, lineBreakBefore: true })), props: {} },
  });
/** What `<Image src={src} />` becomes. */
const image = (src: string) =>
  new LanguageModelPromptTsxPart({ node: { type: 1, ctor: 2, children: [{ type: 1, ctor: 3, children: [], props: { src } }], props: {} } });

/** The output of a call with these parts, and what is sent after it. */
function outputOf(parts: unknown[], abilities = seeing): [output: unknown, ...after: unknown[]] {
  const call = new vscode.LanguageModelToolCallPart("c", "look", {});
  const { input } = readMessages(
    [
      vscode.LanguageModelChatMessage.User("Look"),
      vscode.LanguageModelChatMessage.Assistant([call]),
      vscode.LanguageModelChatMessage.User([new vscode.LanguageModelToolResultPart("c", parts)]),
    ],
    abilities,
  );
  const [output, ...after] = input.slice(2);
  return [output !== undefined && "output" in output ? output.output : undefined, ...after];
}

describe("a tool's result", () => {
  const leftOut = `[An image of this result was left out: image/png, 1 kB]`;
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const link = { uri: { $mid: 1, scheme: "https", authority: "a.example", path: "/b.md" }, underlyingMimeType: "text/markdown" };
  const table: [string, unknown[], string, typeof seeing?][] = [
    ["two texts", [new LanguageModelTextPart("one"), new LanguageModelTextPart("two")], "one\ntwo"],
    ["a rendered prompt", [rendered("one", "two")], "one\ntwo"],
    ["a rendered prompt of an unknown form", [new LanguageModelPromptTsxPart({ rows: [1, 2] })], '{"rows":[1,2]}'],
    ["a rendered prompt beside a text", [new LanguageModelTextPart("zero"), rendered("one")], "zero\none"],
    ["a rendered image that is written in text", [image("data:image/svg+xml,%3Csvg%20id%3D%22%C3%A9%22/%3E")], '<svg id="é"/>'],
    ["a rendered image that is written wrong", [image("data:image/svg+xml;utf8,<svg width='100%'/>")], "<svg width='100%'/>"],
    ["a rendered document with a charset", [image(`data:text/plain;charset=utf-8;base64,${btoa("plain")}`)], "plain"],
    ["a rendered document without a type", [image("data:,plain%20text")], "plain text"],
    ["a rendered image of the web", [image("https://a.example/a.png")], "https://a.example/a.png"],
    [
      "a rendered image for a model without vision",
      [image(`data:image/png;base64,${Buffer.from(png).toString("base64")}`)],
      leftOut,
      blind,
    ],
    [
      "a rendered image with parameters",
      [image(`data:image/png;name=a.png;base64,${Buffer.from(png).toString("base64")}`)],
      leftOut,
      blind,
    ],
    ["text data", [data("a,b", "text/csv")], "a,b"],
    ["JSON data", [data('{"a":1}', "application/json")], '{"a":1}'],
    ["data of a type that is JSON", [data('{"a":1}', "application/geo+json")], '{"a":1}'],
    [
      "text data with a charset",
      [new LanguageModelDataPart(Buffer.from([0x63, 0x61, 0x66, 0xe9]), "text/plain; charset=ISO-8859-1")],
      "café",
    ],
    ["text data with the mark of UTF-16", [new LanguageModelDataPart(Buffer.from("\ufeffcafé", "utf16le"), "text/plain")], "café"],
    ["text data of an unknown charset", [data("café", 'text/plain;charset="none"')], "café"],
    ["text of a type that is not known as text", [data("SELECT 1;", "application/sql")], "SELECT 1;"],
    ["lines of JSON", [data('{"a":1}\n{"a":2}', "application/x-ndjson")], '{"a":1}\n{"a":2}'],
    ["text without a type of its own", [data("plain", "application/octet-stream")], "plain"],
    [
      "other bytes without a type of their own",
      [new LanguageModelDataPart(new Uint8Array([0, 1, 2]), "application/octet-stream")],
      "[A file of this result was left out: application/octet-stream, 1 kB]",
    ],
    [
      "an SVG image under the type of another",
      [data('<svg xmlns="http://www.w3.org/2000/svg"/>', "image/png")],
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ["a part of an unknown kind that contains itself", [circular], "[object Object]"],
    [
      "bytes that are no image under the type of one",
      [new LanguageModelDataPart(new Uint8Array([0, 1, 2]), "image/png")],
      "[A file of this result was left out: image/png, 1 kB]",
    ],
    ["an array of parts", [[1, "a"]], '[1,"a"]'],
    ["an SVG image", [data("<svg/>", "image/svg+xml")], "<svg/>"],
    ["a PDF file", [data("%PDF-1.7", "application/pdf")], "[A file of this result was left out: application/pdf, 1 kB]"],
    ["a sound", [data("RIFF", "audio/wav")], "[A file of this result was left out: audio/wav, 1 kB]"],
    [
      "an image for a model without vision",
      [new LanguageModelTextPart("drawn"), new LanguageModelDataPart(png, "image/png")],
      `drawn\n${leftOut}`,
      blind,
    ],
    [
      "a link to a resource",
      [data(JSON.stringify(link), "application/vnd.code.resource-link")],
      "Resource: https://a.example/b.md (text/markdown)",
    ],
    ["a part of an unknown kind", [{ kind: "table", rows: 2 }], '{"kind":"table","rows":2}'],
    ["a string", ["plain"], "plain"],
    ["nothing", [undefined, null], ""],
    ["data that is internal to the editor", [data("{}", "cache_control")], ""],
  ];
  for (const [name, parts, output, abilities] of table)
    it(`with ${name} reaches the model`, () => assert.deepEqual(outputOf(parts, abilities), [output]));

  for (const stated of ["image/jpeg", "image/gif", "text/plain", "application/json", "application/octet-stream"])
    it(`with an image under the type ${stated} is followed by it, under the type of its bytes`, () => {
      const [output, after] = outputOf([new LanguageModelTextPart("drawn"), new LanguageModelDataPart(png, stated)]);
      const image = { type: "input_image", image_url: `data:image/png;base64,${Buffer.from(png).toString("base64")}` };
      assert.equal(output, "drawn");
      assert.deepEqual(after, { role: "user", content: [{ type: "input_text", text: "The image of a tool's result:" }, image] });
    });

  it("of many images keeps the newest, and says which were left out", () => {
    const many = Array.from({ length: 12 }, () => new LanguageModelDataPart(new Uint8Array(png), "image/png"));
    const [output, ...after] = outputOf(many);
    assert.equal(output, [leftOut, leftOut].join("\n"));
    assert.equal(after.length, 10);
  });
});

describe("a message of VS Code's chat", () => {
  const contentOf = (part: vscode.LanguageModelDataPart) => {
    const [message] = readMessages([vscode.LanguageModelChatMessage.User([part])], seeing).input;
    return message !== undefined && "content" in message ? message.content : undefined;
  };
  it("sends an image under the type of its bytes", () => {
    const image_url = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
    for (const stated of ["image/jpeg", "image/gif", "image/png", "application/octet-stream"])
      assert.deepEqual(contentOf(new LanguageModelDataPart(png, stated)), [{ type: "input_image", image_url }]);
  });
  it("has no image for a model that reads none, which is informed of it, and one for a model of which nothing is reported", () => {
    const parts = Array.from({ length: 11 }, () => new LanguageModelDataPart(new Uint8Array(png), "image/jpeg"));
    const read = (abilities: typeof seeing, count: number) => {
      const [message] = readMessages([vscode.LanguageModelChatMessage.User(parts.slice(0, count))], abilities).input;
      return JSON.stringify(message).match(/"input_\w+"/g);
    };
    // More than a request may have.
    assert.deepEqual(
      read(blind, 11),
      Array.from({ length: 11 }, () => '"input_text"'),
    );
    assert.deepEqual(read(unknown, 1), ['"input_image"']);
    assert.deepEqual(read(seeing, 1), ['"input_image"']);
    assert.throws(() => read(seeing, 11));
  });
  it("writes an SVG image and a link to a resource as text, and sends other files as files", () => {
    assert.deepEqual(contentOf(data("<svg/>", "image/svg+xml")), [{ type: "input_text", text: "<svg/>" }]);
    const link = data('{"uri":"file:///a.md"}', "application/vnd.code.resource-link");
    assert.deepEqual(contentOf(link), [{ type: "input_text", text: "Resource: file:///a.md" }]);
    assert.deepEqual(contentOf(data("%PDF-1.7", "application/pdf")), [
      { type: "input_file", file_data: `data:application/pdf;base64,${Buffer.from("%PDF-1.7").toString("base64")}` },
    ]);
  });
});

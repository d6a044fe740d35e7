/** The other forms of a request (document, curl, TypeScript, JSON Schema, template) agree with the request itself. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { schemaPath, schemaText } from "../../../../scripts/writeSchema.ts";
import { interfaceVersions, kinds } from "../../../../src/contract/kind.ts";
import { type CompiledRequest, compile } from "../../../../src/prompt/compile/compile.ts";
import { toCurl } from "../../../../src/prompt/compile/toCurl.ts";
import { toTypeScript } from "../../../../src/prompt/compile/toTypeScript.ts";
import { diagnose } from "../../../../src/prompt/diagnose.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { parseCsv } from "../../../../src/prompt/text/parseCsv.ts";
import { writePromptDocument } from "../../../../src/prompt/write/writePromptDocument.ts";
import { writeTemplate } from "../../../../src/prompt/write/writeTemplate.ts";
import { corpusValues, readCorpus } from "../corpus.ts";

const compiled = readCorpus()
  .filter((one) => one.text.length < 20_000)
  .flatMap(({ name, text }) =>
    compile(parsePromptDocument(text), corpusValues(name)).requests.map((one): [string, CompiledRequest] => [name, one]),
  );
const inGood = compiled.filter(([name]) => name.startsWith("good/") || name.startsWith("variables/") || name.startsWith("batch/"));

test.each(inGood)("%s: its request, written as a document, produces the same request", (_name, { request }) => {
  const text = writePromptDocument(request);
  const again = compile(parsePromptDocument(text), {}).requests[0]?.request;
  if (JSON.stringify(request.body).includes("data:")) {
    expect(text).toContain("was sent here");
    return;
  }
  expect(again && writePromptDocument(again)).toBe(text);
  // A single message of the user is equivalent to its text.
  const isSpelledOut = request.interface === "v1" && request.kind === "text" && typeof request.body.input !== "string";
  if (!isSpelledOut) expect(again).toEqual(request);
});

describe("a curl command", () => {
  test("passes the exact URL and body to a shell, whatever the prompt contains", () => {
    const body = { model: "demo-image", prompt: 'It\'s $HOME `id` "x" \\ \n!! 🙂' };
    const command = toCurl({ interface: "v1", kind: "image", body }, "http://127.0.0.1:1");
    const first = command.slice(0, command.indexOf("\n\n"));
    const script = `curl() { printf '%s\\0' "$@"; cat; }\nGENERATION_STUDIO_API_KEY=KEY\n${first}`;
    const given = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0");
    expect(given.slice(0, 5)).toEqual([
      "http://127.0.0.1:1/api/v1/images",
      "-H",
      "Authorization: Bearer KEY",
      "-H",
      "Content-Type: application/json",
    ]);
    expect(JSON.parse(given.at(-1) ?? "")).toEqual(body);
  });

  test("explains how to poll the task, for media and for v2", () => {
    expect(toCurl({ interface: "v1", kind: "video", body: { model: "a", prompt: "b" } }, "https://x.example")).toContain(
      "https://x.example/api/v1/videos/ID'",
    );
    const body = { type: "out_text", ai: { model: "a" }, content: [{ type: "input_text", text: "b" }] } as const;
    expect(toCurl({ interface: "v2", kind: "text", body: { ...body, content: [...body.content] } }, "https://x.example")).toContain(
      "/api/v2/status/ID'",
    );
  });
});

test("neither form of a request contains a key", () => {
  for (const [, { request }] of inGood) {
    expect(toCurl(request, "https://x.example")).toContain("$GENERATION_STUDIO_API_KEY");
    expect(toTypeScript(request, "https://x.example")).toContain('process.env["GENERATION_STUDIO_API_KEY"]');
  }
});

test("the published JSON Schema is generated from the fields", () => {
  expect(readFileSync(schemaPath, "utf8")).toBe(schemaText());
});

test.each(kinds)("the template of %s has no errors and produces a request of its interface, also with every field", (kind) => {
  for (const version of interfaceVersions) {
    const template = writeTemplate(kind, "demo", version);
    for (const text of [template, template.replaceAll("# ", "")]) {
      const document = parsePromptDocument(text);
      expect(diagnose(document, {})).toEqual([]);
      expect(compile(document, {}).requests).toMatchObject([{ request: { interface: version, kind } }]);
    }
  }
});

test("the voice, format and speed of v2 audio are sent inside `ai`, and checked against the model's", () => {
  const front = "kind: audio\ninterface: v2\nmodel: flite\naudio_voice: slt\naudio_format: flac\naudio_speed: 1.5";
  const document = parsePromptDocument(`---\n${front}\n---\nHello\n`);
  expect(diagnose(document, {})).toEqual([]);
  expect(compile(document, {}).requests[0]?.request.body).toMatchObject({
    ai: { model: "flite", audio_voice: "slt", audio_format: "flac", audio_speed: "1.5" },
  });
  const models = [{ id: "flite", capabilities: { voice: ["rms"] } }];
  expect(diagnose(document, { models }).map(({ message }) => message)).toEqual([expect.stringContaining("rms")]);
});

describe("a CSV file", () => {
  test("may quote cells, use CRLF, semicolons and a BOM, and omit cells", () => {
    expect(parseCsv('a,b\r\n"1, ""2""",3\r\n').rows).toEqual([{ a: '1, "2"', b: "3" }]);
    expect(parseCsv("\uFEFFa;b\n1;2\n\n3\n").rows).toEqual([
      { a: "1", b: "2" },
      { a: "3", b: "" },
    ]);
    expect(parseCsv('a\n"two\nlines"').rows).toEqual([{ a: "two\nlines" }]);
    expect(parseCsv("")).toEqual({ columns: [], rows: [], lines: [], header: 0, faults: [] });
  });

  test("has each row at its line, also after cells of several lines and blank lines", () => {
    const text = 'a,b\r\n"one\r\ntwo",1\r\n\r\nthree,2\r\n';
    expect(parseCsv(text)).toMatchObject({ rows: [{ a: "one\ntwo" }, { a: "three" }], lines: [1, 4] });
  });
});

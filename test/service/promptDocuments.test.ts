/** Prompt documents at a command line, and the programs that a document is copied as, against the built-in service. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile, type WireRequest } from "../../src/prompt/compile.ts";
import { parsePromptDocument } from "../../src/prompt/promptDocument.ts";
import { toCurl } from "../../src/prompt/toCurl.ts";
import { toTypeScript } from "../../src/prompt/toTypeScript.ts";
import { type RunningService, startService } from "../../src/service/startService.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
let service: RunningService;
let folder: string;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
  folder = mkdtempSync(path.join(tmpdir(), "generation-studio-prompts-"));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  status: number | null;
  output: string;
  errors: string;
}

async function start(command: string, args: readonly string[], input = "", cwd = repository): Promise<Ended> {
  const environment = { ...process.env, GENERATION_STUDIO_API_KEY: service.key, NO_PROXY: "127.0.0.1" };
  const child = spawn(command, args, { cwd, env: environment });
  child.stdin.end(input);
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { status, output, errors };
}

const prompt = (...args: string[]) => start(process.execPath, [path.join(repository, "scripts/prompt.ts"), ...args]);

function write(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe("prompt check", () => {
  test("prints file, line and column of what is wrong, and ends with 1", async () => {
    const file = write("bad.gen.md", "---\nkind: image\nmodel: demo-image\nimage: [gone.png]\n---\n🙂 {{nobody}}\n");
    const { status, output } = await prompt("check", file);
    expect(status).toBe(1);
    expect(output.split("\n")).toEqual([
      `${file}:4:9: error: There is no file \`gone.png\`. [missingFile]`,
      `${file}:6:6: error: \`nobody\` is not defined. [undefinedVariable]`,
      "",
    ]);
  });

  test("prints warnings and ends with 0 when there is no error", async () => {
    const { status, output } = await prompt("check", write("warned.gen.md", "---\nmodel: demo-text\nvars: { a: 1 }\n---\nHi\n"));
    expect([status, output.includes("warning: `a` is not used.")]).toEqual([0, true]);
  });

  test("takes a folder, and finds nothing wrong with the examples", async () => {
    expect(await prompt("check", "examples")).toMatchObject({ status: 0, output: "" });
  });

  test("ends with 2 and its usage when the command line is wrong", async () => {
    expect(await prompt("chekc", "x")).toMatchObject({ status: 2 });
    expect((await prompt("run")).errors).toContain("Usage");
  });
});

describe("prompt run", () => {
  test("prints the text that a service answers", async () => {
    const file = write("text.gen.md", "---\nmodel: demo-text\n---\nSay hello to {{input:Who?}}.\n");
    const { status, output } = await prompt("run", file, "--base-url", service.url, "--answer", "Who?=the sea");
    expect(status).toBe(0);
    expect(output).toContain("the sea");
  });

  test("saves one file for each set of a batch", async () => {
    write("places.csv", "place\nBrest\nQuimper\n");
    const file = write(
      "batch.gen.md",
      "---\nkind: image\nmodel: demo-image\nsize: 64x64\noutput: art/{{place}}\nbatch: places.csv\n---\n{{place}}\n",
    );
    expect(await prompt("run", file, "--base-url", service.url)).toMatchObject({ status: 0 });
    expect(readdirSync(path.join(folder, "art")).toSorted()).toEqual(["Brest.png", "Quimper.png"]);
  }, 60_000);

  test("runs every example on the built-in service, without a key", async () => {
    const copy = path.join(folder, "examples");
    cpSync(path.join(repository, "examples"), copy, { recursive: true });
    const documents = readdirSync(copy).filter((name) => name.endsWith(".gen.md"));
    const kinds = new Set(documents.map((name) => parsePromptDocument(readFileSync(path.join(copy, name), "utf8")).kind));
    expect([...kinds].toSorted()).toEqual(["audio", "image", "text", "video"]);
    for (const name of documents) expect(await prompt("run", path.join(copy, name)), name).toMatchObject({ status: 0 });
  }, 120_000);

  test("sends nothing when a value is missing, and tells which", async () => {
    const file = write("lacking.gen.md", "---\nmodel: demo-text\n---\n{{selection}}\n");
    const { status, errors } = await prompt("run", file, "--base-url", service.url);
    expect([status, errors.includes("`{{selection}}` has no value.")]).toEqual([1, true]);
  });
});

function requestOf(content: string): WireRequest {
  const [only] = compile(parsePromptDocument(content), {}).requests;
  if (!only) throw new Error("The document makes no request.");
  return only.request;
}

const image = requestOf('---\nkind: image\nmodel: demo-image\nsize: 64x64\n---\nIt\'s a "cat" for $5 \\ `x`\n');
const story = requestOf("---\nmodel: demo-text\n---\nSay `hello`, it's $HOME\n");
const streamed = requestOf("---\nmodel: demo-text\nstream: true\n---\nSay hello\n");
const v2 = requestOf("---\ninterface: v2\nkind: image\nmodel: demo-image\nimage_size: 64x64\n---\nA cat\n");

describe("a request copied as curl", () => {
  test.each([
    ["v1 text", story, '"status":"completed"'],
    ["v1 image", image, "polling_url"],
    ["v2 image", v2, "task_id"],
  ] as const)("is accepted: %s", async (_name, request, expected) => {
    const command = toCurl(request, service.url).split("\n\n#")[0] ?? "";
    const { output, errors } = await start("sh", ["-c", command]);
    expect(output, errors).toContain(expected);
  });
});

describe("a request copied as TypeScript runs with the published openai package", () => {
  const run = (request: WireRequest, cwd?: string) =>
    start(process.execPath, ["--input-type=module-typescript"], toTypeScript(request, service.url), cwd);

  test.each([
    ["an answer", story],
    ["a stream", streamed],
  ] as const)("and prints %s", async (_name, request) => {
    const { status, output, errors } = await run(request);
    expect(status, errors).toBe(0);
    expect(output.length).toBeGreaterThan(20);
  });

  test("and prints what v2 gives", async () => {
    const { status, output, errors } = await run(v2);
    expect(status, errors).toBe(0);
    expect(output).toContain("image/png");
  }, 60_000);

  test("and saves the picture of a media task", async () => {
    // The package is found from the folder in which the program runs.
    const inside = mkdtempSync(path.join(repository, "node_modules", ".generation-studio-"));
    try {
      const { status, errors } = await run(image, inside);
      expect(status, errors).toBe(0);
      expect(readFileSync(path.join(inside, "image-1.png")).subarray(1, 4).toString()).toBe("PNG");
    } finally {
      rmSync(inside, { recursive: true, force: true });
    }
  }, 60_000);
});

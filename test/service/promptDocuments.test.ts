/** Prompt documents at a command line, against the built-in service. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parsePromptDocument } from "../../src/prompt/promptDocument.ts";
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

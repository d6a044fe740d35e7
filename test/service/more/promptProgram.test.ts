/** The program `generation-studio prompt`: what it reports, and its exit codes, whatever becomes of a document, a file or a stream. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startService } from "../../../src/service/startService.ts";
import { mainProgram } from "../mainProgram.ts";

const service = await startService({ tokensPerSecond: 0, keys: ["key"] });
afterAll(() => service.close());
let folder: string;

beforeEach(() => {
  const made = mkdtempSync(path.join(tmpdir(), "generation-studio-program-"));
  folder = made;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

const good = "---\nmodel: demo-text\ntests: [ { assert: [ { contains: demo } ] } ]\n---\nx\n";
const write = (name: string, content = good) => writeFileSync(path.join(folder, name), content);
const environment = { ...process.env, GENERATION_STUDIO_API_KEY: "key", NO_PROXY: "127.0.0.1" };

/** `line`: a command of the shell, in which `prompt` is the program and `$URL` the service. */
async function shell(line: string, variables: NodeJS.ProcessEnv = {}) {
  const script = `set -o pipefail; prompt() { "$NODE" "$MAIN" prompt "$@"; }; ${line}`;
  const env = { ...environment, NODE: process.execPath, MAIN: mainProgram, URL: service.url, ...variables };
  const child = spawn("bash", ["-c", script], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const status = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await status, output, errors };
}

const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

test("one bad document in twelve is an error of the report, and the others are tested", async () => {
  for (let number = 1; number <= 12; number += 1)
    write(`${number}.gen.md`, number === 7 ? good.replace("contains: demo", 'regex: "("') : good);
  const { status, errors } = await shell("prompt test . --base-url $URL --reporter junit --output report.xml");
  expect([status, errors.split("\n").length]).toEqual([1, 2]);
  const report = read("report.xml");
  expect(report).toContain('<testsuites tests="12" failures="0" errors="1" skipped="0">');
  expect(report).toMatch(/<testcase name="Case 1" classname="7\.gen\.md"><error message="7\.gen\.md:3:24: error: /);
});

test.each([
  ["no tests", good.replace(/^tests.*\n/m, ""), 'tests="0" failures="0" errors="0"'],
  ["an empty list of tests", good.replace(/^tests.*$/m, "tests: []"), 'tests="0" failures="0" errors="0"'],
  ["a failed assertion", good.replace("contains", "not-contains"), 'tests="1" failures="1" errors="0"'],
  ["a model that the service does not have", good.replace("demo-text", "nope"), 'tests="1" failures="0" errors="1"'],
  ["an expected file that is missing", good.replace("contains: demo", "equals: '{{file:gone.txt}}'"), 'tests="1" failures="0" errors="1"'],
])("a document with %s has a report", async (_, document, counts) => {
  write("a.gen.md", document);
  expect((await shell("prompt test a.gen.md --base-url $URL --reporter junit --output report.xml")).status).toBe(1);
  expect(read("report.xml")).toContain(`<testsuites ${counts}`);
});

test.each([
  ["a service that does not run", "--base-url http://127.0.0.1:1", {}, "No service runs"],
  ["another key", "--base-url $URL", { GENERATION_STUDIO_API_KEY: "other" }, "refused the API key"],
  ["no key", "--base-url $URL", { GENERATION_STUDIO_API_KEY: "" }, "needs a key"],
  ["no folder for temporary files", "--base-url $URL", { TMPDIR: "/gone" }, "/gone"],
  ["a cache that is a file", "--base-url $URL --cache a.gen.md", {}, "cannot be kept"],
])("with %s, every document is an error of the report", async (_, options, variables, reason) => {
  write("a.gen.md");
  const { status, errors } = await shell(`prompt test a.gen.md ${options} --reporter junit --output report.xml`, variables);
  expect(status).toBe(1);
  expect(read("report.xml")).toContain('<testsuites tests="1" failures="0" errors="1" skipped="0">');
  expect(errors + read("report.xml")).toContain(reason);
});

test("a document counts once, however it is named, and folders, pipes and lost links among documents do no harm", async () => {
  write("a.gen.md");
  mkdirSync(path.join(folder, "folder.gen.md"));
  symlinkSync("a.gen.md", path.join(folder, "same.gen.md"));
  symlinkSync(".", path.join(folder, "loop"));
  execFileSync("mkfifo", [path.join(folder, "pipe.gen.md")]);
  const named = `. a.gen.md ./a.gen.md "$PWD/a.gen.md" same.gen.md loop/loop/a.gen.md '*.gen.md'`;
  expect(await shell(`prompt test ${named} --base-url $URL`)).toMatchObject({
    status: 0,
    errors: "",
    output: expect.stringMatching(/\n1 passed, 0 failed\n$/),
  });
  symlinkSync("gone", path.join(folder, "lost.gen.md"));
  expect(await shell("prompt check .")).toEqual({ status: 1, errors: "", output: "lost.gen.md: error: The file cannot be read.\n" });
});

test("documents in UTF-8 or UTF-16 are read, and others are reported", async () => {
  const files = {
    "utf16.gen.md": Buffer.from(`\uFEFF${good}`, "utf16le"),
    "utf16be.gen.md": Buffer.from(`\uFEFF${good}`, "utf16le").swap16(),
    "mark.gen.md": Buffer.from(`\uFEFF${good.replaceAll("\n", "\r\n")}`),
    "latin.gen.md": Buffer.from(good.replace("x\n", "Café\n"), "latin1"),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  const reason = "error: The file is not a text in UTF-8 or UTF-16.\n";
  const tested = await shell("prompt test . --base-url $URL");
  expect(tested).toMatchObject({ status: 1, errors: `latin.gen.md: ${reason}` });
  expect(tested.output).toContain("\n3 passed, 0 failed, 1 with errors");
  expect(await shell("prompt check - < latin.gen.md")).toEqual({ status: 1, errors: "", output: `<stdin>: ${reason}` });
});

test.each([
  ["prompt test a.gen.md --base-url $URL --reporter json | head -1", 0, ""],
  ["prompt run a.gen.md --base-url $URL | head -c 1 >&2", 0, /^.$/],
  ["prompt run a.gen.md --base-url $URL >&-", 0, ""],
  ["prompt test a.gen.md --base-url $URL 2>&-", 0, ""],
  ["prompt test a.gen.md gone.gen.md --base-url $URL 2>&-", 1, ""],
  ["prompt run a.gen.md --base-url $URL >/dev/full", 1, "Standard output could not be written: ENOSPC"],
  ["prompt test a.gen.md --base-url $URL >/dev/full", 1, "Standard output could not be written: ENOSPC"],
  ["prompt test a.gen.md --base-url $URL --output /dev/full", 1, "The report cannot be written: ENOSPC"],
])("%s ends with %d", async (line, code, errors) => {
  write("a.gen.md");
  const ended = await shell(line);
  expect([ended.status, ended.errors]).toEqual([
    code,
    errors === "" ? "" : typeof errors === "string" ? expect.stringContaining(errors) : expect.stringMatching(errors),
  ]);
});

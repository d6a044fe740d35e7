/** `prompt test` against real services. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { imageToolCapability } from "../../src/demo/capabilities.ts";
import { drawPng } from "../../src/demo/image/makeImage.ts";
import { openTasks } from "../../src/generations/openTasks.ts";
import { parsePromptDocument } from "../../src/prompt/parse/promptDocument.ts";
import { readTests } from "../../src/prompt/testing/readTests.ts";
import { openAnswerCache } from "../../src/promptTests/answerCache.ts";
import { createBudget } from "../../src/promptTests/budget.ts";
import { planTests } from "../../src/promptTests/planTests.ts";
import { repetitionsOf } from "../../src/promptTests/repetition.ts";
import { runTests } from "../../src/promptTests/runTests.ts";
import { type RunningService, startService } from "../../src/service/startService.ts";
import { promptRun } from "./promptRun.ts";
import { recordRequests } from "./recordRequests.ts";

let service: RunningService;
let folder: string;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0, faults: true });
});
afterAll(() => service.close());
beforeEach(async () => {
  const made = await mkdtemp(path.join(tmpdir(), "generation-studio-prompt-tests-"));
  folder = made;
  return () => rm(made, { recursive: true, force: true, maxRetries: 5 });
});

function run(baseUrl: string | undefined, ...args: string[]) {
  const address = baseUrl === undefined ? [] : ["--base-url", baseUrl];
  return promptRun(["test", ...args, ...address], { key: service.key, folder });
}

async function record() {
  const recorded = await recordRequests(service.url);
  onTestFinished(recorded.close);
  return recorded;
}

const write = (name: string, lines: readonly string[]) => writeFile(path.join(folder, name), `${lines.join("\n")}\n`);

test("each case is sent to each model as often as specified, and failures are reported with their line", async () => {
  await write("places.gen.md", [
    "---",
    "model: demo-text",
    "vars: { place: Brest }",
    "tests:",
    "  - vars: { place: Quimper }",
    "    assert:",
    '      - icontains: "{{place}}"',
    "  - models: [demo-text, demo-text-mini]",
    "    repeat: 2",
    "    assert: [ { contains: Brest }, { starts-with: Nothing } ]",
    // The same request as in a case above: they share an answer.
    "  - assert: [ { contains: Brest } ]",
    "---",
    "About {{place}}",
  ]);
  const recorded = await record();
  const { status, output } = await run(recorded.url, "places.gen.md");
  expect(status).toBe(1);
  expect(output).toMatch(/^✓ places\.gen\.md: Case 1 \(place: Quimper\) · demo-text · \d+ ms$/m);
  expect(output).toMatch(
    /^✗ places\.gen\.md: Case 2 · demo-text-mini · \d+ ms\n {2}places\.gen\.md:10:38: Expected a text that begins with "Nothing"\. Got: /m,
  );
  expect(output).toMatch(/^2 passed, 2 failed · 1 from the cache$/m);
  expect(recorded.bodies).toHaveLength(5);
});

test("cached answers are neither requested again nor billed, unless their latency is asserted", async () => {
  const lines = ["---", "interface: v2", "model: demo-text", "tests:", "  - assert: [ { cost: { max: 1 } } ]", "---", "A heron"];
  await write("heron.gen.md", lines);
  const { url, bodies } = await record();
  const first = await run(url, "heron.gen.md", "--cache", "cache");
  expect(first).toMatchObject({ status: 0, output: expect.stringMatching(/1 passed, 0 failed · cost 0\.\d+ credits\n$/) });
  expect(await readdir(path.join(folder, "cache"))).toHaveLength(1);
  const second = await run(url, "heron.gen.md", "--cache", "cache");
  expect(second).toMatchObject({ status: 0, output: expect.stringContaining("1 passed, 0 failed · 1 from the cache") });
  await write("heron.gen.md", lines.with(4, "  - assert: [ { latency: { max: 60000 } } ]"));
  expect(bodies).toHaveLength(1);
  const timed = await run(url, "heron.gen.md", "--cache", "cache");
  expect(timed).toMatchObject({ status: 0, output: expect.not.stringContaining("cache") });
  expect(bodies).toHaveLength(2);
});

test("it stops before the costs exceed --max-cost, reports that, and keeps the answers so far", async () => {
  const cases = Array.from({ length: 5 }, (_, index) => `  - { vars: { count: ${index} }, assert: [ { contains: demo } ] }`);
  await write("costs.gen.md", [
    "---",
    "interface: v2",
    "model: demo-text",
    "vars: { count: 0 }",
    "tests:",
    ...cases,
    "---",
    "Heron {{count}}",
  ]);
  const nothing = await run(service.url, "costs.gen.md", "--max-cost", "0");
  expect(nothing).toMatchObject({ status: 1, errors: expect.stringContaining("the next request could exceed --max-cost 0") });
  expect(nothing.output).toContain("0 passed, 0 failed, 5 not run");
  const one = JSON.parse((await run(service.url, "costs.gen.md", "--max-cost", "0.0000001", "--reporter", "json")).output);
  expect(one).toMatchObject({ passed: 1, notRun: 4 });
  const two = JSON.parse((await run(service.url, "costs.gen.md", "--max-cost", String(one.cost * 2.5), "--reporter", "json")).output);
  expect(two).toMatchObject({ passed: 2, failed: 0, notRun: 3 });
  expect(two.cost).toBeLessThanOrEqual(one.cost * 2.5);
});

test("a report for CI servers lists files, cases and reasons", async () => {
  await write("fail.gen.md", [
    "---",
    "model: demo-text",
    "tests:",
    '  - { description: "a < b", assert: [ { contains: "<&>" } ] }',
    "---",
    "x",
  ]);
  const { status, output } = await run(service.url, "fail.gen.md", "--reporter", "junit");
  expect(status).toBe(1);
  expect(output).toContain('<testsuite name="fail.gen.md" tests="1" failures="1" errors="0" skipped="0">');
  expect(output).toMatch(
    /<testcase name="a &lt; b · demo-text" classname="fail\.gen\.md" time="[\d.]+"><failure message="fail\.gen\.md:4:41: Expected a text that contains &quot;&lt;&amp;&gt;/,
  );
});

test("assertions on files measure the generated files, and the values are cached with the answer", async () => {
  await write("image.gen.md", [
    "---",
    "kind: image",
    "model: demo-image",
    "size: 320x240",
    "tests:",
    "  - assert: [ { width: 320 }, { height: { max: 240 } }, { format: [png, webp] }, { not-blank: true }, { not-bytes: { max: 200 } } ]",
    "  - assert: [ { not-width: 320 } ]",
    "---",
    "A heron",
  ]);
  await write("audio.gen.md", [
    "---",
    "kind: audio",
    "model: flite",
    "voice: slt",
    "format: wav",
    "tests:",
    "  - assert: [ { duration: { min: 0.5, max: 30 } }, { loudness: { min: -60, max: 0 } }, { not-blank: true } ]",
    "  - assert: [ { width: 320 } ]",
    "---",
    "The tide comes in.",
  ]);
  const { url, bodies } = await record();
  const first = await run(url, "image.gen.md", "audio.gen.md", "--cache", "cache");
  expect(first.output).toMatch(/^✓ image\.gen\.md: Case 1 · demo-image/m);
  expect(first.output).toMatch(/^ {2}image\.gen\.md:7:17: Expected the opposite of: width 320\. Got: "320"$/m);
  expect(first.output).toMatch(/^✓ audio\.gen\.md: Case 1 · flite/m);
  expect(first.output).toMatch(/^ {2}audio\.gen\.md:8:17: The width in pixels is not known\.$/m);
  expect(bodies).toHaveLength(2);
  const second = await run(url, "image.gen.md", "audio.gen.md", "--cache", "cache");
  expect(second.output).toMatch(/^2 passed, 2 failed · 4 from the cache$/m);
  expect(bodies).toHaveLength(2);
});

test("a case of a text document with models that generate images checks the images", async () => {
  await write("harbour.gen.md", [
    "---",
    "model: demo-text",
    "tests:",
    "  - assert: [ { contains: demo } ]",
    "  - { models: [demo-image], assert: [ { width: { min: 64 } }, { not-blank: true } ] }",
    "---",
    "A harbour at dusk",
  ]);
  const { url, bodies } = await record();
  expect(await run(url, "harbour.gen.md")).toMatchObject({ status: 0, output: expect.stringMatching(/^2 passed, 0 failed/m) });
  expect(bodies).toContainEqual({ model: "demo-image", prompt: "A harbour at dusk" });
});

test("an image is compared with that of a file", async () => {
  await writeFile(
    path.join(folder, "other.png"),
    await drawPng("A red barn in a snowy forest", { size: "128x128" }, imageToolCapability, []),
  );
  await writeFile(path.join(folder, "same.png"), await drawPng("A lighthouse at dusk", { size: "256x256" }, imageToolCapability, []));
  await write("similar.gen.md", [
    "---",
    "kind: image",
    "model: demo-image",
    "size: 256x256",
    "tests:",
    "  - assert: [ { similarTo: same.png }, { not-similarTo: other.png } ]",
    "  - assert: [ { similarTo: other.png } ]",
    "---",
    "A lighthouse at dusk",
  ]);
  const { output } = await run(service.url, "similar.gen.md");
  expect(output).toMatch(/^✓ similar\.gen\.md: Case 1 · demo-image/m);
  expect(output).toMatch(/^ {2}similar\.gen\.md:7:17: Expected a similarity to other\.png of at least 0\.8\. Got: 0\.\d+$/m);
});

test("a model judges by a rubric: its verdict and cost are reported, cached and limited", async () => {
  await write("rubric.gen.md", [
    "---",
    "interface: v2",
    "model: demo-text",
    "judge: demo-text-mini",
    "tests:",
    "  - assert: [ { llm-rubric: mentions a heron }, { not-llm-rubric: mentions a lighthouse } ]",
    "  - assert: [ { llm-rubric: mentions a lighthouse, threshold: 0.5 } ]",
    "---",
    "Repeat exactly: It mentions a heron",
  ]);
  const { url, bodies } = await record();
  const first = await run(url, "rubric.gen.md", "--cache", "cache");
  expect(first).toMatchObject({ status: 1 });
  expect(first.output).toMatch(/^ {2}judged by demo-text-mini: passed, score 1: The demo model compares words alone, and all words/m);
  expect(first.output).toMatch(
    /^ {2}rubric\.gen\.md:7:17: Expected an answer that satisfies: mentions a lighthouse \(score at least 0\.5\)\. demo-text-mini: not passed, score 0\.5: /m,
  );
  expect(bodies).toHaveLength(3);
  const second = await run(url, "rubric.gen.md", "--cache", "cache", "--max-cost", "0", "--reporter", "json");
  expect(bodies).toHaveLength(3);
  expect(JSON.parse(second.output)).toMatchObject({
    cost: 0,
    results: [{ state: "passed", judgements: [{ judge: "demo-text-mini", isPassed: true, isCached: true }, {}] }, { state: "failed" }],
  });
  const limited = await run(url, "rubric.gen.md", "--max-cost", "0.0000001");
  expect(limited.errors).toContain("the next request could exceed --max-cost");
  expect(limited.output).toMatch(/0 passed, 0 failed, 2 not run · cost 0\.\d+ credits/);
});

test("cases may be in a CSV file: failures and errors are reported with its lines", async () => {
  await write("places.gen.md", [
    "---",
    "model: demo-text",
    "vars: { place: Brest }",
    "tests: cases/places.csv",
    "---",
    "Repeat exactly: {{place}}",
  ]);
  await mkdir(path.join(folder, "cases"));
  await write("cases/places.csv", [
    "place,__expected",
    "Brest,contains: Brest",
    '"Quimper",starts-with: Nothing',
    "Lorient,javascript: true",
  ]);
  const { status, output, errors } = await run(service.url, "places.gen.md");
  expect(status).toBe(1);
  expect(errors).toContain("cases/places.csv:4:1: warning: `javascript` is never run");
  expect(output).toMatch(/^✓ places\.gen\.md: Case 1 \(place: Brest\) · demo-text/m);
  expect(output).toMatch(/^ {2}cases\/places\.csv:3:1: Expected a text that begins with "Nothing"\. Got: "Quimper/m);
  expect(output).toMatch(/^ {2}cases\/places\.csv:4:1: There is no assertion javascript\.$/m);
  await write("outside.gen.md", ["---", "model: demo-text", "tests: /etc/hosts", "---", "x"]);
  expect(await run(service.url, "outside.gen.md")).toMatchObject({ status: 1, errors: expect.stringContaining("--allow-outside") });
});

test("assertions contain today's date, answers and the text of files, and a missing value is an error of the case", async () => {
  const lines = [
    "---",
    "model: demo-text",
    "tests:",
    "  - description: golden",
    "    assert:",
    "      - starts-with: '{{file:golden.txt}}'",
    "      - not-contains: '{{date}}'",
    "      - contains-any: ['{{input:Which bird?}}']",
    "  - { description: row, assert: [ { contains: '{{date}}' } ] }",
    "---",
    "Repeat exactly: A heron",
  ];
  await write("golden.gen.md", lines);
  expect(await run(service.url, "golden.gen.md")).toMatchObject({
    status: 1,
    errors: expect.stringContaining("golden.gen.md:6:30: error: The file `golden.txt` does not exist. [missingFile]"),
  });
  await writeFile(path.join(folder, "golden.txt"), "A heron");
  const { url, bodies } = await record();
  expect(await run(url, "golden.gen.md")).toMatchObject({
    status: 1,
    errors: expect.stringContaining("golden.gen.md:4:5: error: `{{input:Which bird?}}` has no value."),
  });
  expect(bodies).toHaveLength(1);
  const { output } = await run(url, "golden.gen.md", "--answer", "Which bird?=heron", "--value", "date=Brest");
  expect(output).toMatch(/^✓ golden\.gen\.md: golden/m);
  expect(output).toMatch(/^ {2}golden\.gen\.md:9:37: Expected a text that contains "Brest"\. Got: /m);
  await write("golden.gen.md", lines.with(5, "      - starts-with: '{{file:/etc/hosts}}'"));
  expect((await run(url, "golden.gen.md")).errors).toContain("`/etc/hosts` is outside the document's folder");
});

test("a case sends the file in its own variables, and a changed file is a different request", async () => {
  await write("attached.gen.md", [
    "---",
    "model: demo-text",
    "files: ['{{name}}']",
    "vars: { name: first.txt }",
    "tests: [ { vars: { name: second.txt }, assert: [ { contains: demo } ] } ]",
    "---",
    "What is in the file?",
  ]);
  await write("first.txt", ["A heron"]);
  await write("second.txt", ["An owl"]);
  const { url, bodies } = await record();
  const sent = () => bodies.map((body) => Buffer.from(/base64,([\w+/=]+)/.exec(JSON.stringify(body))?.[1] ?? "", "base64").toString());
  await run(url, "attached.gen.md", "--cache", "cache");
  expect(sent()).toEqual(["An owl\n"]);
  await write("second.txt", ["An egret"]);
  await run(url, "attached.gen.md", "--cache", "cache");
  expect(sent()).toEqual(["An owl\n", "An egret\n"]);
});

test("stopping a run ends the current request, sends no other, and sends none again", async () => {
  const [posted, left] = [vi.fn(), vi.fn()];
  const silent = createServer((request) => {
    posted();
    request.socket.once("close", left);
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const client = createServiceClient({ baseUrl: url, key: async () => "key" });
  const tasks = await openTasks({ folder, client: async () => client });
  onTestFinished(async () => {
    await tasks.close();
    await client.close();
    silent.close();
  });
  const front = "model: demo-text\ntests: [ { vars: { a: 1 } }, { vars: { a: 2 } } ]";
  const document = parsePromptDocument(`---\n${front}\n---\nA long story, {{a}}\n`);
  const { planned } = planTests(document, readTests(document), {});
  const stop = new AbortController();
  const ends: unknown[] = [];
  const running = runTests(repetitionsOf(planned), {
    asked: { generations: tasks, baseUrl: url, folder },
    cache: openAnswerCache(undefined, () => undefined),
    service: url,
    use: "cacheFirst",
    budget: createBudget(undefined),
    readExpected: async () => undefined,
    atOnce: 1,
    signal: stop.signal,
    onEnd: (_, end) => ends.push(end),
  });
  await expect.poll(() => posted.mock.calls.length).toBeGreaterThan(0);
  stop.abort();
  await running;
  expect(ends).toEqual([
    { type: "error", error: expect.objectContaining({ kind: "aborted" }), spent: 0 },
    { type: "notRun", because: "stopped", spent: 0 },
  ]);
  await expect.poll(() => left.mock.calls.length).toBe(1);
  expect(posted).toHaveBeenCalledTimes(1);
});

test("a request that the service refuses is an error of its case, and the others are run", async () => {
  await write("refused.gen.md", [
    "---",
    "model: demo-text",
    "models: [fault-500, demo-text]",
    "tests:",
    "  - assert: [ { contains: demo } ]",
    "---",
    "x",
  ]);
  const { status, output } = await run(service.url, "refused.gen.md");
  expect(status).toBe(1);
  expect(output).toContain("1 passed, 0 failed, 1 with errors");
});

test.each([
  [["nothing.gen.md"], 1, /The file cannot be read/],
  [["none.gen.md"], 1, /There are no tests/],
  [["kept.gen.md", "promts/**/*.gen.md"], 1, /^promts\/\*\*\/\*\.gen\.md: error: There is no prompt document\.\n/],
  [["wrong.gen.md"], 1, /wrong\.gen\.md:4:15: error: .+ needs the name of an assertion/],
  [["kept.gen.md", "--cache", "kept.gen.md"], 1, /error: Answers cannot be kept in kept\.gen\.md: EEXIST.*\n$/],
  [["kept.gen.md", "--output", "gone/report.xml"], 1, /^error: The report cannot be written: ENOENT.*\n$/],
  [["kept.gen.md", "--output", "."], 1, /^error: The report cannot be written: EISDIR.*\n$/],
  [["kept.gen.md", "--compare", "gone.json"], 2, /^The earlier results cannot be read: ENOENT.*\n$/],
  [["kept.gen.md", "--compare", "kept.gen.md"], 2, /^kept\.gen\.md is not a report that `--reporter json` wrote\.\n$/],
  [["none.gen.md", "--reporter", "xml"], 2, /--reporter must be text, json, junit/],
  [["none.gen.md", "--max-cost", "much"], 2, /--max-cost must be a number/],
])("%j exits with %d and a reason", async (args, status, reason) => {
  await write("none.gen.md", ["---", "model: demo-text", "---", "x"]);
  await write("kept.gen.md", ["---", "model: demo-text", "tests: [ {} ]", "---", "x"]);
  await write("wrong.gen.md", ["---", "model: demo-text", "tests:", "  - assert: [ { threshold: 1 } ]", "---", "x"]);
  const ended = await run(service.url, ...args);
  expect(ended.status).toBe(status);
  expect(ended.errors).toMatch(reason);
});

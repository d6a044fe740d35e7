/** Prompt documents on the command line, against the built-in service. */

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { version } from "../../../src/mcp/version.ts";
import { type RunningService, startService } from "../../../src/service/startService.ts";
import { mainProgram } from "../mainProgram.ts";
import { type Ended, promptRun } from "../promptRun.ts";
import { recordRequests } from "../recordRequests.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
let service: RunningService;
let folder: string;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0, faults: true });
  folder = mkdtempSync(path.join(tmpdir(), "generation-studio-prompts-"));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface StartOptions {
  input?: string;
  /** Resolves to stop the program like Ctrl+C. */
  interrupt?: (output: NodeJS.ReadableStream) => Promise<unknown>;
}

/** As a process: for its standard input and signals. */
async function start(args: readonly string[], { input = "", interrupt }: StartOptions): Promise<Ended> {
  const child = spawn(process.execPath, [mainProgram, "prompt", ...args], {
    cwd: repository,
    env: { ...process.env, GENERATION_STUDIO_API_KEY: service.key, NO_PROXY: "127.0.0.1" },
  });
  // The program may end without reading its input.
  child.stdin.on("error", () => undefined).end(input);
  void interrupt?.(child.stdout).then(() => child.kill("SIGINT"));
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { status, output, errors };
}

const promptWith = (key: string, ...args: string[]) => promptRun(args, { key });
const prompt = (...args: string[]) => promptWith(service.key, ...args);

function write(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe("prompt check", () => {
  test("prints file, line and column of errors, and exits with 1", async () => {
    const file = write("bad.gen.md", "---\nkind: image\nmodel: demo-image\nimage: [gone.png]\n---\n🙂 {{nobody}}\n");
    const { status, output } = await prompt("check", file);
    expect(status).toBe(1);
    expect(output.split("\n")).toEqual([
      `${file}:4:9: error: The file \`gone.png\` does not exist. [missingFile]`,
      `${file}:6:6: error: \`nobody\` is not defined. [undefinedVariable]`,
      "",
    ]);
  });

  test("prints warnings and exits with 0 if there is no error", async () => {
    const { status, output } = await prompt("check", write("warned.gen.md", "---\nmodel: demo-text\nvars: { a: 1 }\n---\nHi\n"));
    expect([status, output.includes("warning: `a` is not used.")]).toEqual([0, true]);
  });

  test("accepts a folder, and finds no errors in the examples", async () => {
    expect(await prompt("check", "examples")).toMatchObject({ status: 0, output: "" });
  });

  test("reads standard input, with CRLF and emoji, and resolves files in the current folder", async () => {
    const input = "---\r\nkind: image\r\nmodel: demo-image\r\nimage: [package.json, gone.png]\r\n---\r\n🙂 {{nobody}}\r\n";
    const { status, output } = await start(["check", "-"], { input });
    expect([status, output.split("\n")]).toEqual([
      1,
      [
        "<stdin>:4:23: error: The file `gone.png` does not exist. [missingFile]",
        "<stdin>:6:6: error: `nobody` is not defined. [undefinedVariable]",
        "",
      ],
    ]);
  });

  test("accepts several files and patterns, checks each file once, and reports missing files", async () => {
    mkdirSync(path.join(folder, "many/deep"), { recursive: true });
    mkdirSync(path.join(folder, "empty"));
    const bad = "---\nmodel: demo-text\n---\n{{nobody}}\n";
    const files = [write("many/one.gen.md", bad), write("many/deep/two.gen.md", bad)];
    const others = ["gone.gen.md", "empty", "many/*.none.md"].map((name) => path.join(folder, name));
    const { status, output } = await prompt("check", ...others, files[0] ?? "", path.join(folder, "many/**/*.gen.md"));
    expect(status).toBe(1);
    expect(output.split("\n").toSorted()).toEqual(
      [
        "",
        `${others[0]}: error: The file cannot be read.`,
        `${others[1]}: error: There is no prompt document.`,
        `${others[2]}: error: There is no prompt document.`,
        ...files.map((file) => `${file}:4:3: error: \`nobody\` is not defined. [undefinedVariable]`),
      ].toSorted(),
    );
  });

  test("prints no error when its reader closes the pipe", () => {
    // More lines than a pipe holds.
    const file = write("undefined.gen.md", `---\nmodel: demo-text\n---\n${"{{nobody}}\n".repeat(5000)}`);
    const script = '"$0" "$1" prompt check "$2" | head -1';
    const { stdout, stderr } = spawnSync("sh", ["-c", script, process.execPath, mainProgram, file], { cwd: repository, encoding: "utf8" });
    expect([stdout.split("\n").length, stderr]).toEqual([2, ""]);
  });

  test("exits with 2, the reason and its usage for a wrong command line, and with 0 for --help", async () => {
    const wrong = [
      ["chekc", "x"],
      ["run"],
      ["run", "a", "b"],
      ["check"],
      ["run", "a", "--modle", "x"],
      ["run", "a", "--answer", "x"],
      ["run", "a", "--base-url", "x"],
      ["run", "a", "--value", "place=Brest"],
      ["run", "a", "--max-cost", "0.5"],
      ["--output", "x", "check", "a"],
      ["run", "a", "--", "--max-cost"],
      ["test", "a", "--models", ""],
      ["test", "a", "--models", "demo-text,,demo-text-mini"],
      ["test", "a", "--base-url", "ftp://studio.example"],
      ["run", "a", "--base-url", "localhost:8787"],
      ["run", "a", "--base-url", "http://studio.example"],
    ];
    const ended = await Promise.all(wrong.map((args) => prompt(...args)));
    for (const [index, { status, output, errors }] of ended.entries())
      expect([status, output, errors.includes("Usage")], wrong[index]?.join(" ")).toEqual([2, "", true]);
    expect(ended[0]?.errors).toMatch(/^There is no command “chekc”\. Did you mean “check”\?\n/);
    expect(ended[2]?.errors).toMatch(/^`run` takes one document\.\n/);
    const reasons = ended.map(({ errors }) => errors.split("\n")[0] ?? "");
    expect(reasons.slice(4)).toEqual([
      "There is no option “--modle”. Did you mean “--models”?",
      "“x” must have the form NAME=TEXT.",
      "“x” is no URL.",
      "--value takes selection, file, clipboard or date, not “place”.",
      "--max-cost is an option of `test`, not of `run`.",
      "--output is an option of `test`, not of `check`.",
      "`run` takes one document.",
      ...Array(2).fill("--models takes the names of models, separated by commas."),
      ...Array(3).fill("The service's address must begin with https://, or with http:// on this machine."),
    ]);
    for (const asked of ["--version", "-v"]) expect(await prompt(asked)).toEqual({ status: 0, errors: "", output: `${version}\n` });
    for (const asked of ["--help", "-h", "help"]) {
      const help = await prompt(asked);
      expect([help.status, help.errors, /Exit code:[\s\S]* 143 /.test(help.output)]).toEqual([0, "", true]);
    }
  });
});

describe("prompt run", () => {
  test("prints the text of a service's answer", async () => {
    const file = write("text.gen.md", "---\nmodel: demo-text\n---\nSay hello to {{input:Who?}}.\n");
    const { status, output } = await prompt("run", file, "--base-url", service.url, "--answer", "Who?=the sea");
    expect(status).toBe(0);
    expect(output).toContain("the sea");
  });

  test.each(["v1", "v2"])("exits with 1 and the reason if the answer over %s was cut off, and prints what arrived", async (version) => {
    const file = write(
      "cut.gen.md",
      `---\nmodel: fault-incomplete\ninterface: ${version}\n---\nTell me about the sea and its many fish.\n`,
    );
    const { status, output, errors } = await prompt("run", file, "--base-url", service.url);
    expect(status).toBe(1);
    expect(output.trim()).not.toBe("");
    expect(errors).toContain("error: The answer was cut off: it reached the maximum length of the model's answers.");
  });

  test("saves one file for each set of a batch", async () => {
    write("places.csv", "place\nBrest\nQuimper\n");
    const file = write(
      "batch.gen.md",
      "---\nkind: image\nmodel: demo-image\nsize: 64x64\noutput: art/{{place}}\nbatch: places.csv\n---\n{{place}}\n",
    );
    expect(await prompt("run", file, "--base-url", service.url)).toMatchObject({ status: 0 });
    expect(readdirSync(path.join(folder, "art")).toSorted()).toEqual(["Brest.png", "Quimper.png"]);
  }, 180_000);

  test("sends nothing if a value is missing, and names it", async () => {
    const file = write("lacking.gen.md", "---\nmodel: demo-text\n---\n{{selection}}\n");
    const { status, errors } = await prompt("run", file, "--base-url", service.url);
    expect([status, errors.includes("`{{selection}}` has no value: nothing is selected")]).toEqual([1, true]);
  });

  test("passes no control character of names, options, documents and errors on to the terminal", async () => {
    const hostile = "a\u001b]0;title\u0007\u009b2J\u202ex";
    const refusing = createServer((_, answer) => {
      answer.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error: { code: hostile, message: hostile } }));
    });
    await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
    const address = refusing.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    try {
      const good = write(`${hostile}.gen.md`, "---\nmodel: demo-text\n---\nHi\n");
      const bad = write("bad.gen.md", `---\nmodel: demo-text\n${hostile}: 1\nfiles: ["${hostile}"]\n---\nHi {{${hostile}}}\n`);
      for (const args of [
        ["check", good, bad],
        ["run", good, "--base-url", url],
        ["test", bad],
        ["run", `${good}x`],
        [hostile],
        ["run", good, `--${hostile}`],
      ]) {
        const { output, errors, status } = await prompt(...args);
        expect(status === 0 && output === "", args[0]).toBe(false);
        expect(`${output}${errors}`.replaceAll("\n", ""), args[0]).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }
    } finally {
      refusing.close();
    }
  });

  test("sends a file of secrets, by its real path or its content, and an address of this machine only if that is allowed", async () => {
    const recorder = await recordRequests(service.url);
    try {
      writeFileSync(path.join(folder, ".env"), "PASSWORD=hunter2\n");
      writeFileSync(path.join(folder, "config.txt"), `token: hf_${"q7Zk2mXw9RtB4vNc8LsJ5hPy3GdF6aKe1UoT"}\n`);
      symlinkSync(".env", path.join(folder, "readme.txt"));
      for (const [option, front, words] of [
        ["--allow-secrets", "files: [.env]", "Read it."],
        ["--allow-secrets", "files: [readme.txt]", "Read it."],
        ["--allow-secrets", "files: [config.txt]", "Read it."],
        ["--allow-secrets", "files: ['{{which}}']\nvars: { which: .env }", "Read it."],
        ["--allow-secrets", "instructions: Be brief.", "Read {{file:readme.txt}}."],
        ["--allow-local", `files: ["${service.url}/healthz"]`, "Read it."],
      ]) {
        const file = write("private.gen.md", `---\nmodel: demo-text\n${front}\n---\n${words}\n`);
        const before = recorder.bodies.length;
        const refused = await prompt("run", file, "--base-url", recorder.url, "--allow-outside");
        expect([refused.status, recorder.bodies.length - before], front).toEqual([1, 0]);
        expect(refused.errors).toContain(`; ${option} sends it.`);
        await prompt("run", file, "--base-url", recorder.url, option ?? "");
        expect(recorder.bodies.length - before, front).toBe(1);
      }
      const token = `hf_${"q7Zk2mXw9RtB4vNc8LsJ5hPy3GdF6aKe1UoT"}`;
      const asked = write("asked.gen.md", "---\nmodel: demo-text\n---\n{{input:Topic}} {{selection}}\n");
      const fromProgram = `---\nmodel: demo-text\n---\nRead ${token}.\n`;
      for (const [words, args, input] of [
        ["`selection` contains a token of Hugging Face", [asked, "--answer", "Topic=Herons", "--value", `selection=${token}`], ""],
        ["`Topic` contains a private key", [asked, "--answer", `Topic=-----BEGIN ${"PRIVATE"} KEY-----`, "--value", "selection=x"], ""],
        ["The file contains a token of Hugging Face", ["-"], fromProgram],
        ["The file contains a token of Hugging Face", [write("token.gen.md", fromProgram)], ""],
      ] as const) {
        const before = recorder.bodies.length;
        const refused = await start(["run", ...args, "--base-url", recorder.url], { input });
        expect([refused.status, refused.errors, recorder.bodies.length - before]).toEqual([1, expect.stringContaining(words), 0]);
        expect(refused.errors).toContain("--allow-secrets");
        const allowed = await start(["run", ...args, "--base-url", recorder.url, "--allow-secrets"], { input });
        expect([allowed.status, recorder.bodies.length - before], allowed.errors).toEqual([0, 1]);
      }
      symlinkSync(".env", path.join(folder, "link.gen.md"));
      const linked = await prompt("run", path.join(folder, "link.gen.md"), "--base-url", recorder.url);
      expect([linked.status, linked.errors]).toEqual([1, expect.stringContaining("probably a file of secrets")]);
    } finally {
      recorder.close();
    }
  });

  test("sends a file, or rows of a table, from elsewhere only if that is allowed", async () => {
    const outside = mkdtempSync(path.join(tmpdir(), "generation-studio-outside-"));
    const recorder = await recordRequests(service.url);
    try {
      writeFileSync(path.join(outside, "notes.txt"), "a secret");
      writeFileSync(path.join(outside, "rows.csv"), "password\na secret\n");
      symlinkSync(path.join(outside, "notes.txt"), path.join(folder, "linked.txt"));
      for (const [front, words] of [
        [`files: [${path.join(outside, "notes.txt")}]`, "Read it."],
        ["files: [linked.txt]", "Read it."],
        [`batch: ${path.join(outside, "rows.csv")}`, "Read {{password}}."],
        ["instructions: Be brief.", `Read {{file:${path.join(outside, "notes.txt")}}}.`],
      ]) {
        const file = write("outside.gen.md", `---\nmodel: demo-text\n${front}\n---\n${words}\n`);
        const before = recorder.bodies.length;
        const refused = await prompt("run", file, "--base-url", recorder.url);
        expect([refused.status, recorder.bodies.length - before]).toEqual([1, 0]);
        expect(refused.errors).toContain("is outside the document's folder; --allow-outside sends it.");
        const allowed = await prompt("run", file, "--base-url", recorder.url, "--allow-outside");
        expect([allowed.status, recorder.bodies.length - before], allowed.errors).toEqual([0, 1]);
      }
    } finally {
      recorder.close();
      rmSync(outside, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  test("sends nothing if its result cannot be saved, and if saving fails later, keeps the result and prints the task's id and address", async () => {
    const recorder = await recordRequests(service.url);
    try {
      mkdirSync(path.join(folder, "blocked"));
      symlinkSync(tmpdir(), path.join(folder, "blocked/linked"));
      const image = (output: string) => `---\nkind: image\nmodel: demo-image\nsize: 64x64\noutput: ${output}\n---\nA boat\n`;
      const refused = await prompt("run", write("linked.gen.md", image("blocked/linked/boat")), "--base-url", recorder.url);
      expect([refused.status, recorder.bodies.length]).toEqual([1, 0]);
      expect(refused.errors).toBe("error: The result could not be written: A link leads out of the folder, so nothing is written there.\n");

      const running = prompt("run", write("later.gen.md", image("blocked/later/boat")), "--base-url", recorder.url);
      await vi.waitUntil(() => recorder.bodies.length > 0, { timeout: 60_000, interval: 5 });
      symlinkSync(tmpdir(), path.join(folder, "blocked/later"));
      const { status, errors } = await running;
      expect([status, errors.split("\n")[0]]).toEqual([
        1,
        "error: The result could not be written: A link leads out of the folder, so nothing is written there.",
      ]);
      const kept = path.resolve(
        repository,
        /^The result was saved in a temporary folder instead:\n(.+\.png)$/m.exec(errors)?.[1] ?? errors,
      );
      expect(readFileSync(kept).subarray(1, 4).toString()).toBe("PNG");
      rmSync(path.join(kept, "../../.."), { recursive: true });
      const address = /^The service keeps the task \S+: GET (\S+)$/m.exec(errors)?.[1] ?? errors;
      expect((await fetch(address, { headers: { authorization: `Bearer ${service.key}` } })).status).toBe(200);
    } finally {
      recorder.close();
    }
  }, 120_000);

  test("runs standard input", async () => {
    const { status, output } = await start(["run", "-", "--base-url", service.url], {
      input: "---\r\nmodel: demo-text\r\n---\r\nSay hello to the sea.\r\n",
    });
    expect([status, output.includes("the sea")]).toEqual([0, true]);
  });

  test("reports a missing key or file", async () => {
    const file = write("plain.gen.md", "---\nmodel: demo-text\n---\nHi\n");
    const noKey = await promptWith("", "run", file, "--base-url", service.url);
    const noFile = await prompt("run", path.join(folder, "gone.gen.md"));
    expect([noKey.status, noKey.errors]).toEqual([1, `error: The service at ${service.url} needs a key: set GENERATION_STUDIO_API_KEY.\n`]);
    expect([noFile.status, noFile.errors]).toEqual([1, `${path.join(folder, "gone.gen.md")}: error: The file cannot be read.\n`]);
  });

  test("continues a batch after a refused request, unless each would be refused", async () => {
    const recorder = await recordRequests(service.url);
    try {
      const batch = (model: string) => `---\nkind: image\nmodel: ${model}\nsize: 64x64\nbatch: [{ a: dawn }, { a: dusk }]\n---\n{{a}}\n`;
      const story = write("unknown.gen.md", "---\nmodel: no-such-model\nbatch: [{ a: dawn }, { a: dusk }]\n---\n{{a}}\n");
      for (const file of [story, write("refused.gen.md", batch("no-such-model"))]) {
        const before = recorder.bodies.length;
        const { status, errors } = await prompt("run", file, "--base-url", recorder.url);
        expect(
          [
            status,
            errors.match(/^error: The service does not offer this model for this kind of output\. Choose another model\.$/gm)?.length,
            recorder.bodies.length - before,
          ],
          errors,
        ).toEqual([1, 2, 2]);
      }
      const texts = write("texts.gen.md", "---\nmodel: demo-text\nbatch: [{ a: dawn }, { a: dusk }]\n---\n{{a}}\n");
      for (const file of [texts, write("key.gen.md", batch("demo-image"))]) {
        const before = recorder.bodies.length;
        const { status, errors } = await promptWith("wrong", "run", file, "--base-url", recorder.url);
        expect([status, recorder.bodies.length - before]).toEqual([1, 1]);
        expect(errors).toMatch(/^error: .+\n1 of 2 requests were not sent\.\n$/);
      }
    } finally {
      recorder.close();
    }
  });

  test("stopped by Ctrl+C, prints the id of the task, which the service continues, and sends no more of a batch", async () => {
    const slow = await startService({ tokensPerSecond: 4, keys: [service.key] });
    const recorder = await recordRequests(slow.url);
    try {
      const videos = write("clips.gen.md", "---\nkind: video\nmodel: demo-video\nbatch: [{ a: dawn }, { a: dusk }]\n---\n{{a}}\n");
      const story = write("story.gen.md", "---\nmodel: demo-text\n---\nTell a long story of the sea.\n");
      const [made, described] = await Promise.all([
        start(["run", videos, "--base-url", recorder.url], {
          interrupt: () => vi.waitUntil(() => recorder.bodies.length > 0, { timeout: 60_000 }),
        }),
        start(["run", story, "--base-url", slow.url], { interrupt: (output) => new Promise((resolve) => output.once("data", resolve)) }),
      ]);
      for (const { status, errors } of [made, described]) {
        expect(status, errors).toBe(130);
        const address = /^Stopped waiting: .+ billed then\. The service keeps the task \S+: GET (\S+)$/m.exec(errors)?.[1] ?? errors;
        const answer = await fetch(address, { headers: { authorization: `Bearer ${service.key}` } });
        expect(answer.status, address).toBe(200);
      }
      expect([recorder.bodies.length, made.errors.includes("1 of 2 requests were not sent.")]).toEqual([1, true]);
    } finally {
      recorder.close();
      await slow.close();
    }
  });
});

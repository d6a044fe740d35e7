/** Why a command made nothing: what it wrote on standard error, as a terminal shows it, without secrets, and bounded. */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { startTestService, type TestService } from "../service/testService.ts";

const key = "hunter2-hunter2-hunter2";

type Model = { run: string[]; kinds?: string[]; output?: { format: string }; timeout?: number };
function start(model: Model): Promise<TestService> {
  const models = { program: { kinds: ["text"], output: { format: "txt" }, ...model } };
  const provider = { type: "command", models, environment: { MODEL_KEY: `\${MODEL_KEY}`, THREADS: "2" } };
  const configuration = readConfiguration(JSON.stringify({ providers: { tools: provider } }));
  return startTestService({ configuration, environment: { MODEL_KEY: key } });
}

const prompt = "Paint a lighthouse at dusk, with three gulls";
async function reasonOf(model: Model): Promise<string> {
  const service = await start(model);
  const { body } = await service.post("/api/v1/responses", { model: "tools/program", input: prompt });
  return String(Object(body.error).message);
}
const shell = (script: string) => ({ run: ["sh", "-c", script] });
const [words, letters] = ["yes word | head -c 3000000 | tr '\\n' ' '", "yes | head -c 3000000 | tr -d '\\n'"];

test.each<[what: string, script: string, reason: string]>([
  ["nothing", "exit 3", "ended with 3."],
  ["only empty lines", "printf '\\n \\n\\r\\n' >&2; exit 1", "ended with 1."],
  ["a line", "echo 'no decode delegate' >&2; exit 1", "ended with 1: no decode delegate"],
  ["many lines", "seq 1 5000 >&2; exit 1", "ended with 1: 4998 4999 5000"],
  ["no end of the last line", "printf 'one\\ntwo' >&2; exit 1", "ended with 1: one two"],
  ["a very long line", `{ ${words}; echo 'out of memory'; } >&2; exit 1`, `ended with 1: …${"word ".repeat(60).slice(-286)}out of memory`],
  ["a very long word", `{ ${letters}; echo; echo 'out of memory'; } >&2; exit 1`, "ended with 1: out of memory"],
  ["colours", "printf '\\033[1;31merror:\\033[0m no GPU\\033[K\\n' >&2; exit 1", "ended with 1: error: no GPU"],
  [
    "a title and a link",
    "printf '\\033]0;Title\\007\\033]8;;https://a.example\\033\\\\docs\\033]8;;\\033\\\\\\n' >&2; exit 1",
    "ended with 1: docs",
  ],
  ["progress", "printf ' 10%%\\r 50%%\\r100%%\\r\\nno memory' >&2; exit 1", "ended with 1: 100% no memory"],
  ["lines that end with a carriage return", "printf 'one\\r\\ntwo\\r\\n' >&2; exit 1", "ended with 1: one two"],
  ["bytes", "printf '\\377\\330\\377\\340\\000\\020\\001\\377\\376\\n' >&2; exit 1", "ended with 1."],
  ["bytes and text", "{ head -c 5000 /dev/zero; echo; echo 'bad header'; } >&2; exit 1", "ended with 1: bad header"],
  ["text in Latin-1", "printf 'Datei f\\344llt aus, kein Speicher\\n' >&2; exit 1", "ended with 1: Datei f\uFFFDllt aus, kein Speicher"],
  ["a key from its environment", 'echo "refused $MODEL_KEY after $THREADS tries" >&2; exit 1', "ended with 1: refused […] after 2 tries"],
  ["a key in a header", "echo 'Authorization: Bearer abc.def-ghi' >&2; exit 1", "ended with 1: Authorization: Bearer [key]"],
  [
    "a key in an address",
    "echo 'GET https://a.example/?api_key=abc&x=1' >&2; exit 1",
    "ended with 1: GET https://a.example/?api_key=[key]&x=1",
  ],
  ["a key in JSON", 'echo \'{"token": "abc", "at": 1}\' >&2; exit 1', 'ended with 1: {"token": "[key]", "at": 1}'],
  ["a known form of key", "echo 'bad sk-abcdefghijklmnopqrst' >&2; exit 1", "ended with 1: bad [key]"],
  ["the prompt", 'echo "cannot read: $(cat)" >&2; exit 1', "ended with 1: cannot read: […]"],
  ["names of files", 'echo "$PWD/image.png, $HOME/models/a.bin" >&2; exit 1', "ended with 1: image.png, ~/models/a.bin"],
  ["a reason, but success", "echo 'nothing to do' >&2", "made no file: nothing to do"],
  ["a reason, and a part of the result", "echo 'Once upon'; echo 'no memory' >&2; exit 1", "ended with 1: no memory"],
  ["a part of the result", "echo 'Once upon'; exit 1", "ended with 1."],
  ["a reason before a signal", "echo 'assertion failed' >&2; kill -ABRT $$", "was ended by SIGABRT: assertion failed"],
  ["nothing before a signal", "kill -SEGV $$", "was ended by SIGSEGV."],
])("a command that wrote %s", async (_, script, reason) => {
  expect(await reasonOf(shell(script))).toBe(`The command of tools ${reason}`);
});

test("a key is not shown in part, wherever the limits are", async () => {
  for (const after of [250, 280, 290, 3_970, 3_990, 16_340, 16_370]) {
    const reason = await reasonOf(shell(`{ printf 'x %s' "$MODEL_KEY"; yes a | head -n ${after / 2} | tr '\\n' ' '; } >&2; exit 1`));
    for (let length = 4; length <= key.length; length += 1) expect(reason).not.toContain(key.slice(-length));
  }
});

test.each<[string, Model, reason: string]>([
  ["does not exist", { run: ["no-such-program"] }, "cannot be started (ENOENT): there is no program no-such-program"],
  ["has arguments that are too long", { run: ["echo", "x".repeat(200_000)] }, "cannot be started (E2BIG): its arguments are too long"],
  [
    "takes too long",
    { ...shell("echo 'waiting for the lock' >&2; sleep 60"), timeout: 1 },
    "took longer than 1 seconds: waiting for the lock",
  ],
  [
    "logs to standard output and writes no file",
    { run: ["sh", "-c", "echo 'no such model'; exit 1", "{output}"] },
    "ended with 1: no such model",
  ],
])("a program that %s", async (_, model, reason) => {
  expect(await reasonOf(model)).toBe(`The command of tools ${reason}`);
});

test("a file that is no program", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "command-errors-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "notes.txt");
  await writeFile(file, "notes");
  await chmod(file, 0o644);
  expect(await reasonOf({ run: [file] })).toBe(`The command of tools cannot be started (EACCES): ${file} is not a program that may be run`);
});

test.each([
  ["0", { output: [{ content: [{ text: "done" }] }] }],
  ["1", { error: { message: "The command of tools ended with 1: left it open" } }],
])("what a program left running with its standard error does not delay its end with %s", async (code, expected) => {
  const service = await start({ ...shell(`setsid sleep 30 >/dev/null & echo 'left it open' >&2; printf done; exit ${code}`), timeout: 20 });
  const before = performance.now();
  expect((await service.post("/api/v1/responses", { model: "tools/program", input: "x" })).body).toMatchObject(expected);
  expect(performance.now() - before).toBeLessThan(10_000);
});

test.each<["images" | "audios" | "videos", string, string, object]>([
  ["images", "image", "png", { prompt }],
  ["audios", "audio", "wav", { input: prompt, voice: "default", format: "wav" }],
  ["videos", "video", "mp4", { prompt }],
])("a failed task of %s has the reason", async (endpoint, kind, format, body) => {
  const service = await start({ ...shell("echo 'no GPU' >&2; exit 1"), kinds: [kind], output: { format } });
  const { body: task } = await service.make(endpoint, { model: "tools/program", ...body });
  expect(task).toMatchObject({ status: "failed", error: { message: "The command of tools ended with 1: no GPU" } });
});

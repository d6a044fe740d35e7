/** Measures the built-in service while an engine's answer does not end, or is as large as it may be: its memory, and how long it takes to answer another request. */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bench, BenchRow } from "./bench.ts";
import { deployedService } from "./builtProgram.ts";
import { endlessForms } from "./endlessProvider.ts";
import { peakMemory, script, type Target, withProcess } from "./measuredProcess.ts";
import { type WholeForm, wholeForms } from "./wholeAnswers.ts";

const key = "bench-key";
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
/** Milliseconds after which an answer is left: the largest video takes longer. */
const patience = 20_000;

const forms: Readonly<Record<string, Pick<WholeForm, "kind" | "dialect" | "model">>> = { ...endlessForms, ...wholeForms };

/** The start of the answer. */
async function read(answer: Response): Promise<string> {
  let start = "";
  for await (const chunk of answer.body ?? []) if (start.length < 256) start += Buffer.from(chunk).toString();
  return start;
}

async function post({ url }: Target, path: string, body: object): Promise<string> {
  const signal = AbortSignal.timeout(patience);
  return fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body), signal })
    .then(read)
    .catch(() => "");
}

/** Of a task. Its file is read without the streams of `fetch`, which would delay the requests whose time is measured. */
const readStatus = (url: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    let start = "";
    const onAnswer = (answer: IncomingMessage) => {
      answer.on("data", (chunk: Buffer) => {
        if (start.length < 256) start += chunk.toString();
      });
      answer.on("end", () => resolve(/"status":"(\w+)"/.exec(start)?.[1]));
    };
    get(url, { headers }, onAnswer).on("error", reject);
  });

/** Resolves when the task has ended, or after `patience`. */
async function ask(service: Target, form: string): Promise<void> {
  const prompt = `form: ${form}`;
  const { kind = "text", dialect = "bench", model: name = kind } = forms[form] ?? {};
  const model = `${dialect}/${name}`;
  if (kind === "text") return void (await post(service, "/api/v1/responses", { model, input: prompt }));
  const path = `/api/v1/${kind}s`;
  const body =
    kind === "audio" ? { model, input: prompt, voice: "alloy", format: form.startsWith("whole") ? "wav" : "mp3" } : { model, prompt };
  const id = /"id":"(\w+)"/.exec(await post(service, path, body))?.[1] ?? "";
  for (const end = performance.now() + patience; performance.now() < end; await sleep(100)) {
    const status = await readStatus(`${service.url}${path}/${id}`);
    if (status === "completed" || status === "failed") return;
  }
  await fetch(`${service.url}/api/v1/responses/${id}`, { method: "DELETE", headers });
}

/** The longest time of `/healthz` in milliseconds while `work` runs. */
async function longestHealth({ url }: Target, work: () => Promise<void>): Promise<number> {
  const probe = spawn(process.execPath, [script("healthProbe.ts"), url], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(probe.stdout)[Symbol.asyncIterator]();
  await lines.next();
  try {
    await work();
  } finally {
    probe.stdin.end();
  }
  return Number((await lines.next()).value);
}

async function measure(engine: string, measured: object, [peak, health]: readonly [string, string]): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "endless-bench-"));
  const config = join(folder, "providers.json");
  const kinds = { text: "text", image: "image", audio: "audio", video: "video", "gemini-image": "image", "gemini-tts": "audio" };
  const models = Object.fromEntries(Object.entries(kinds).map(([id, kind]) => [id, { kinds: [kind] }]));
  const baseURL = `${engine}/v1`;
  const bench = { type: "openai-compatible", baseURL, models };
  const dialects = (["anthropic", "google", "openai"] as const).map((type) => [type, { type, baseURL, models }]);
  await writeFile(config, JSON.stringify({ providers: { bench, ...Object.fromEntries(dialects) } }));
  const only = process.env.ENDLESS_FORM;
  const [memories, times]: [number[], number[]] = [[], []];
  try {
    for (const form of Object.keys(measured).filter((name) => only === undefined || name === only)) {
      await withProcess(await deployedService("--port", "0", "--key", key, "--config", config), async (service) => {
        // Its first answer of a kind of provider takes 60 to 90 ms, because code is loaded and compiled: that is not what is measured.
        const { dialect = "bench" } = forms[form] ?? {};
        const usual = await post(service, "/api/v1/responses", { model: `${dialect}/text`, input: `form: usual ${dialect}` });
        if (!usual.includes('"object":"response"')) throw new Error(`The usual answer was ${usual}.`);
        const longest = await longestHealth(service, () => ask(service, form));
        const memory = peakMemory(service) ?? 0;
        process.stderr.write(`  ${form}: ${Math.round(memory)} MiB, /healthz ${Math.round(longest)} ms\n`);
        memories.push(memory);
        times.push(longest);
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  if (memories.length === 0) return [];
  return [
    { name: peak, value: Math.max(...memories), unit: "MiB" },
    { name: health, value: Math.max(...times), unit: "ms" },
  ];
}

function benchOf(measured: object, names: readonly [string, string]): Bench {
  return { names, run: () => withProcess([script("endlessProvider.ts")], ({ url }) => measure(url, measured, names)) };
}

const benches: readonly Bench[] = [
  benchOf(endlessForms, ["service-endless-upstream-peak-mib", "service-endless-upstream-healthz-ms"]),
  benchOf(wholeForms, ["service-large-answer-peak-mib", "service-large-answer-healthz-ms"]),
];
export default benches;

/** Requests copied as curl and as TypeScript run unchanged and send exactly the original request. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { interfaceVersions, type Kind, kinds } from "../../../src/contract/kind.ts";
import type { WireRequest } from "../../../src/contract/wireRequest.ts";
import { compile } from "../../../src/prompt/compile/compile.ts";
import { toCurl } from "../../../src/prompt/compile/toCurl.ts";
import { toTypeScript } from "../../../src/prompt/compile/toTypeScript.ts";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { type RunningService, startService } from "../../../src/service/startService.ts";
import { type Recorder, recordRequests } from "../recordRequests.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
let service: RunningService;
/** Inside `node_modules`, so that a program in it can import the package. */
let folder: string;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
  folder = mkdtempSync(path.join(repository, "node_modules", ".generation-studio-"));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Characters that shells and programs interpret: quotes, expansions, history, line ends, ends of here-documents and scripts. */
const hostile = `It's a "cat" for $5, \${HOME} $(id) \`id\` \\ \\n %s !! !x
REQUEST
'REQUEST'
  */ // </script> \u2028 é 🙂 {{`;

const fields: Readonly<Record<Kind, string>> = {
  text: "model: demo-text",
  image: "model: demo-image",
  audio: "model: flite",
  video: "model: demo-video",
};
const v1Fields: Readonly<Record<Kind, string>> = {
  text: "instructions: \"Be 'brief'\"",
  image: "size: 64x64",
  audio: "voice: slt\nformat: wav",
  video: "duration: 1\nquality: 480p",
};
const v2Fields: Readonly<Record<Kind, string>> = {
  text: "",
  image: "image_size: 64x64",
  audio: "",
  video: 'video_duration: "1"\nvideo_quality: 480p',
};

function requestOf(head: string, prompt = hostile.replace("{{", "\\{{"), attachments: Record<string, string> = {}): WireRequest {
  const { requests, errors } = compile(parsePromptDocument(`---\n${head}\n---\n${prompt}\n`), { attachments });
  const [only] = requests;
  if (!only) throw new Error(`The document makes no request: ${errors.map((error) => error.message).join()}`);
  return only.request;
}

const cases = interfaceVersions.flatMap((version) =>
  kinds.map((kind) => {
    const more = version === "v1" ? v1Fields[kind] : v2Fields[kind];
    return [kind, version, requestOf(`kind: ${kind}\ninterface: ${version}\n${fields[kind]}\n${more}`)] as const;
  }),
);

interface Ended {
  status: number | null;
  output: string;
  errors: string;
  /** Bodies that the service received. */
  bodies: readonly unknown[];
}

async function run(command: string, args: readonly string[], write: (baseUrl: string) => string, cwd = folder): Promise<Ended> {
  const recorder: Recorder = await recordRequests(service.url);
  try {
    const environment = { ...process.env, GENERATION_STUDIO_API_KEY: service.key, NO_PROXY: "127.0.0.1", HISTFILE: "" };
    const child = spawn(command, args, { cwd, env: environment });
    child.stdin.end(write(recorder.url));
    const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
    const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { status, output, errors, bodies: recorder.bodies };
  } finally {
    recorder.close();
  }
}

const accepted = z.union([z.object({ id: z.string() }), z.object({ task_id: z.string() })]);

/** Runs the command in the comment, which fetches the result; returns its output. */
async function poll(request: WireRequest, id: string): Promise<string> {
  const line = toCurl(request, service.url).trimEnd().split("\n").at(-1) ?? "";
  return (await run("sh", ["-s"], () => line.replace(/^# /, "").replace("/ID'", `/${id}'`))).output;
}

describe("a request copied as curl", () => {
  test.concurrent.each(cases)(
    "is sent unchanged by a shell, and its result is fetched: %s over %s",
    async (_kind, _generation, request) => {
      const { status, output, errors, bodies } = await run("sh", ["-s"], (baseUrl) => toCurl(request, baseUrl));
      expect(status, errors).toBe(0);
      expect(bodies).toEqual([request.body]);
      if (request.interface === "v1" && request.kind === "text") {
        expect(JSON.parse(output)).toMatchObject({ object: "response", status: "completed" });
        return;
      }
      const answer = accepted.parse(JSON.parse(output));
      const id = "id" in answer ? answer.id : answer.task_id;
      const isOver = async () => /"status":(?:"completed"|2)[,}]/.test(await poll(request, id));
      await vi.waitUntil(isOver, { timeout: 150_000, interval: 500 });
    },
    180_000,
  );

  test.runIf(existsSync("/bin/bash"))("is pasted into an interactive shell, whose history expands nothing in it", async () => {
    const request = requestOf(fields.text);
    const { output, bodies } = await run(
      "/bin/bash",
      ["--norc", "--noprofile", "-i"],
      (baseUrl) => `echo earlier\n${toCurl(request, baseUrl)}`,
    );
    expect(bodies).toEqual([request.body]);
    expect(output).toContain('"status":"completed"');
  });

  test("contains a file that is larger than an argument of a command can be", async () => {
    const data = `data:image/png;base64,${"A".repeat(400_000)}`;
    const request = requestOf(`${fields.text}\nfiles: [large.png]`, "What is this?", { "large.png": data });
    const { bodies, errors } = await run("sh", ["-s"], (baseUrl) => toCurl(request, baseUrl));
    expect(JSON.stringify(bodies), errors).toBe(JSON.stringify([request.body]));
  });

  test("streams if the document streams", async () => {
    const { output } = await run("sh", ["-s"], (baseUrl) => toCurl(requestOf(`${fields.text}\nstream: true`), baseUrl));
    expect(output).toContain("event: response.completed");
  });
});

const drawing = "model: demo-multimodal\ntools: [{ type: image_generation, size: 64x64 }]";
const dialogue = "## user\nHi\n\n## assistant\nHello\n\n## user\nWhat is this?";
const attachments = { "a.png": "data:image/png;base64,AAAA", "b.wav": "data:audio/wav;base64,AAAA" };
const others: readonly (readonly [string, WireRequest])[] = [
  ["a stream", requestOf(`${fields.text}\nstream: true`)],
  ["an answer with a picture", requestOf(drawing, "Draw a picture of a cat.")],
  ["a stream with a picture", requestOf(`${drawing}\nstream: true`, "Draw a picture of a cat.")],
  [
    "fields that the package does not know",
    requestOf(`${fields.text}\nwarmth: 0.5\nreasoning: { effort: low }\ntools: [{ type: web_search }]`),
  ],
  ["a field with a name of JavaScript", requestOf(`${fields.text}\n__proto__: { a: 1 }`)],
  ["a dialogue with files", requestOf(`${fields.text}\nfiles: [a.png, b.wav]`, dialogue, attachments)],
];

describe("a request copied as TypeScript for the published openai package", () => {
  const copies = [...cases.map(([kind, version, request]) => [`${kind} over ${version}`, request] as const), ...others];

  test("passes a strict compiler", async () => {
    const files = copies.map(([, request], index) => {
      const file = path.join(folder, `copy${index}.mts`);
      writeFileSync(file, toTypeScript(request, "https://service.example"));
      return file;
    });
    const compiler = path.join(repository, "node_modules/.bin/tsc");
    const options = [
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--target",
      "esnext",
      "--module",
      "nodenext",
      "--types",
      "node",
    ];
    const { status, output } = await run(compiler, [...options, ...files], () => "");
    expect([status, output]).toEqual([0, ""]);
  }, 180_000);

  const signatures: Readonly<Record<Kind, RegExp>> = {
    text: /^/,
    image: /^\x89PNG|^\xff\xd8/,
    audio: /^RIFF|^ID3|^\xff|^OggS/,
    video: /^.{4}ftyp/,
  };

  test.concurrent.each(copies)(
    "runs unchanged: %s",
    async (_name, request) => {
      const own = mkdtempSync(path.join(folder, "run-"));
      const { status, output, errors, bodies } = await run(
        process.execPath,
        ["--input-type=module-typescript"],
        (baseUrl) => toTypeScript(request, baseUrl),
        own,
      );
      expect(status, errors).toBe(0);
      expect(JSON.stringify(bodies)).toBe(JSON.stringify([request.body]));
      if (request.kind === "text") expect(output.length).toBeGreaterThan(20);
      const made = readdirSync(own).map((name) => readFileSync(path.join(own, name)));
      const makesFile = request.kind !== "text" || JSON.stringify(request.body).includes("image_generation");
      expect(made.length).toBe(makesFile ? 1 : 0);
      for (const bytes of made)
        expect(bytes.toString("latin1")).toMatch(request.kind === "text" ? signatures.image : signatures[request.kind]);
    },
    180_000,
  );
});

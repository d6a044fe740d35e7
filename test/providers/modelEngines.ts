/**
 * Ollama and LM Studio as servers of their documents, with their downloads and loaded models. Sources: Ollama, "API", `docs/api.md`
 * (`/api/tags`, `/api/ps`, `/api/pull`, `/api/generate`); LM Studio, "REST API v1" (`/api/v1/models` and below).
 */
import type { ServerResponse } from "node:http";
import { type Answer, chunk, type Engine, finishChunk, openEngine, sendEvents, sendJson, usageChunk } from "./engineServer.ts";

export interface ModelEngine extends Engine {
  /** What the next downloads do. `hold`: they wait in the middle until the client leaves. */
  next: "complete" | "hold" | "break" | "fail";
  /** Bytes of each model that were downloaded, by name. */
  readonly downloaded: Map<string, number>;
  /** The loaded models. A chat completion loads its model. */
  readonly loaded: Set<string>;
  /** Milliseconds after which Ollama unloads its models, from when it is asked for them; undefined: it does not say so. */
  keepAlive?: number;
}

const total = 2_000_000_000;
/** It reads no more of a prompt than its context has, and does not say so. */
const chatThatLoads = (loaded: Set<string>, context: number): Record<string, Answer> => ({
  "POST /v1/chat/completions": (request, response) => {
    loaded.add(String(request.json.model));
    const usage = usageChunk({ prompt_tokens: Math.min(context, Math.ceil(request.body.length / 4)), completion_tokens: 1 });
    return sendEvents([chunk({ content: "Hello" }), finishChunk("stop"), usage])(request, response);
  },
});

export async function openOllama(port = 0): Promise<ModelEngine> {
  const downloaded = new Map([["llama3.2:1b", total]]);
  const loaded = new Set(["llama3.2:1b"]);
  const present = () => [...downloaded].filter(([, bytes]) => bytes === total).map(([name]) => name);
  let unloadsAt: number | undefined;
  const pull: Answer = ({ json }, response) => {
    const name = String(json.model);
    const write = (line: object) => response.write(`${JSON.stringify(line)}\n`);
    const layer = (completed: number) => {
      downloaded.set(name, completed);
      write({ status: "pulling 2049f5674b1e", digest: "sha256:2049f5674b1e", total, completed });
    };
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    write({ status: "pulling manifest" });
    if (engine.next === "fail") return void response.end('{"error":"pull model manifest: file does not exist"}\n');
    layer(downloaded.get(name) ?? 0);
    layer(total / 2);
    if (engine.next === "hold") return;
    if (engine.next === "break") return void response.end();
    layer(total);
    for (const status of ["verifying sha256 digest", "writing manifest", "success"]) write({ status });
    response.end();
  };
  const opened = await openEngine(
    {
      ...chatThatLoads(loaded, 4096),
      // Ollama answers with null if there is none.
      "GET /v1/models": (request, response) => {
        const data = present().map((id) => ({ id, object: "model", created: 1_700_000_000, owned_by: "library" }));
        return sendJson({ object: "list", data: data.length === 0 ? null : data })(request, response);
      },
      "GET /api/tags": (request, response) =>
        sendJson({ models: present().map((name) => ({ name, model: name, digest: name, size: total })) })(request, response),
      "GET /api/ps": (request, response) => {
        if (engine.keepAlive !== undefined) unloadsAt ??= Date.now() + engine.keepAlive;
        if (unloadsAt !== undefined && unloadsAt <= Date.now()) loaded.clear();
        const expires_at = unloadsAt === undefined ? undefined : new Date(unloadsAt).toISOString();
        const models = [...loaded].map((name) => ({ name, model: name, size_vram: total, context_length: 4096, expires_at }));
        return sendJson({ models })(request, response);
      },
      "POST /api/show": sendJson({ capabilities: ["completion", "tools"], model_info: { "llama.context_length": 131_072 } }),
      "POST /api/pull": pull,
      "POST /api/generate": ({ json }, response) => {
        if (json.keep_alive === 0 && json.prompt === undefined) loaded.delete(String(json.model));
        response.end(JSON.stringify({ model: json.model, response: "", done: true, done_reason: "unload" }));
      },
    },
    port,
  );
  const engine: ModelEngine = Object.assign(opened, { next: "complete" as const, downloaded, loaded });
  return engine;
}

export async function openLmStudio(): Promise<ModelEngine> {
  const downloaded = new Map([["google/gemma-3-1b", total]]);
  const loaded = new Set(["google/gemma-3-1b"]);
  const jobs = new Map<string, string>();
  const present = () => [...downloaded].filter(([, bytes]) => bytes === total).map(([key]) => key);
  const status = (id: string, response: ServerResponse, code = 200) => {
    const key = jobs.get(id) ?? "";
    const bytes = downloaded.get(key) ?? 0;
    const state = engine.next === "fail" ? "failed" : bytes === total ? "completed" : "downloading";
    const job = { job_id: id, status: state, total_size_bytes: total, downloaded_bytes: bytes, started_at: "2026-01-01T00:00:00Z" };
    return sendJson(job, code)({ method: "", path: "", headers: {}, body: Buffer.alloc(0), json: {} }, response);
  };
  const opened = await openEngine({
    ...chatThatLoads(loaded, 8192),
    "GET /v1/models": (request, response) =>
      sendJson({ object: "list", data: present().map((id) => ({ id, object: "model" })) })(request, response),
    "GET /api/v1/models": (request, response) => {
      const models = present().map((key) => ({
        type: "llm",
        key,
        display_name: key,
        max_context_length: 32_768,
        capabilities: { vision: key.startsWith("google/"), trained_for_tool_use: true },
        loaded_instances: loaded.has(key) ? [{ id: `${key}:2`, config: { context_length: 8192 } }] : [],
      }));
      return sendJson({ models: [...models, { type: "embedding", key: "nomic", loaded_instances: [] }, { odd: true }] })(request, response);
    },
    "POST /api/v1/models/download": ({ json }, response) => {
      const key = String(json.model).replace(/^https:\/\/huggingface\.co\/[^/]+\//, "");
      if (downloaded.get(key) === total) return void response.end(JSON.stringify({ status: "already_downloaded" }));
      jobs.set("job_1", key);
      downloaded.set(key, Math.max(downloaded.get(key) ?? 0, total / 4));
      return status("job_1", response);
    },
    "GET /api/v1/models/download/status/*": ({ path }, response) => {
      const id = path.split("/").at(-1) ?? "";
      const key = jobs.get(id) ?? "";
      if (engine.next === "complete") downloaded.set(key, total);
      return status(id, response);
    },
    "POST /api/v1/models/unload": ({ json }, response) => {
      loaded.delete(String(json.instance_id).replace(/:2$/, ""));
      response.end(JSON.stringify({ instance_id: json.instance_id }));
    },
    // Any other path is answered like this, with status 200.
    "GET /*": sendJson({ error: "Unexpected endpoint or method." }),
    "POST /*": sendJson({ error: "Unexpected endpoint or method." }),
  });
  const engine: ModelEngine = Object.assign(opened, { next: "complete" as const, downloaded, loaded });
  return engine;
}

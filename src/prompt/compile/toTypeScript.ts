/** Writes a request as a TypeScript program for the `openai` package. The key comes from the environment. */
import { kindTable } from "../../contract/kind.ts";
import type { ResponseRequest } from "../../contract/responseRequest.ts";
import type { WireRequest } from "../../contract/wireRequest.ts";
import { keyVariable } from "../parse/keyVariable.ts";
import { pathOf } from "./compile.ts";

type MediaRequest = Exclude<WireRequest, { kind: "text" } | { interface: "v2" }>;

/** Media and v2 use the package's generic `post` and `get`, as the spec's "Versioning" requires. Files are saved in the current folder. */
export function toTypeScript(request: WireRequest, baseUrl: string): string {
  return [`import OpenAI from "openai";`, ...imports(request), "", client(baseUrl), "", ...program(request), ""].join("\n");
}

function imports(request: WireRequest): string[] {
  const writes = request.interface === "v2" || request.kind !== "text" || makesImages(request.body);
  return [
    ...(writes ? [`import { writeFile } from "node:fs/promises";`] : []),
    ...(request.interface === "v2" ? [`import { basename } from "node:path";`] : []),
  ];
}

function client(baseUrl: string): string {
  return [
    "const client = new OpenAI({",
    `  baseURL: ${JSON.stringify(`${baseUrl}/api/v1`)},`,
    `  apiKey: process.env[${JSON.stringify(keyVariable)}],`,
    "  maxRetries: 0,",
    "});",
  ].join("\n");
}

function program(request: WireRequest): string[] {
  if (request.interface === "v2") return v2Program(request);
  return request.kind === "text" ? textProgram(request.body) : mediaProgram(request);
}

/** Writes an expression in which `__proto__` is an ordinary field. */
function write(body: object): string {
  return JSON.stringify(body, undefined, 2).replace(/^( *)"__proto__":/gm, `$1["__proto__"]:`);
}

function textProgram(body: ResponseRequest): string[] {
  const isStream = body.stream === true;
  const parameters = isStream ? "ResponseCreateParamsStreaming" : "ResponseCreateParamsNonStreaming";
  const [declaration, argument] = isTyped(body)
    ? [[], write(body)]
    : [
        ["// The types of the package know less than the service takes.", `const request: object = ${write(body)};`],
        `request as OpenAI.Responses.${parameters}`,
      ];
  if (!isStream) {
    return [
      ...declaration,
      `const response = await client.responses.create(${argument});`,
      "console.log(response.output_text);",
      ...(makesImages(body) ? saveImages("response", "") : []),
    ];
  }
  return [
    ...declaration,
    `const stream = await client.responses.create(${argument});`,
    "for await (const event of stream) {",
    `  if (event.type === "response.output_text.delta") process.stdout.write(event.delta);`,
    ...(makesImages(body) ? [`  if (event.type === "response.completed") {`, ...saveImages("event.response", "    "), "  }"] : []),
    "}",
  ];
}

/** Whether the package's types accept the body; otherwise it is sent with a cast. */
function isTyped(body: ResponseRequest): boolean {
  const known = ["model", "input", "instructions", "reasoning", "stream", "tools"];
  return (
    typeof body.input === "string" &&
    Object.keys(body).every((name) => known.includes(name)) &&
    Object.keys(body.reasoning ?? {}).every((name) => name === "effort") &&
    (body.tools ?? []).every((tool) => Object.keys(tool).length === 1)
  );
}

function makesImages(body: ResponseRequest): boolean {
  return (body.tools ?? []).some((tool) => tool.type === "image_generation");
}

function saveImages(response: string, indent: string): string[] {
  return [
    `for (const [index, item] of ${response}.output.entries()) {`,
    `  if (item.type !== "image_generation_call" || !item.result) continue;`,
    `  await writeFile(\`image-\${index + 1}.png\`, Buffer.from(item.result, "base64"));`,
    "}",
  ].map((line) => `${indent}${line}`);
}

function mediaProgram(request: MediaRequest): string[] {
  const path = pathOf(request).replace("/api/v1", "");
  return [
    "interface MediaTask {",
    "  id: string;",
    "  status: string;",
    "  data?: { b64_json: string }[];",
    "  error?: { message: string };",
    "}",
    "",
    `const accepted = await client.post<{ id: string }>(${JSON.stringify(path)}, { body: ${write(request.body)} });`,
    `let task = await client.get<MediaTask>(\`${path}/\${accepted.id}\`);`,
    `while (task.status !== "completed" && task.status !== "failed") {`,
    "  await new Promise((resolve) => setTimeout(resolve, 2000));",
    `  task = await client.get<MediaTask>(\`${path}/\${accepted.id}\`);`,
    "}",
    `if (task.status === "failed") throw new Error(task.error?.message);`,
    "for (const [index, file] of (task.data ?? []).entries()) {",
    `  await writeFile(\`${request.kind}-\${index + 1}.${ending(request)}\`, Buffer.from(file.b64_json, "base64"));`,
    "}",
  ];
}

function ending(request: MediaRequest): string {
  if (request.kind === "audio") return request.body.format.replace(/[^a-z0-9]/gi, "");
  return kindTable[request.kind].usualFormat;
}

/** A file's `data` is a link or its content. Source: spec, "v2 status object". */
function v2Program({ kind, body }: Extract<WireRequest, { interface: "v2" }>): string[] {
  return [
    "interface Status {",
    "  contents?: { status?: number; text?: string; files?: { name?: string; data?: string }[] };",
    "  error?: unknown;",
    "}",
    "",
    `const root = client.baseURL.replace(/\\/v1$/, "");`,
    `const accepted = await client.post<{ task_id: string }>(root + "/v2", { body: ${write(body)} });`,
    `let status = await client.get<Status>(root + "/v2/status/" + accepted.task_id);`,
    "while (status.contents?.status !== 2 && !status.error) {",
    "  await new Promise((resolve) => setTimeout(resolve, 2000));",
    `  status = await client.get<Status>(root + "/v2/status/" + accepted.task_id);`,
    "}",
    "if (status.error) throw new Error(JSON.stringify(status.error));",
    "if (status.contents?.text) console.log(status.contents.text);",
    "for (const [index, { name, data }] of (status.contents?.files ?? []).entries()) {",
    "  if (!data) continue;",
    `  const isLink = /^https?:/.test(data);`,
    `  const bytes = isLink ? await (await fetch(data)).arrayBuffer() : Buffer.from(data.replace(/^data:[^,]*,/, ""), "base64");`,
    `  await writeFile(basename(name ?? \`${kind}-\${index + 1}\`), new Uint8Array(bytes));`,
    "}",
  ];
}

/** A request and the service's address in; a TypeScript program for the `openai` package that sends it, the key taken from the environment, out. */
import type { WireRequest } from "./compile.ts";
import { pathOf } from "./compile.ts";
import { keyVariable } from "./toCurl.ts";

/** Media and v2 go through the package's generic `post` and `get`, as the spec's "Versioning" asks for. */
export function toTypeScript(request: WireRequest, baseUrl: string): string {
  const body = JSON.stringify(request.body, undefined, 2);
  return [`import OpenAI from "openai";`, ...imports(request), "", client(baseUrl), "", ...program(request, body), ""].join("\n");
}

function imports(request: WireRequest): string[] {
  return request.interface === "v1" && request.kind !== "text" ? [`import { writeFile } from "node:fs/promises";`] : [];
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

function program(request: WireRequest, body: string): string[] {
  if (request.interface === "v2") return v2Program(body);
  if (request.kind !== "text") return mediaProgram(pathOf(request).replace("/api/v1", ""), request, body);
  if (request.body.stream !== true)
    return [`const response = await client.responses.create(${body});`, "console.log(response.output_text);"];
  return [
    `const stream = await client.responses.create(${body});`,
    "for await (const event of stream) {",
    `  if (event.type === "response.output_text.delta") process.stdout.write(event.delta);`,
    "}",
  ];
}

function mediaProgram(path: string, request: Exclude<WireRequest, { kind: "text" }>, body: string): string[] {
  return [
    "interface MediaTask {",
    "  id: string;",
    "  status: string;",
    "  data?: { b64_json: string }[];",
    "  error?: { message: string };",
    "}",
    "",
    `const accepted = await client.post<{ id: string }>(${JSON.stringify(path)}, { body: ${body} });`,
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

function ending(request: Exclude<WireRequest, { kind: "text" }>): string {
  if (request.interface === "v1" && request.kind === "audio") return request.body.format.replace(/[^a-z0-9]/gi, "");
  return request.kind === "image" ? "png" : "mp4";
}

function v2Program(body: string): string[] {
  return [
    "interface Status {",
    "  contents?: { status?: number; text?: string; files?: { name?: string; data?: string }[] };",
    "  error?: unknown;",
    "}",
    "",
    `const root = client.baseURL.replace(/\\/v1$/, "");`,
    `const accepted = await client.post<{ task_id: string }>(root + "/v2", { body: ${body} });`,
    "let status: Status;",
    "do {",
    "  await new Promise((resolve) => setTimeout(resolve, 2000));",
    `  status = await client.get<Status>(root + "/v2/status/" + accepted.task_id);`,
    "} while (status.contents?.status !== 2 && !status.error);",
    "console.log(status.error ?? status.contents?.text, status.contents?.files);",
  ];
}

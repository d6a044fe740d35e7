/** Sends the requests of the reference to the built-in service, in order. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startTestService } from "../testService.ts";

const reference = readFileSync(new URL("../../../docs/generation-service.md", import.meta.url), "utf8");

interface Command {
  method: string;
  path: string;
  data: string | undefined;
}

/** The commands with `curl` in the blocks of code; data may have several lines. */
function readCommands(markdown: string): Command[] {
  const blocks = [...markdown.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);
  return blocks
    .flatMap((block) => block.split(/^(?=curl )/m))
    .filter((text) => text.startsWith("curl "))
    .map((text) => {
      const data = /-d '([^']*)'/.exec(text)?.[1];
      const path = /\$SERVICE(\S+)/.exec(text)?.[1] ?? "";
      expect(text).toContain('-H "Authorization: Bearer $KEY"');
      return { method: /-X (\w+)/.exec(text)?.[1] ?? (data === undefined ? "GET" : "POST"), path, data };
    });
}

const commands = readCommands(reference);

/** Method and path of every endpoint. Source: spec, "Summary". */
const endpoints = [
  "GET /api/v1/models",
  "GET /api/v1/models/demo-text",
  "POST /api/v1/responses",
  "GET /api/v1/responses/$ID",
  "DELETE /api/v1/responses/$ID",
  ...["images", "audios", "videos"].flatMap((kind) => [`POST /api/v1/${kind}`, `GET /api/v1/${kind}/$ID`]),
  "POST /api/v2",
  "GET /api/v2/status/$ID",
];

test("the reference has a request for each endpoint", () => {
  const written = commands.map(({ method, path }) => `${method} ${path}`);
  expect(endpoints.filter((endpoint) => !written.includes(endpoint))).toEqual([]);
  expect(written.filter((command) => !endpoints.includes(command))).toEqual([]);
});

test("each request of the reference succeeds, and each result arrives", async () => {
  const service = await startTestService();
  let id = "";
  for (const { method, path, data } of commands) {
    const target = path.replace("$ID", id);
    const isStreamed = data?.includes('"stream": true') === true;
    if (method === "DELETE") expect((await service.delete(target)).body).toMatchObject({ id, deleted: true });
    else if (data === undefined) {
      const { status, body } = await (path.includes("$ID") ? service.settle(target) : service.get(target));
      expect([path, status]).toEqual([path, 200]);
      expect(body.status ?? "completed").toBe("completed");
      expect(body.error ?? null).toBeNull();
    } else if (isStreamed) {
      const { headers } = service;
      const response = await fetch(`${service.url}${target}`, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        body: data,
      });
      const events = await response.text();
      for (const event of ["response.created", "response.output_text.delta", "response.completed"])
        expect(events).toContain(`event: ${event}\n`);
      expect(events).toMatch(/data: \[DONE\]\s*$/);
    } else {
      const { status, body } = await service.post(target, JSON.parse(data));
      expect([path, status]).toEqual([path, path.startsWith("/api/v2") || path.endsWith("/responses") ? 200 : 202]);
      id = String(body.id ?? body.task_id);
    }
  }
});

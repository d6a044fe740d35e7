/** The OpenAPI document of a running service, and its examples. */
import { expect, test } from "vitest";
import * as z from "zod";
import { operations } from "../../src/service/openapi/operations.ts";
import { startTestService } from "./testService.ts";

const service = await startTestService();

test("a service publishes its document without a key, with its own address", async () => {
  const answer = await fetch(`${service.url}/openapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const document = await answer.json();
  expect(document).toMatchObject({ openapi: "3.1.1", servers: [{ variables: { base_url: { default: service.url } } }] });
});

const examples = operations.flatMap(({ method, path, status, request }) =>
  Object.entries(request?.examples ?? {}).map(([name, body]) => ({ method, path, status, name, body })),
);
const idSchema = z.union([z.object({ id: z.string() }), z.object({ task_id: z.string() })]);

test.each(examples)("the example $name of $path is accepted, and its result arrives", async ({ path, status, body }) => {
  if ("stream" in body) {
    const answer = await fetch(`${service.url}${path}`, { method: "POST", headers: service.headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain("event: response.completed\n");
    return;
  }
  const answer = await service.post(path, body);
  expect([answer.status, answer.body.error]).toEqual([status, undefined]);
  const accepted = idSchema.parse(answer.body);
  const result = await service.settle("task_id" in accepted ? `${path}/status/${accepted.task_id}` : `${path}/${accepted.id}`);
  expect(result.body).toMatchObject("task_id" in accepted ? { contents: { status: 2 }, error: null } : { status: "completed" });
});

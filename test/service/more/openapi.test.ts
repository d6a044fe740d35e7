/** The OpenAPI document of a running service, and its examples. */
import { expect, test } from "vitest";
import * as z from "zod";
import { describeService } from "../../../src/service/openapi/describeService.ts";
import { operations } from "../../../src/service/openapi/operations.ts";
import { requestSchemas } from "../../../src/service/openapi/requests.ts";
import { startTestService } from "../testService.ts";

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
/** Fields that no model of the demo announces, and addresses and earlier answers, of which a test has none. */
const withoutExample = /^(?:(?:image_|video_)?(?:steps|guidance|background|output_format|upscale)|file_url|previous_response_id)$/;

test("the examples contain every field of the requests that the demo takes", () => {
  const written = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) written.add(name);
      collect(inner);
    }
  };
  for (const { body } of examples) collect(body);
  const listed = new Set<string>();
  const list = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    for (const [key, inner] of Object.entries(schema)) {
      if (key === "properties") for (const name of Object.keys(Object(inner))) listed.add(name);
      list(inner);
    }
  };
  const { schemas } = describeService().components;
  for (const name of Object.keys(requestSchemas)) list(schemas[name]);
  expect(listed.size).toBeGreaterThan(40);
  expect([...listed].filter((name) => !written.has(name) && !withoutExample.test(name) && !ofOthers.test(name))).toEqual([]);
});

/** Fields of models that the demo has not. */
const ofOthers = /^(?:audio_|video_)?(?:last_frame|generate_audio|fps|voice_instructions|language)$/;

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

/** The OpenAPI document lists the rows of the interface, and marks what it adds to them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { openapiPath, openapiText } from "../../../../scripts/writeOpenapi.ts";
import { describeService } from "../../../../src/service/openapi/describeService.ts";
import { answerCheck } from "../../../service/openapi/answerSchemas.ts";

const schema = z.looseObject({ properties: z.record(z.string(), z.looseObject({})), required: z.array(z.string()) });
const document = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.looseObject({})) }))),
    components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  })
  .parse(describeService());

test("the published document is the current one: npm run openapi writes it", () => {
  expect(readFileSync(openapiPath, "utf8")).toBe(openapiText());
});

/** Source: spec, "Summary". */
const summary = [
  ["get /api/v1/models", "200"],
  ["get /api/v1/models/{id}", "200"],
  ["post /api/v1/responses", "200"],
  ["get /api/v1/responses/{id}", "200"],
  ["delete /api/v1/responses/{id}", "200"],
  ["post /api/v1/images", "202"],
  ["get /api/v1/images/{id}", "200"],
  ["post /api/v1/audios", "202"],
  ["get /api/v1/audios/{id}", "200"],
  ["post /api/v1/videos", "202"],
  ["get /api/v1/videos/{id}", "200"],
  ["post /api/v2", "200"],
  ["get /api/v2/status/{task_id}", "200"],
];

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({ name: `${method} ${path}`, responses })),
);

test("it has the endpoints of the interface, with their status of success", () => {
  const successes = operations.map(({ name, responses }) => [
    name,
    Object.keys(responses)
      .filter((status) => status < "300")
      .join(),
  ]);
  expect(successes.toSorted()).toEqual(summary.toSorted());
});

test("POST /responses has every status of the interface except 202 and the 404 of a task; 402, 403, 409, 422 and 503 are additions", () => {
  const { responses = {} } = operations.find(({ name }) => name === "post /api/v1/responses") ?? {};
  expect(Object.keys(responses)).toEqual(["200", "400", "401", "402", "403", "404", "408", "409", "422", "429", "500", "503", "504"]);
  const added = Object.entries(responses).filter(([, value]) => value["x-addition"] === true);
  expect(added.map(([status]) => status)).toEqual(["402", "403", "409", "422", "503"]);
});

/** Rows of the request tables; those with `!` are required. Source: spec, "Endpoints". */
const tables = {
  ResponseRequest: "model! input! instructions reasoning stream tools",
  ImageRequest: "model! prompt! size quality aspect_ratio image",
  VideoRequest: "model! prompt! size quality duration image",
  AudioRequest: "model! input! voice! format! speed",
  V2Request: "type ai! content! response_format stop_sequences",
};

test.each(Object.entries(tables))("%s has the rows of its table, and marks its other fields as additions", (name, rows) => {
  const { properties, required } = schema.parse(document.components.schemas[name]);
  const listed = Object.entries(properties).filter(([, property]) => property["x-addition"] !== true);
  expect(listed.map(([field]) => (required.includes(field) ? `${field}!` : field)).toSorted()).toEqual(rows.split(" ").toSorted());
});

test("v2's ai has the rows of its table, and marks its other fields as additions", () => {
  const { properties } = schema.parse(schema.parse(document.components.schemas.V2Request).properties.ai);
  const listed = Object.entries(properties).filter(([, property]) => property["x-addition"] !== true);
  const rows = "model video_size video_quality video_duration image_size image_quality image_ratio";
  expect(listed.map(([field]) => field).toSorted()).toEqual(rows.split(" ").toSorted());
});

const answers = answerCheck();
const error = { message: "Invalid API key.", type: "authentication_error", param: null, code: "invalid_api_key" };

test.each([
  ["a documented answer", "GET", "/api/v1/models", 200, { object: "list", data: [] }, 0],
  ["a documented error", "GET", "/api/v1/models", 401, { error }, 0],
  ["another status", "GET", "/api/v1/models", 202, { object: "list", data: [] }, 1],
  ["an unknown field", "GET", "/api/v1/models", 200, { object: "list", data: [], next: "" }, 1],
  ["a missing field", "GET", "/api/v1/models", 200, { object: "list" }, 1],
  ["a wrong type", "DELETE", "/api/v1/responses/x", 200, { id: 1, object: "response", deleted: true }, 1],
  ["an unknown error code", "GET", "/api/v1/models", 401, { error: { ...error, code: "other" } }, 1],
])("%s of the service is told from an undocumented one", (_, method, path, status, body, violations) => {
  const operation = answers.find(method, path);
  expect(operation && answers.check(operation, status, "application/json", body)).toHaveLength(violations);
});

/**
 * Changes each value of the OpenAPI document's examples, one at a time. What the document refuses, the service refuses, and names the row;
 * what it accepts, the service accepts, unless the field's text says on what its values depend.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import * as z from "zod";
import { describeService } from "../../../src/service/openapi/describeService.ts";
import { operations } from "../../../src/service/openapi/operations.ts";
import { type Change, changesOf, rowsOf } from "../openapi/changes.ts";
import { startHesitantService, startTestService } from "../testService.ts";

/** Media and v2 tasks are accepted and not generated; texts are answered at once. */
const { hesitant } = await startHesitantService({ balance: 1_000_000 });
const answering = await startTestService({ balance: 1_000_000 });

const document = describeService();
const ajv = new Ajv2020({ strict: false });
ajv.addSchema({ $id: "document", components: document.components });
const validatorOf = (name: string) => ajv.compile({ $ref: `document#/components/schemas/${name}` });

/** What a row's accepted values depend on, besides its schema. */
const dependencies = {
  model:
    /^(?:ai\.)?model$|^(?:ai\.(?:image|audio|video)_)?(?:size|quality|aspect_ratio|ratio|voice|format|speed|duration|n|seed|strength)$|^reasoning\.effort$|^type$/,
  file: /^image\b|^(?:ai\.image_)?mask$|^content\[\]\.file_data$|^input\b/,
  text: /^stop_sequences\b|^content\[\]\.text$/,
  tools: /^tools\b|^tool_choice\b/,
};

/** Rows that a change of another row can make wrong: a model makes the kind of `type`, and a mask belongs to an image. */
const usedWith: Readonly<Record<string, readonly string[]>> = { type: ["ai.model"], image: ["strength", "mask"] };

const errorSchema = z.object({ error: z.object({ code: z.string(), param: z.string().nullable() }) });

const posts = operations.flatMap(({ path, request }) =>
  Object.entries(request?.examples ?? {}).map(([name, body]) => ({ path, name, body, schema: request?.schema ?? "" })),
);

async function judge(path: string, change: Change, isValid: boolean): Promise<string | undefined> {
  const service = path === "/api/v1/responses" ? answering : hesitant;
  const answer = await fetch(`${service.url}${path}`, { method: "POST", headers: service.headers, body: JSON.stringify(change.body) });
  const text = await answer.text();
  const verdict = `${change.name}: ${answer.status} ${text.slice(0, 200)}`;
  if (answer.status >= 500) return verdict;
  if (answer.ok) return isValid ? undefined : verdict;
  const { param, code } = errorSchema.parse(JSON.parse(text)).error;
  const rows = rowsOf(change.path);
  const row = rows.at(-1) ?? "";
  // The row itself, one around it, or one inside it.
  const isNamed = param !== null && (rows.includes(param) || (/^(?:\.|\[\])/.test(param.slice(row.length)) && param.startsWith(row)));
  if (!isValid) return isNamed && code === "invalid_request" ? undefined : verdict;
  const mayDepend = Object.values(dependencies).some((pattern) => pattern.test(row) || (param !== null && pattern.test(param)));
  return mayDepend && (isNamed || usedWith[row]?.includes(param ?? "")) ? undefined : verdict;
}

test.each(posts)("each changed value of the example $name of $path gets the verdict of the document", async ({ path, body, schema }) => {
  const validate = validatorOf(schema);
  expect(validate(body)).toBe(true);
  const changes = changesOf(body);
  expect(changes.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  for (const change of changes) {
    const fault = await judge(path, change, validate(change.body));
    if (fault !== undefined) wrong.push(fault);
  }
  expect(wrong).toEqual([]);
});

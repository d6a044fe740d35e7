/** Checks answers of the service against the OpenAPI document, with ajv. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import * as z from "zod";
import { describeService } from "../../../src/service/openapi/describeService.ts";

const contentSchema = z.record(z.string(), z.object({ schema: z.looseObject({}) }));
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.object({ content: contentSchema })) }))),
  components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
});

/** What answers a method and a path. */
interface DocumentedOperation {
  name: string;
  responses: Readonly<Record<string, { content: z.infer<typeof contentSchema> }>>;
}

export interface AnswerCheck {
  /** undefined: the document has no such operation. */
  find(method: string, path: string): DocumentedOperation | undefined;
  /** What is wrong with an answer; empty: nothing. `body` undefined: only its type is checked. */
  check(operation: DocumentedOperation, status: number, contentType: string, body?: unknown): string[];
  /** What is wrong with the value of a component. */
  checkComponent(name: string, value: unknown): string[];
}

let created: AnswerCheck | undefined;

/** One for all files of a worker: to create it, and to compile its schemas, takes longer than many tests. */
export function answerCheck(): AnswerCheck {
  created ??= createAnswerCheck();
  return created;
}

function createAnswerCheck(): AnswerCheck {
  const document = documentSchema.parse(describeService());
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({
    $id: "document",
    components: { schemas: Object.fromEntries(Object.entries(document.components.schemas).map(([name, schema]) => [name, close(schema)])) },
  });
  const compiled = new Map<string, ValidateFunction>();
  const violations = (schema: object, value: unknown): string[] => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(inDocument(schema));
    compiled.set(key, validate);
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      // A model's id may contain slashes.
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, path.startsWith("/api/v1/models") ? ".+" : "[^/]+")}$`),
      operation: { name: `${method} ${path}`, responses },
    })),
  );
  return {
    find: (method, path) => operations.find((one) => one.method === method && one.pattern.test(path))?.operation,
    check({ name, responses }, status, contentType, body) {
      const type = contentType.split(";")[0] ?? "";
      const content = responses[status]?.content[type];
      if (content === undefined) return [`${name}: ${status} with ${type} is not documented`];
      if (body === undefined) return [];
      return violations(content.schema, body).map((violation) => `${name}, ${status}: ${violation}`);
    },
    checkComponent: (name, value) => violations({ $ref: `#/components/schemas/${name}` }, value),
  };
}

/** References lead into the added document. */
function inDocument(value: object): object {
  return JSON.parse(JSON.stringify(value).replaceAll('"$ref":"#/', '"$ref":"document#/'));
}

/** The same schema, in which an object has no other fields than those that it lists. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== "object" || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, close(value)]));
  const isOpen = !("properties" in schema) || "additionalProperties" in schema;
  return isOpen ? closed : { ...closed, additionalProperties: false };
}

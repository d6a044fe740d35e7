/** Builds the OpenAPI document of the interface from the schemas of its requests and answers. Source: OpenAPI 3.1.1. */
import * as z from "zod/mini";
import { limits } from "../../contract/limits.ts";
import { announcedWait, longestWait } from "../../contract/longPoll.ts";
import { progressQuery } from "../../contract/progress.ts";
import { streamEventSchema } from "../../contract/streamEvents.ts";
import { additionKeyword } from "./addition.ts";
import { answerSchemas } from "./answers.ts";
import { errorStatuses, type Operation, operations } from "./operations.ts";
import { addReaderRules, type JsonSchema } from "./readerRules.ts";
import { requestSchemas } from "./requests.ts";

/** The address of `npm run service`. */
const usualAddress = "http://127.0.0.1:8787";

/** The document as a JSON value. `baseUrl`: the spec's `{base_url}`. */
export function describeService(baseUrl: string = usualAddress) {
  return {
    openapi: "3.1.1",
    info: {
      title: "Generation service",
      version: "2",
      description: `Generates text, images, audio and video. Results are stored for ${limits.storageDays} days. What \`${additionKeyword}\` marks is not part of the interface, but of the built-in service.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "{base_url}", variables: { base_url: { default: baseUrl } } }],
    security: [{ key: [] }],
    paths: describePaths(),
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "A key of the account." } },
      schemas: describeSchemas(),
    },
  };
}

function describeSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries<z.core.$ZodType>({ ...requestSchemas, ...answerSchemas })) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => {
      if (Object.hasOwn(requestSchemas, name)) addReaderRules(name, schema);
      return [name, schema];
    }),
  );
}

function describePaths(): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) };
  }
  return paths;
}

function describeOperation(operation: Operation) {
  const { id, summary, request, status, path } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  // The interface does not show the status of `insufficient_quota`.
  const errors = errorStatuses(operation).map(([code, codes]) => [
    code,
    describeError(codes.map((one) => `\`${one}\``).join(" or "), code === 402),
  ]);
  const parameters = [
    ...names.map(describeName),
    ...(operation.hasProgress ? [progressParameter] : []),
    ...(operation.hasWait ? [waitParameter] : []),
    ...(request === undefined ? [] : [nameParameter]),
  ];
  return {
    operationId: id,
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(request === undefined ? {} : { requestBody: describeRequest(request) }),
    responses: {
      [status]: describeAnswer(operation),
      ...Object.fromEntries(errors),
      ...(request === undefined ? {} : nameErrors),
      ...additionalErrors,
    },
  };
}

const describeName = (name: string | undefined) => ({ name, in: "path", required: true, schema: { type: "string" } });

const progressParameter = {
  name: progressQuery.name,
  in: "query",
  description: "Adds `progress` to the answer while the task is unfinished.",
  schema: { type: "string", enum: [progressQuery.value] },
  [additionKeyword]: true,
};

const waitParameter = {
  name: "Prefer",
  in: "header",
  description: `\`wait=N\` (RFC 7240): the answer about an unfinished task comes when its state or progress changes, or after N seconds, at most ${longestWait}.`,
  schema: { type: "string", examples: [announcedWait.value] },
  [additionKeyword]: true,
};

const nameParameter = {
  name: "Idempotency-Key",
  in: "header",
  description: "Requests with the same key, endpoint and body are one task for a day.",
  schema: { type: "string" },
  [additionKeyword]: true,
};

function describeRequest({ schema, examples }: NonNullable<Operation["request"]>) {
  const values = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return { required: true, content: { "application/json": { schema: refer(schema), examples: Object.fromEntries(values) } } };
}

/** The types of the events that the client reads; others are skipped. */
const eventTypes = streamEventSchema.def.options.map((option) => `\`${[...option.shape.type.def.values].join()}\``).join(", ");

function describeAnswer({ answers, isStreamed, request }: Operation) {
  const [first, ...others] = answers;
  const schema = others.length === 0 && first !== undefined ? refer(first) : { anyOf: answers.map(refer) };
  const description = `With \`stream\`: server-sent events, the last of which is \`[DONE]\`. Their types are additions: ${eventTypes}.`;
  const stream = { "text/event-stream": { schema: { type: "string", description } } };
  const taskId = { description: "The task's id.", schema: { type: "string" }, [additionKeyword]: true };
  return {
    description: "Success.",
    ...(request === undefined ? {} : { headers: { "x-task-id": taskId } }),
    content: { "application/json": { schema }, ...(isStreamed ? stream : {}) },
  };
}

function describeError(description: string, isAddition: boolean) {
  const content = { "application/json": { schema: refer("ErrorBody") } };
  return { description, content, ...(isAddition ? { [additionKeyword]: true } : {}) };
}

const nameErrors = {
  409: describeError("The request with this `Idempotency-Key` is being accepted, or was answered with a stream.", true),
  422: describeError("The `Idempotency-Key` was used for another request.", true),
};

const additionalErrors = {
  403: describeError("The built-in service answers only to its own machine here.", true),
  503: describeError("The built-in service is overloaded, or failed to answer. `retry-after` says when to repeat the request.", true),
};

function refer(name: keyof typeof requestSchemas | keyof typeof answerSchemas) {
  return { $ref: `#/components/schemas/${name}` };
}

/** A row of the journal's table `tasks` and the rows of its artifacts in; a Task out. */
import * as z from "zod/mini";
import { serviceErrorKinds } from "../client/serviceError.ts";
import { interfaceGenerations, kinds } from "../contract/kind.ts";
import { mediaRequestSchemas } from "../contract/media.ts";
import { usageSchema } from "../contract/usage.ts";
import { costSchema, v2RequestSchema } from "../contract/v2.ts";
import { type Artifact, type Task, type TaskRequest, taskStates } from "./task.ts";

const json = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => JSON.parse(text)),
    ),
    schema,
  );
const time = z.nullable(z.number());

const v1Request = <K extends keyof typeof mediaRequestSchemas>(kind: K) =>
  z.object({ interface: z.literal("v1"), kind: z.literal(kind), body: mediaRequestSchemas[kind] });

const requestSchema = z.union([
  v1Request("image"),
  v1Request("audio"),
  v1Request("video"),
  z.object({ interface: z.literal("v2"), kind: z.enum(kinds), body: v2RequestSchema }),
]);

const failureSchema = z.object({ kind: z.enum(serviceErrorKinds), message: z.string(), code: z.optional(z.string()) });

const taskRowSchema = z.object({
  key: z.string(),
  id: z.nullable(z.string()),
  base_url: z.string(),
  interface: z.enum(interfaceGenerations),
  kind: z.enum(kinds),
  model: z.string(),
  prompt: z.string(),
  folder: z.string(),
  pattern: z.string(),
  origin: json(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  state: z.enum(taskStates),
  created_at: z.number(),
  accepted_at: time,
  finished_at: time,
  usage: z.nullable(json(usageSchema)),
  cost: z.nullable(json(costSchema)),
  text: z.nullable(z.string()),
  error: z.nullable(json(failureSchema)),
  request: z.nullable(z.string()),
});

const artifactRowSchema = z.object({ path: z.string(), size: z.number(), sha256: z.string(), media_type: z.string() });

const storedRequestSchema = json(requestSchema);

/**
 * A row whose `request` is null leaves it to `loadRequest`, at first use: requests with inline pictures are megabytes, which a list does not need.
 * @throws when the row does not hold what this version writes.
 */
export function readTaskRow(row: unknown, artifactRows: readonly unknown[], loadRequest: () => string): Task {
  const read = taskRowSchema.parse(row);
  let request: TaskRequest | undefined = read.request === null ? undefined : storedRequestSchema.parse(read.request);
  return {
    key: read.key,
    id: read.id ?? undefined,
    baseUrl: read.base_url,
    interface: read.interface,
    kind: read.kind,
    model: read.model,
    prompt: read.prompt,
    get request() {
      request ??= storedRequestSchema.parse(loadRequest());
      return request;
    },
    target: { folder: read.folder, pattern: read.pattern },
    origin: read.origin,
    state: read.state,
    createdAt: read.created_at,
    acceptedAt: read.accepted_at ?? undefined,
    finishedAt: read.finished_at ?? undefined,
    usage: read.usage ?? undefined,
    cost: read.cost ?? undefined,
    text: read.text ?? undefined,
    artifacts: artifactRows.map(readArtifactRow),
    error: read.error === null ? undefined : { ...read.error, code: read.error.code },
  };
}

function readArtifactRow(row: unknown): Artifact {
  const read = artifactRowSchema.parse(row);
  return { path: read.path, size: read.size, sha256: read.sha256, mediaType: read.media_type };
}

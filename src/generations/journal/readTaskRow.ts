import * as z from "zod/mini";
import { serviceErrorKinds } from "../../client/serviceError.ts";
import { interfaceVersions, kinds } from "../../contract/kind.ts";
import { responseSchema } from "../../contract/response.ts";
import { usageSchema } from "../../contract/usage.ts";
import { costSchema } from "../../contract/v2.ts";
import { type TaskRequest, taskRequestSchema } from "../../contract/wireRequest.ts";
import { makeRequest } from "../makeRequest.ts";
import { type Artifact, type Task, taskStates } from "../task.ts";

const json = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text, context) => {
        try {
          return JSON.parse(text);
        } catch {
          context.issues.push({ code: "custom", input: text, message: "This is not JSON." });
          return z.NEVER;
        }
      }),
    ),
    schema,
  );
const time = z.nullable(z.number());
/** null if the value is invalid: a damaged value in a recovered row must not hide the others. */
export const optionalJson = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.nullable(json(schema)), null);

const text = z.optional(z.string());
const errorSchema = z.object({
  kind: z.enum(serviceErrorKinds),
  message: z.string(),
  code: text,
  param: text,
  type: text,
  status: z.optional(z.number()),
  retryAfterMilliseconds: z.optional(z.number()),
});

const reportedSchema = z.object({
  format: text,
  response: z.optional(responseSchema),
  files: z.optional(z.array(z.object({ name: text, mediaType: text, available: text, endpoint: text }))),
});

const taskRowSchema = z.object({
  key: z.string(),
  id: z.nullable(z.string()),
  base_url: z.string(),
  interface: z.enum(interfaceVersions),
  kind: z.enum(kinds),
  model: z.string(),
  prompt: z.string(),
  folder: z.string(),
  uri: z.nullable(z.string()),
  pattern: z.string(),
  origin: optionalJson(z.unknown()),
  state: z.enum(taskStates),
  created_at: z.number(),
  accepted_at: time,
  finished_at: time,
  usage: optionalJson(usageSchema),
  cost: optionalJson(costSchema),
  reported: optionalJson(reportedSchema),
  text: z.nullable(z.string()),
  error: optionalJson(errorSchema),
  request: z.nullable(z.string()),
});

const artifactRowSchema = z.object({
  path: z.string(),
  uri: z.nullable(z.string()),
  size: z.number(),
  sha256: z.string(),
  media_type: z.string(),
});

const storedRequestSchema = json(taskRequestSchema);

/**
 * A row whose `request` is null loads it with `loadRequest` on first use: requests with inline images are megabytes, which a list does not
 * need. If the request cannot be read because the file was damaged, it is rebuilt from the model and the prompt.
 * @throws when the row does not have the form that this version writes.
 */
export function readTaskRow(row: unknown, artifactRows: readonly unknown[], loadRequest: () => string | undefined): Task {
  const read = taskRowSchema.parse(row);
  const parseRequest = (stored: string | undefined) => storedRequestSchema.safeParse(stored).data ?? makeRequest(read);
  let request: TaskRequest | undefined = read.request === null ? undefined : parseRequest(read.request);
  return {
    key: read.key,
    id: read.id ?? undefined,
    baseUrl: read.base_url,
    interface: read.interface,
    kind: read.kind,
    model: read.model,
    prompt: read.prompt,
    get request() {
      request ??= parseRequest(loadRequest());
      return request;
    },
    target: { ...(read.uri === null ? { folder: read.folder } : { uri: read.uri }), pattern: read.pattern },
    origin: read.origin,
    state: read.state,
    createdAt: read.created_at,
    acceptedAt: read.accepted_at ?? undefined,
    finishedAt: read.finished_at ?? undefined,
    usage: read.usage ?? undefined,
    cost: read.cost ?? undefined,
    reported: read.reported ?? undefined,
    text: read.text ?? undefined,
    artifacts: artifactRows.flatMap((artifact) => readArtifactRow(artifact) ?? []),
    error: read.error ?? undefined,
  };
}

function readArtifactRow(row: unknown): Artifact | undefined {
  const read = artifactRowSchema.safeParse(row).data;
  if (read === undefined) return undefined;
  const location = read.uri === null ? { path: read.path } : { uri: read.uri };
  return { ...location, size: read.size, sha256: read.sha256, mediaType: read.media_type };
}

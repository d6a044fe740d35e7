/** The recorded streams, each with the expected result. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod/mini";

const countSchema = z.nullable(z.number());

const recordingSchema = z.object({
  file: z.string(),
  events: z.number(),
  expect: z.object({
    outcome: z.string(),
    text: z.string(),
    url_citations: z.array(z.looseObject({ url: z.string() })),
    reasoning_summary: z.string(),
    images: z.array(z.object({ b64_chars: z.number() })),
    items: z.array(z.string()),
    refusal: z.nullable(z.string()),
    incomplete_reason: z.nullable(z.string()),
    usage: z.nullable(
      z.object({
        input_tokens: countSchema,
        output_tokens: countSchema,
        total_tokens: countSchema,
        reasoning_tokens: countSchema,
        cached_tokens: countSchema,
      }),
    ),
    error: z.nullable(z.object({ code: z.nullable(z.string()), message: z.string() })),
  }),
});

export type Recording = z.infer<typeof recordingSchema> & { bytes: Buffer };

const root = resolve(import.meta.dirname, "../../..");

/** From `RECORDINGS_DIR`, or from a folder beside the repository; none if neither exists. */
export function readRecordings(): Recording[] {
  const folder = resolve(root, process.env.RECORDINGS_DIR ?? "../shared/recordings");
  const manifest = join(folder, "manifest.json");
  if (!existsSync(manifest)) return [];
  const entries = z.array(recordingSchema).parse(JSON.parse(readFileSync(manifest, "utf8")));
  return entries.map((entry) => ({ ...entry, bytes: readFileSync(join(folder, entry.file)) }));
}

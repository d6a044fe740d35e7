/** Keeps answers in a folder, so that unchanged requests are not sent and billed again. */
import { hash } from "node:crypto";
import { readFile, utimes } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { tryParseJson } from "../contract/tryParseJson.ts";
import type { WireRequest } from "../contract/wireRequest.ts";
import { replaceFile } from "../ownFiles/replaceFile.ts";
import type { TestedAnswer, TestedFile } from "../prompt/assertions/testedAnswer.ts";

const fileSchema = z.object({
  format: z.string(),
  bytes: z.number(),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  duration: z.optional(z.number()),
  isBlank: z.optional(z.boolean()),
  fingerprint: z.optional(z.string()),
  soundFingerprint: z.optional(z.string()),
  sha256: z.optional(z.string()),
  /** null for minus infinity, which JSON does not have. */
  loudness: z.optional(z.nullable(z.number())),
  /** Relative to the answer, because the folder may be moved. */
  path: z.optional(z.string()),
});

const answerSchema = z.object({
  text: z.string(),
  isRefused: z.boolean(),
  incomplete: z.optional(z.string()),
  cost: z.optional(z.number()),
  tokens: z.optional(z.number()),
  took: z.optional(z.number()),
  citations: z.array(z.string()),
  files: z.array(fileSchema),
});

/** What an answer depends on. The request contains the contents of its files. */
export interface CacheKey {
  service: string;
  request: WireRequest;
  /** From 0. Each repetition has its own answer. */
  repetition: number;
}

export interface AnswerCache {
  read(key: CacheKey): Promise<TestedAnswer | undefined>;
  /** Never rejects, because an answer that is paid for is judged even if it cannot be stored. */
  write(key: CacheKey, answer: TestedAnswer): Promise<void>;
}

/** The same for identical requests. */
export function nameAnswer(key: CacheKey): string {
  return hash("sha256", JSON.stringify(key));
}

/** Without a folder, nothing is stored. `onError` receives the file system's error of the first answer that cannot be stored. */
export function openAnswerCache(folder: string | undefined, onError: (error: unknown) => void): AnswerCache {
  if (folder === undefined) return { read: async () => undefined, write: async () => undefined };
  let hasFailed = false;
  const fail = (error: unknown): void => {
    if (!hasFailed) onError(error);
    hasFailed = true;
  };
  const fileOf = (key: CacheKey) => path.join(folder, `${nameAnswer(key)}.json`);
  return {
    async read(key) {
      const text = await readFile(fileOf(key), "utf8").catch(() => undefined);
      const answer = text === undefined ? undefined : answerSchema.safeParse(tryParseJson(text)).data;
      if (answer === undefined) return undefined;
      const found = answer.files.map((file) => wholeFile(file, folder));
      // Reading counts as use, so that neither the answer nor its files are removed as some of the oldest.
      await Promise.all([fileOf(key), ...found.flatMap(({ path: saved }) => saved ?? [])].map(touch));
      return { ...answer, cost: answer.cost, tokens: answer.tokens, latency: undefined, files: found };
    },
    async write(key, { text, isRefused, incomplete, cost, tokens, took, citations, files: saved }) {
      const files = saved.map((file) => ({ ...file, path: file.path && path.relative(folder, file.path) }));
      await replaceFile(fileOf(key), JSON.stringify({ text, isRefused, incomplete, cost, tokens, took, citations, files })).catch(fail);
    },
  };
}

async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}

function wholeFile(file: z.infer<typeof fileSchema>, folder: string): TestedFile {
  const { format, bytes, width, height, duration, isBlank, fingerprint, soundFingerprint, sha256, loudness } = file;
  const saved = file.path && path.resolve(folder, file.path);
  const loud = loudness === null ? -Infinity : loudness;
  return { format, bytes, width, height, duration, isBlank, fingerprint, soundFingerprint, sha256, loudness: loud, path: saved };
}

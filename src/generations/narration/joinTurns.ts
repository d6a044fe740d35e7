/** Joins the recordings of a dialogue's turns into one file. */
import { createHash } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import * as z from "zod/mini";
import type { ReceivedFile } from "../../client/serviceClient.ts";
import type { Usage } from "../../contract/usage.ts";
import { v2OptionName } from "../../contract/v2.ts";
import { joinSounds } from "../../media/sounds/joinSounds.ts";
import type { PollOutcome } from "../following/readPoll.ts";
import type { Task } from "../task.ts";

const originSchema = z.object({ title: z.string() });

/** `lost`: turns whose recordings are not there any more. */
export async function joinTurns(
  task: Task,
  turns: readonly Task[],
  folder: string,
): Promise<{ outcome: PollOutcome } | { lost: readonly Task[] }> {
  const recordings = turns.map((turn) => ({ turn, path: turn.artifacts[0]?.path ?? "" }));
  const found = await Promise.all(
    recordings.map(({ path }) =>
      stat(path).then(
        (one) => one.isFile(),
        () => false,
      ),
    ),
  );
  const lost = turns.filter((_, index) => found[index] === false);
  if (lost.length > 0) return { lost };
  const joined = await joinSounds(
    recordings.map(({ turn, path }) => ({ title: titleOf(turn), format: formatOf(path), read: () => readFile(path) })),
    wantedFormat(task),
    folder,
  );
  // Sounds that cannot be decoded are kept as they are: they are paid for. The recordings stay until the files are saved.
  const files =
    joined === undefined
      ? await Promise.all(
          recordings.map(async ({ path }, index) => written(join(folder, `${index}${extname(path)}`), await readFile(path))),
        )
      : [await written(join(folder, `joined.${joined.format}`), joined.bytes)];
  const usage = sumUsage(turns);
  return { outcome: { type: "completed", facts: { usage, cost: task.cost, text: undefined, reported: undefined }, files, unreadable: [] } };
}

const titleOf = ({ origin, prompt }: Task) => originSchema.safeParse(origin).data?.title ?? prompt;

/** An Ogg file without a more precise name has Opus, or cannot be decoded. */
const formatOf = (path: string) =>
  extname(path)
    .slice(1)
    .replace(/^og[ag]$/, "opus");

function wantedFormat({ request }: Task): string {
  const fields: object = request.interface === "v1" ? request.body : request.body.ai;
  return String(Reflect.get(fields, request.interface === "v1" ? "format" : v2OptionName("audio", "format")) ?? "").toLowerCase();
}

async function written(path: string, bytes: Uint8Array): Promise<ReceivedFile> {
  await writeFile(path, bytes);
  return { path, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex"), mediaType: undefined, name: undefined };
}

function sumUsage(turns: readonly Task[]): Usage | undefined {
  const reported = turns.flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
  if (reported.length === 0) return undefined;
  const sum = (name: "input_tokens" | "output_tokens" | "total_tokens") => reported.reduce((total, usage) => total + (usage[name] ?? 0), 0);
  return { input_tokens: sum("input_tokens"), output_tokens: sum("output_tokens"), total_tokens: sum("total_tokens") };
}

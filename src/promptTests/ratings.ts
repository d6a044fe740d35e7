/** Stores ratings of answers in a file. */
import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { tryParseJson } from "../contract/tryParseJson.ts";
import { replaceFile } from "../ownFiles/replaceFile.ts";

/** By name of the rated answer, the oldest first. */
const ratingsSchema = z.record(z.string(), z.number());

/** How many ratings are kept, the most recent ones. */
const mostRatings = 20_000;

export interface Ratings {
  /** 0: not rated. */
  of(answer: string): number;
  /** 0 removes the rating. @throws the file system's error */
  rate(answer: string, rating: number): Promise<void>;
}

/** A missing or damaged file contains no ratings. */
export async function openRatings(file: string): Promise<Ratings> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  const ratings = new Map(Object.entries(ratingsSchema.safeParse(tryParseJson(text)).data ?? {}));
  let saving: Promise<void> = Promise.resolve();
  const write = () => replaceFile(file, JSON.stringify(Object.fromEntries([...ratings].slice(-mostRatings))));
  return {
    of: (answer) => ratings.get(answer) ?? 0,
    async rate(answer, rating) {
      ratings.delete(answer);
      if (rating > 0) ratings.set(answer, rating);
      saving = saving.then(write, write);
      await saving;
    },
  };
}

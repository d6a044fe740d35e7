import * as z from "zod/mini";
import { kinds } from "../contract/kind.ts";
import type { Database, Values } from "../sqlite/database.ts";
import { readSearch } from "../sqlite/searchTerms.ts";
import type {
  FacetCount,
  Found,
  Library,
  LibraryEntry,
  LibraryFacet,
  LibraryFacets,
  LibraryMarks,
  LibraryQuery,
  LibraryRange,
} from "./library.ts";
import { libraryFacets, mostStars } from "./library.ts";
import { folderOf } from "./librarySchema.ts";
import { type StackedNumbers, stackNumbers } from "./stackNumbers.ts";
import type { ArtifactLocation } from "./task.ts";

/** Values of one facet that are counted. */
const mostValues = 200;

/** Results that were made from one that are told. */
const mostMade = 50;

const sortings: Record<LibraryQuery["sort"], string> = {
  newest: "created_at DESC, number DESC",
  oldest: "created_at, number",
  cost: "cost DESC NULLS LAST, created_at DESC, number DESC",
  size: "size DESC, created_at DESC, number DESC",
  rating: "rating DESC, favourite DESC, created_at DESC, number DESC",
};

const numbersSchema = z.array(z.number());
const facetRowSchema = z.object({ value: z.string(), count: z.number() });
const entryRowSchema = z.object({
  number: z.number(),
  task: z.string(),
  kind: z.enum(kinds),
  model: z.string(),
  prompt: z.string(),
  created_at: z.number(),
  cost: z.nullable(z.number()),
  rating: z.number(),
  favourite: z.number(),
  path: z.string(),
  uri: z.nullable(z.string()),
  size: z.number(),
  sha256: z.string(),
  media_type: z.string(),
  stack: z.number(),
});

const selectEntries = `SELECT l.number, l.task, l.kind, l.model, t.prompt, l.created_at, l.cost, l.rating, l.favourite, l.stack,
    a.path, a.uri, a.size, a.sha256, a.media_type
  FROM library l JOIN tasks t ON t.key = l.task JOIN artifacts a ON a.task = l.task AND a.position = l.position`;

export interface LibraryIndexOptions {
  database: Database;
  /** A number that changes whenever another process commits. */
  version(): number;
  write(work: () => void): Promise<void>;
}

/** The rows of the library in the journal. */
export class LibraryIndex implements Library {
  readonly #options: LibraryIndexOptions;
  readonly #database: Database;
  /** What the last query found, in its order: its pages are read one after the other. */
  #found: { key: string; found: StackedNumbers } | undefined;

  constructor(options: LibraryIndexOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  search(query: LibraryQuery, { offset, count }: LibraryRange): Found {
    const { numbers, sizes, results } = this.#find(query);
    const shown = numbers.slice(offset, offset + count);
    const stacked = new Map(shown.map((number, index) => [number, sizes?.[offset + index] ?? 1]));
    const entries = this.#read(shown).map((entry) => ({ ...entry, stacked: stacked.get(entry.number) ?? 1 }));
    return { total: numbers.length, results, entries };
  }

  facets(query: LibraryQuery): LibraryFacets {
    const favourites = conditionOf({ ...query, favourites: true });
    const row = this.#database.get(`SELECT count(*) AS count FROM library WHERE ${favourites.sql}`, favourites.values);
    return {
      kind: this.#count(query, "kind"),
      model: this.#count(query, "model"),
      month: this.#count(query, "month"),
      folder: this.#count(query, "folder"),
      favourites: Number(row?.count),
    };
  }

  get(number: number): LibraryEntry | undefined {
    return this.#read([number])[0];
  }

  madeBy(task: string): LibraryEntry[] {
    const rows = this.#database.all("SELECT number FROM library WHERE task = $task ORDER BY position", { $task: task });
    return this.#read(rows.map(({ number }) => Number(number)));
  }

  madeFrom(sha256: string): LibraryEntry[] {
    const rows = this.#database.all(
      `SELECT number FROM library WHERE task IN (SELECT task FROM task_references WHERE sha256 = $sha256)
       ORDER BY created_at DESC, number DESC LIMIT ${mostMade}`,
      { $sha256: sha256 },
    );
    return this.#read(rows.map(({ number }) => Number(number)));
  }

  withContent(sha256: string): LibraryEntry | undefined {
    const newest = "SELECT number FROM library WHERE sha256 = $sha256 ORDER BY created_at DESC, number DESC LIMIT 1";
    const row = this.#database.get(newest, { $sha256: sha256 });
    return row && this.get(Number(row.number));
  }

  mark(sha256: string, { rating, favourite }: Partial<LibraryMarks>): Promise<void> {
    const values = {
      $sha256: sha256,
      $rating: rating === undefined ? null : Math.min(mostStars, Math.max(0, Math.round(rating))),
      $favourite: favourite === undefined ? null : Number(favourite),
    };
    return this.#options.write(() => {
      this.#database.run(
        `INSERT INTO marks (sha256, rating, favourite) VALUES ($sha256, coalesce($rating, 0), coalesce($favourite, 0))
         ON CONFLICT DO UPDATE SET rating = coalesce($rating, rating), favourite = coalesce($favourite, favourite)`,
        values,
      );
      this.#database.run(
        "UPDATE library SET rating = coalesce($rating, rating), favourite = coalesce($favourite, favourite) WHERE sha256 = $sha256",
        values,
      );
      this.#database.run("INSERT INTO changes (task) SELECT DISTINCT task FROM library WHERE sha256 = $sha256", { $sha256: sha256 });
    });
  }

  relocate(number: number, { path, uri }: ArtifactLocation): Promise<void> {
    const $number = number;
    return this.#options.write(() => {
      this.#database.run(
        `UPDATE artifacts SET path = $path, uri = $uri
         WHERE (task, position) = (SELECT task, position FROM library WHERE number = $number)`,
        { $number, $path: path ?? "", $uri: uri ?? null },
      );
      this.#database.run(`UPDATE library SET folder = ${folderOf("$location")} WHERE number = $number`, {
        $number,
        $location: uri ?? path,
      });
      this.#database.run("INSERT INTO changes (task) SELECT task FROM library WHERE number = $number", { $number });
    });
  }

  #find(query: LibraryQuery): StackedNumbers {
    const own = this.#database.get("SELECT total_changes() AS changes")?.changes;
    const key = JSON.stringify([query, this.#options.version(), Number(own)]);
    if (this.#found?.key === key) return this.#found.found;
    const { sql, values } = conditionOf(query);
    const isStacked = query.stacked === true && query.stack === undefined;
    const stacks = isStacked ? ", json_group_array(stack) AS stacks" : "";
    // One text is read ten times faster than as many rows.
    const row = this.#database.get(
      `SELECT json_group_array(number) AS numbers${stacks}
       FROM (SELECT number, stack FROM library WHERE ${sql} ORDER BY ${sortings[query.sort]})`,
      values,
    );
    const numbers = readNumbers(row?.numbers);
    const found = isStacked ? stackNumbers(numbers, readNumbers(row?.stacks)) : { numbers, sizes: undefined, results: numbers.length };
    this.#found = { key, found };
    return found;
  }

  /** In the order of the numbers. */
  #read(numbers: readonly number[]): LibraryEntry[] {
    const rows = this.#database.all(`${selectEntries} WHERE l.number IN (SELECT value FROM json_each($numbers))`, {
      $numbers: JSON.stringify(numbers),
    });
    const entries = new Map(rows.flatMap((row) => readEntry(row) ?? []).map((entry) => [entry.number, entry]));
    return numbers.flatMap((number) => entries.get(number) ?? []);
  }

  #count(query: LibraryQuery, facet: LibraryFacet): FacetCount[] {
    const { sql, values } = conditionOf({ ...query, chosen: { ...query.chosen, [facet]: [] } });
    const order = facet === "month" ? "value DESC" : "count DESC, value";
    return this.#database
      .all(
        `SELECT ${facet} AS value, count(*) AS count FROM library WHERE ${sql} GROUP BY ${facet} ORDER BY ${order} LIMIT ${mostValues}`,
        values,
      )
      .map((row) => facetRowSchema.parse(row));
  }
}

function readNumbers(json: unknown): number[] {
  return numbersSchema.parse(JSON.parse(String(json)));
}

/** What a damaged file left of a row may be no entry. */
function readEntry(row: unknown): LibraryEntry | undefined {
  const read = entryRowSchema.safeParse(row).data;
  if (read === undefined) return undefined;
  const { number, task, kind, model, prompt, rating, path, uri, size, sha256, stack } = read;
  const location = uri === null ? { path } : { uri };
  return {
    number,
    task,
    kind,
    model,
    prompt,
    createdAt: read.created_at,
    cost: read.cost ?? undefined,
    rating,
    favourite: read.favourite !== 0,
    stack,
    artifact: { ...location, size, sha256, mediaType: read.media_type },
  };
}

function conditionOf({ text, chosen, favourites, stack }: LibraryQuery): { sql: string; values: Values } {
  const parts = ["1"];
  const values: Record<string, string | number> = {};
  for (const facet of libraryFacets) {
    const options = chosen[facet] ?? [];
    if (options.length === 0) continue;
    // The plus sign keeps SQLite from sorting anew what an index has in order.
    parts.push(`+${facet} IN (${options.map((_, index) => `$${facet}${index}`).join(", ")})`);
    for (const [index, option] of options.entries()) values[`$${facet}${index}`] = option;
  }
  if (favourites) parts.push("+favourite = 1");
  if (stack !== undefined) {
    parts.push("+stack = $stack");
    values.$stack = stack;
  }
  const terms = readSearch(text);
  if (terms?.match !== undefined) {
    parts.push("number IN (SELECT rowid FROM library_prompts WHERE library_prompts MATCH $match)");
    values.$match = terms.match;
  }
  for (const [index, part] of (terms?.parts ?? []).entries()) {
    parts.push(`task IN (SELECT key FROM tasks WHERE instr(fold(prompt), $part${index}) > 0)`);
    values[`$part${index}`] = part;
  }
  return { sql: parts.join(" AND "), values };
}

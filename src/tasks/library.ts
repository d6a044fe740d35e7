/** What the library offers: every artifact of the journal, to be found, counted, sorted and marked. */
import type { Kind } from "../contract/kind.ts";
import type { Artifact, ArtifactLocation } from "./task.ts";

/** What an artifact can be narrowed down by. Several values of one facet: any of them. */
export const libraryFacets = ["kind", "provider", "model", "month", "day", "cost", "folder"] as const;
export type LibraryFacet = (typeof libraryFacets)[number];

export interface LibraryQuery {
  /** Words of the prompt, each by its beginning. */
  text: string;
  chosen: Partial<Record<LibraryFacet, readonly string[]>>;
  /** Only what is marked as favourite. */
  favourites: boolean;
  sort: "newest" | "oldest" | "cost" | "size" | "rating";
  /** Results of the same prompt and kind are one: the first of them, in this order. */
  stacked?: boolean;
  /** Only the results of this stack, one by one. */
  stack?: number | undefined;
}

export interface LibraryRange {
  offset: number;
  count: number;
}

/** 1 to `mostStars`; 0: none. */
export const mostStars = 5;

export interface LibraryMarks {
  rating: number;
  favourite: boolean;
}

export interface LibraryEntry extends LibraryMarks {
  /** Names the entry, for as long as its task is in the journal. */
  number: number;
  /** Key of the task that made it. */
  task: string;
  kind: Kind;
  model: string;
  prompt: string;
  /** Unix milliseconds. */
  createdAt: number;
  /** undefined: the service reported none. */
  cost: number | undefined;
  artifact: Artifact;
  /** Results of the same prompt and kind have the same. */
  stack: number;
}

interface FoundEntry extends LibraryEntry {
  /** How many were found that it stands for; 1: itself. */
  stacked: number;
}

export interface Found {
  /** Of all entries that were found: a stack is one of them. */
  total: number;
  /** Of all results that were found. */
  results: number;
  entries: FoundEntry[];
}

export interface FacetCount {
  value: string;
  count: number;
}

/**
 * What is left with each value, with everything else of the query. The most frequent ones first; months and days with the newest, costs with the
 * highest first. A provider is `""` where the model's id names none, and a cost where none was reported; otherwise a cost is the limits of a range.
 */
export type LibraryFacets = Record<LibraryFacet, FacetCount[]> & { favourites: number };

/** Each function throws what SQLite throws. */
export interface Library {
  /** The numbers are exact. */
  search(query: LibraryQuery, range: LibraryRange): Found;
  facets(query: LibraryQuery): LibraryFacets;
  get(number: number): LibraryEntry | undefined;
  /** What a task made, in the order of its artifacts. */
  madeBy(task: string): LibraryEntry[];
  /** The newest results whose requests have this content as a reference; those that were sent before references were recorded are not known. */
  madeFrom(sha256: string): LibraryEntry[];
  /** The newest result of this content. */
  withContent(sha256: string): LibraryEntry | undefined;
  /** Where the file of a result is now. Listeners to tasks hear of it in every window. */
  relocate(number: number, location: ArtifactLocation): Promise<void>;
  /** By content: every artifact that has it is marked, now and later. Listeners to tasks hear of it in every window. */
  mark(sha256: string, marks: Partial<LibraryMarks>): Promise<void>;
}

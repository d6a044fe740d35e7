/** What the library offers: artifacts of the journal, and files that say how they were made, to be found, counted, sorted and marked. */
import type { Kind } from "../contract/kind.ts";
import type { Artifact, ArtifactLocation } from "./task.ts";

/** What a result can be narrowed down by. Several values of one facet: any of them. */
export const libraryFacets = ["kind", "provider", "model", "tool", "month", "day", "cost", "folder"] as const;
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
  /** URIs of the folders whose files are found besides artifacts. */
  workspaces?: readonly string[];
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
  /** Names the entry, for as long as its task is in the journal, or its file stays as it is. */
  number: number;
  /** Key of the task that made it; undefined: a file that says itself how it was made. */
  task: string | undefined;
  kind: Kind;
  /** Empty: the file does not say it. */
  model: string;
  /** Empty: the file does not say it. */
  prompt: string;
  /** Unix milliseconds; of a file, when it was changed last. */
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

/** A media file of a workspace as it was read. */
export interface WorkspaceFile {
  location: ArtifactLocation;
  /** Unix milliseconds. */
  modifiedAt: number;
  /** Bytes. */
  size: number;
  /** undefined: it does not say how it was made. */
  made: MadeFile | undefined;
}

export interface MadeFile {
  kind: Kind;
  mediaType: string;
  sha256: string;
  /** As in `LibraryEntry`. */
  model: string;
  prompt: string;
  /** The program that made it, as a facet; empty: this one. */
  tool: string;
}

/** What is known of a file. */
export type FileState = Pick<WorkspaceFile, "modifiedAt" | "size">;

/** The files of workspaces that say themselves how they were made. Those that are artifacts, by their place or their content, are known and not found. */
export interface LibraryFiles {
  /** Of a workspace, by paths on this machine, or URIs on another file system. */
  known(workspace: string): Map<string, FileState>;
  /** All of them or none. */
  record(workspace: string, files: readonly WorkspaceFile[], gone?: readonly string[]): Promise<void>;
  /** All files of a workspace were looked at. What belongs to workspaces that nobody has opened for long is forgotten. `now`: Unix milliseconds. */
  noteScan(workspace: string, now: number): Promise<void>;
  /** After files were recorded that are found, or not any more, by any process. */
  onChange(listener: () => void): () => void;
}

/** Each function throws what SQLite throws. */
export interface Library {
  /** The numbers are exact. */
  search(query: LibraryQuery, range: LibraryRange): Found;
  facets(query: LibraryQuery): LibraryFacets;
  readonly files: LibraryFiles;
  get(number: number): LibraryEntry | undefined;
  /** What a task made, in the order of its artifacts. */
  madeBy(task: string): LibraryEntry[];
  /** The newest results whose requests have this content as a reference; those that were sent before references were recorded are not known. */
  madeFrom(sha256: string): LibraryEntry[];
  /** The newest artifact of this content. */
  withContent(sha256: string): LibraryEntry | undefined;
  /** Takes a result out of the library, and out of its task. Listeners to tasks hear of it in every window. */
  remove(number: number): Promise<void>;
  /** Where the file of a result is now: one that is no artifact gets another number. Listeners to tasks hear of it in every window. */
  relocate(number: number, location: ArtifactLocation): Promise<void>;
  /** By content: every result that has it is marked, now and later. Listeners to tasks hear of it in every window. */
  mark(sha256: string, marks: Partial<LibraryMarks>): Promise<void>;
}

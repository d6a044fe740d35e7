/**
 * The interface of the library: searches, counts, sorts and marks artifacts of the journal, and files with metadata that states how they
 * were made.
 */
import type { Kind } from "../../contract/kind.ts";
import type { Artifact, ArtifactLocation } from "../task.ts";

/** What results can be filtered by. Several values of one facet match any of them. */
export const libraryFacets = ["kind", "provider", "model", "tool", "month", "day", "cost", "folder"] as const;
export type LibraryFacet = (typeof libraryFacets)[number];

export interface EntryQuery {
  /** Words of the prompt, matched by prefix. */
  text: string;
  chosen: Partial<Record<LibraryFacet, readonly string[]>>;
  /** Only favourites. */
  favourites: boolean;
  /** By cost: those in the unit of the service first, then by unit. */
  sort: "newest" | "oldest" | "cost" | "size" | "rating";
  /** Combines results of the same prompt and kind into one: the first of them in this order. */
  stacked?: boolean;
  /** Only the results of this stack, not combined. */
  stack?: number | undefined;
  /** Of costs that were recorded without one, which is that of the service; default: not known. */
  unit?: string;
  /** URIs of the folders whose files are searched in addition to artifacts. */
  workspaces?: readonly string[];
}

export interface LibraryRange {
  offset: number;
  count: number;
}

export interface LibraryMarks {
  /** 1 to `mostStars`; 0: none. */
  rating: number;
  favourite: boolean;
}

export interface LibraryEntry extends LibraryMarks {
  /** Identifies the entry while its task is in the journal, or its file is unchanged. */
  number: number;
  /** Key of the task that made it; undefined for a file found by its own metadata. */
  task: string | undefined;
  kind: Kind;
  /** Empty if the file does not say. */
  model: string;
  /** Empty if the file does not say. */
  prompt: string;
  /** Unix milliseconds; for a file, the time of its last change. */
  createdAt: number;
  /** undefined: the service reported none. */
  cost: number | undefined;
  /** Of the cost; undefined: that of the service. */
  unit: string | undefined;
  artifact: Artifact;
  /** The same for all results of the same prompt and kind. */
  stack: number;
}

interface FoundEntry extends LibraryEntry {
  /** How many results of the query this entry stands for, including itself. */
  stacked: number;
}

export interface Found {
  /** Number of entries found; a stack counts as one. */
  total: number;
  /** Number of results found. */
  results: number;
  entries: FoundEntry[];
}

export interface FacetCount {
  value: string;
  count: number;
}

/**
 * The number of results for each value, given the rest of the query. The most frequent values come first; months and days are sorted newest
 * first, costs highest first for each unit, that of the service first. A provider is `""` if the model's id does not name one, and a cost is
 * the name of a range.
 */
export type LibraryFacets = Record<LibraryFacet, FacetCount[]> & { favourites: number };

/** A media file of a workspace and what was read from it. */
export interface WorkspaceFile {
  location: ArtifactLocation;
  /** Unix milliseconds. */
  modifiedAt: number;
  /** Bytes. */
  size: number;
  /** undefined: the file does not say how it was made. */
  made: MadeFile | undefined;
}

export interface MadeFile {
  kind: Kind;
  mediaType: string;
  sha256: string;
  /** As in `LibraryEntry`. */
  model: string;
  prompt: string;
  /** The program that made it, as a facet; empty for this extension. */
  tool: string;
}

/** What is recorded about a file to detect changes. */
export type FileState = Pick<WorkspaceFile, "modifiedAt" | "size">;

/** The files of workspaces that say how they were made. Those that are artifacts, by location or content, are recorded but not found. */
export interface LibraryFiles {
  /** The recorded files of a workspace, by path on this machine, or by URI on another file system. */
  known(workspace: string): Map<string, FileState>;
  /** Records all of the files or none. */
  record(workspace: string, files: readonly WorkspaceFile[], gone?: readonly string[]): Promise<void>;
  /** Records that all files of a workspace were checked at `now` (Unix milliseconds). Forgets workspaces not checked for a long time. */
  noteScan(workspace: string, now: number): Promise<void>;
}

/** Each function throws what SQLite throws. */
export interface Library {
  /** The numbers are exact. */
  search(query: EntryQuery, range: LibraryRange): Found;
  facets(query: EntryQuery): LibraryFacets;
  readonly files: LibraryFiles;
  get(number: number): LibraryEntry | undefined;
  /** The results of a task, in the order of its artifacts. */
  madeBy(task: string): LibraryEntry[];
  /** The newest results whose requests have this content as a reference. Requests sent before references were recorded are not included. */
  madeFrom(sha256: string): LibraryEntry[];
  /** The newest artifact with this content. */
  withContent(sha256: string): LibraryEntry | undefined;
  /** Removes a result from the library and from its task. Listeners to tasks are notified in every window. */
  remove(number: number): Promise<void>;
  /**
   * Records where the file of a result is now. A file that is not an artifact gets another number.
   * Listeners to tasks are notified in every window.
   */
  relocate(number: number, location: ArtifactLocation): Promise<void>;
  /** Marks content: every result that has it, now or later. Listeners to tasks are notified in every window. */
  mark(sha256: string, marks: Partial<LibraryMarks>): Promise<void>;
}

/** What is known about the world outside a document, as plain data from an editor or a command line. */
import type { Kind } from "../contract/kind.ts";
import type { Capabilities } from "../contract/models.ts";

export interface ModelFact {
  id: string;
  /** `owned_by` of the catalogue. */
  provider?: string;
  /** Unix seconds. */
  created?: number;
  /** What the model is known or believed to make. */
  abilities?: Readonly<Partial<Record<Kind, "yes" | "no" | "perhaps">>>;
  /** Why we think so; one sentence. */
  because?: string;
  /** true: the user does not want it to be offered. */
  isHidden?: boolean;
  /** The values that the service accepts, as it reports them. */
  capabilities?: Capabilities;
}

/** A file that a document names, under the path that the document uses. */
export interface FileFact {
  exists: boolean;
  /** Bytes. */
  size?: number;
  /** Names of the first row of a CSV. */
  columns?: readonly string[];
  /** Rows of a CSV without the first. */
  rows?: number;
  /** Of a CSV with the cases of tests. */
  text?: string;
  /** An address that a hover can show as an image. */
  previewUri?: string;
}

/** A value that a service has taken or refused for a field of a model. */
export interface SeenValue {
  model: string;
  field: string;
  value: string;
  worked: boolean;
}

/** The last run of a document, as its lenses show it. */
export interface RunFact {
  state: "running" | "completed" | "failed";
  /** Requests of the run, and how many of them are over. */
  total: number;
  finished: number;
  failed: number;
  /** One or two words about what is under way, e.g. `processing`. */
  phase?: string;
  /** Milliseconds from start to end, or until now. */
  milliseconds?: number;
  /** As the service reports it, in its own unit. */
  cost?: number;
  /** All tokens, where the service reports them. */
  tokens?: number;
}

/** Everything is optional: what is not known is not checked and not offered. */
export interface Facts {
  models?: readonly ModelFact[];
  seen?: readonly SeenValue[];
  /** Files by the path that the document uses. */
  files?: Readonly<Record<string, FileFact>>;
  /** Paths, relative to the document, to offer where a file is expected. */
  paths?: readonly string[];
  /** Present values of `selection`, `file`, `clipboard`, `date`. */
  values?: Readonly<Record<string, string>>;
  run?: RunFact;
}

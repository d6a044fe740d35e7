/** Facts from outside a document, as plain data from an editor or a command line. */
import type { AmountInUnit } from "../contract/amountSums.ts";
import type { ImageSize } from "../contract/imageSize.ts";
import type { Kind } from "../contract/kind.ts";
import type { Capabilities } from "../contract/models.ts";
import type { Retirement } from "../contract/retirement.ts";
import type { Style } from "./styles/style.ts";
import type { CsvFault } from "./text/parseCsv.ts";

export interface ModelFact {
  id: string;
  /** `owned_by` of the catalogue. */
  provider?: string;
  /** Unix seconds. */
  created?: number;
  /** What the model is known or assumed to generate. */
  abilities?: Readonly<Partial<Record<Kind, "yes" | "no" | "perhaps">>>;
  /** The reason for the assumption, in one sentence. */
  because?: string;
  /** true: the user has hidden the model. */
  isHidden?: boolean;
  /** The values that the service accepts, as it reports them. */
  capabilities?: Capabilities;
  /** What the service says of its end. */
  retirement?: Retirement;
}

/** A file that a document names, under the path that the document uses. */
export interface FileFact {
  exists: boolean;
  /** Bytes. */
  size?: number;
  /** The header of a CSV file. */
  columns?: readonly string[];
  /** Number of rows of a CSV file, without the header. */
  rows?: number;
  /** The line with the names of the columns of a CSV file, from 0. */
  header?: number;
  /** What is wrong with a CSV file. */
  faults?: readonly CsvFault[];
  /** The text of a CSV file with tests. */
  text?: string;
  /** Of a mask and of its image. */
  image?: ImageSize;
  /** An address that a hover can show as an image. */
  previewUri?: string;
}

/** A value that a service has accepted or refused for a field of a model. */
export interface SeenValue {
  model: string;
  field: string;
  value: string;
  worked: boolean;
}

/** The last run of a document, for its code lenses. */
export interface RunFact {
  state: "running" | "completed" | "failed";
  /** Number of requests in the run, and how many have ended. */
  total: number;
  finished: number;
  failed: number;
  /** One or two words for the current state, e.g. `processing`. */
  phase?: string;
  /** Milliseconds from start to end, or until now. */
  milliseconds?: number;
  /** Reported by the service: the sum of each unit. */
  costs?: readonly AmountInUnit[];
  /** All tokens, if the service reports them. */
  tokens?: number;
}

/** Everything is optional: what is unknown is neither checked nor offered. */
export interface Facts {
  models?: readonly ModelFact[];
  seen?: readonly SeenValue[];
  /** Files by the path that the document uses. */
  files?: Readonly<Record<string, FileFact>>;
  /** Paths, relative to the document, to offer for a file. */
  paths?: readonly string[];
  /** The styles of the workspace and of the user; of one name, only the first. */
  styles?: readonly Style[];
  /** Current values of `selection`, `file`, `clipboard`, `date`. */
  values?: Readonly<Record<string, string>>;
  run?: RunFact;
  /** The unit of costs without one. */
  unit?: string;
}

/** Nothing in; what a person wants generated, as every step of the flow passes it on, out. */
import type { InterfaceGeneration, Kind } from "../../contract/kind.ts";
import type { ArtifactTarget } from "../../tasks/task.ts";
import type { InsertLinkChoice } from "../settings.ts";
import type { Choices } from "../state.ts";

/** One prompt and where it came from. */
export interface FoundPrompt {
  text: string;
  /** The place in a document below which a link belongs. */
  place?: PromptPlace;
}

export interface PromptPlace {
  /** URI of the document as text. */
  uri: string;
  languageId: string;
  /** Zero-based offset of the prompt's end, UTF-16 code units. */
  offset: number;
  /** The end of the document's text before `offset`, by which the place is found again where edits were not watched. */
  before?: string;
}

/** Where the files of a prompt go. */
export interface ChosenTarget extends ArtifactTarget {
  /** A folder on another file system, as a URI's text: the files go on to it from `folder`. */
  destination?: string;
}

/** What a command may be given instead of asking: for keybindings, other extensions and tests. */
export interface GenerateArguments {
  prompt?: string;
  /** Several prompts make several tasks. */
  prompts?: string[];
  model?: string;
  /** Values of the request's fields, by their v1 names; `count` is the number of tasks for each prompt. */
  options?: { [field: string]: string | number };
  interface?: InterfaceGeneration;
  /** Files or addresses of reference pictures. */
  references?: string[];
  /** Absolute folder, or the URI of one, instead of the one in the settings. */
  folder?: string;
  insertLink?: InsertLinkChoice;
  /** false: the result is not opened. Default true. */
  show?: boolean;
  /** true: a batch is not asked about. */
  confirmed?: boolean;
}

/** Everything that a request is made of, but the prompt. */
export interface Wish {
  kind: Kind;
  interface: InterfaceGeneration;
  model: string;
  choices: Choices;
  /** `image_url` of each reference picture: an address or a data URI. */
  references: readonly string[];
}

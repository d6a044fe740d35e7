import type { InterfaceGeneration, Kind } from "../../contract/kind.ts";
import type { TaskRequest } from "../../tasks/task.ts";
import type { InsertLinkChoice } from "../settings.ts";
import type { Choices } from "../state.ts";

/** What a command may be given instead of asking: for keybindings, other extensions and tests. */
export interface GenerateArguments {
  prompt?: string;
  /** Several prompts make several tasks. */
  prompts?: string[];
  model?: string;
  /** Values of the request's fields, by their v1 names. */
  options?: { [field: string]: string | number };
  /** How many tasks for each prompt. Default 1. */
  count?: number;
  interface?: InterfaceGeneration;
  /** Files or addresses of reference images. */
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
export interface RequestOptions {
  kind: Kind;
  interface: InterfaceGeneration;
  model: string;
  choices: Choices;
  /** `image_url` of each reference image: an address or a data URI. */
  references: readonly string[];
  /** The request that is run again: its other fields are sent too. */
  again?: TaskRequest;
}

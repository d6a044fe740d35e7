import type { InterfaceVersion, Kind } from "../../contract/kind.ts";
import type { TaskRequest } from "../../contract/wireRequest.ts";
import type { InsertLinkChoice } from "../base/settings.ts";
import type { Choices } from "../base/state.ts";

/** Arguments that replace a command's questions, for key bindings, other extensions and tests. */
export interface GenerateArguments {
  prompt?: string;
  /** Several prompts start several tasks. */
  prompts?: string[];
  model?: string;
  /** Values of the request's fields, by their v1 names. */
  options?: { [field: string]: string | number | boolean };
  /** Number of tasks for each prompt. Default: 1. */
  count?: number;
  interface?: InterfaceVersion;
  /** Absolute paths, URIs or addresses of reference images. */
  references?: string[];
  /** Absolute path or URI of a folder, which overrides the settings. */
  folder?: string;
  insertLink?: InsertLinkChoice;
  /** false: the result is not opened. Default: true. */
  show?: boolean;
  /** true: an example of a prompt is in the box that asks for it. */
  example?: boolean;
  /** true: a batch needs no confirmation. */
  confirmed?: boolean;
}

/** All parts of a request except the prompt. */
export interface RequestOptions {
  kind: Kind;
  interface: InterfaceVersion;
  model: string;
  choices: Choices;
  /** `image_url` of each reference image: an address or a data URI. */
  references: readonly string[];
  /** The request to run again: its other fields are sent too. */
  again?: TaskRequest;
}

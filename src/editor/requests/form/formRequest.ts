/** What a form is opened with, and what it returns. */
import type * as vscode from "vscode";
import type { Kind } from "../../../contract/kind.ts";
import type { RequestForm } from "../../../requestForm/requestForm.ts";
import type { LastChoices } from "../../base/state.ts";
import type { GenerateArguments, RequestOptions } from "../requestOptions.ts";
import type { TaskSource } from "../taskSource.ts";
import type { FormValues } from "./formValues.ts";

/** The parts of the studio that the form needs. */
export interface FormSource extends TaskSource {
  readonly context: Pick<vscode.ExtensionContext, "extensionUri">;
}

export interface FormStyle {
  name: string;
  /** Added to the request's; may be empty. */
  negativePrompt: string;
  /** The prompt with the style. */
  addTo(prompt: string): string;
}

export interface ImprovedPrompt {
  text: string;
  /** How it differs from the prompt. */
  parts: NonNullable<RequestForm["proposal"]>["parts"];
}

export interface PaintedMask {
  /** A data URI. */
  mask: string;
  /** The image with the pixels that the mask is for, as a data URI. */
  image: string;
}

export interface FormRequest {
  kind: Kind;
  /** The kinds to choose from; omitted: only `kind`. */
  kinds?: readonly Kind[];
  /** Empty: the command has no prompt. */
  prompts: readonly string[];
  /** Its references are paths, URIs, addresses or data URIs. */
  given: GenerateArguments;
  /** Overrides the last choices, for "Run Again". */
  before?: LastChoices | undefined;
  /** One result for each prompt, which is generated now. */
  isOne?: boolean;
  /** Where the result will be saved and linked. */
  linkHint?: string;
  /** Additions to the prompts of images and videos, to choose one of. */
  styles?: readonly FormStyle[];
  /** Asks the user for an instruction, and a model for a better prompt. undefined: cancelled. Without it, the form does not offer it. */
  improve?(prompt: string, kind: Kind): Promise<ImprovedPrompt | undefined>;
  /** Lets the user paint a mask of an image, a data URI. undefined: closed without one. Without it, the form does not offer it. */
  paintMask?(image: string): Promise<PaintedMask | undefined>;
  /** By control, as in `CheckedForm`: what the service refused. Shown until the value changes. */
  refused?: Readonly<Record<string, string>>;
  /** The tab and the values from before the window was reloaded. */
  restored?: { panel: vscode.WebviewPanel; values: FormValues };
  /** Called after each change: what the page keeps while the window reloads. Without it, the form is closed by a reload. */
  keep?(values: FormValues): object;
  /** false: the form stays open, because the user has cancelled a question. */
  accept?(filled: FilledRequestForm): Promise<boolean>;
}

/** What a form offers besides its own controls. */
export type FormTools = Pick<FormRequest, "improve" | "paintMask">;

export interface FilledRequestForm {
  options: RequestOptions;
  prompts: readonly string[];
  /** As in ChosenRequest. */
  output: number | "document";
}

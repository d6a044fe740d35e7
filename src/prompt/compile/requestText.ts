/** Fills in the variables in a document's texts, and collects missing values. */

import { t } from "../../contract/translate.ts";
import { contentInAddress } from "../check/checkWebAddresses.ts";
import { isRemote, isWebAddress } from "../documentFiles.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import type { Style } from "../styles/style.ts";
import { fillVariables } from "../text/fillVariables.ts";
import type { ScalarNode } from "../text/frontMatter.ts";
import type { TextRange } from "../text/textRange.ts";
import { holdsContentVariable, type VariableReference } from "../text/variables.ts";
import type { SuppliedValues, VariableSet } from "../variables/variableSets.ts";
import { ownValue, readVariable } from "../variables/variableSets.ts";

/** Why a built-in variable has no value. */
function findReason({ name, argument }: VariableReference): string | undefined {
  if (argument) return name === "file" ? t("the file cannot be read as text") : undefined;
  if (name === "selection") return t("nothing is selected in the editor that was active before");
  if (name === "file") return t("no editor with a text was active before");
  return name === "clipboard" ? t("the clipboard has no text") : undefined;
}

export class RequestText {
  readonly errors: { message: string; range: TextRange | undefined }[] = [];
  readonly #document: PromptDocument;
  readonly #supplied: SuppliedValues;
  readonly #set: VariableSet;

  constructor(document: PromptDocument, supplied: SuppliedValues, set: VariableSet) {
    this.#document = document;
    this.#supplied = supplied;
    this.#set = set;
  }

  fill(text: string): string {
    return fillVariables(text, (reference) => this.read(reference, undefined));
  }

  /** The value of a placeholder; undefined, and reported, if it has none. */
  read(reference: VariableReference, range: TextRange | undefined): string | undefined {
    const value = readVariable(reference, this.#supplied, this.#set);
    if (value === undefined) {
      const { name, argument } = reference;
      const reason = findReason(reference);
      const written = `{{${argument ? `${name}:${argument}` : name}}}`;
      this.report(reason === undefined ? t("`{0}` has no value.", written) : t("`{0}` has no value: {1}.", written, reason), range);
    }
    return value;
  }

  /** A part of the document with variables filled in, LF line endings, and no blank lines around it. */
  fillRange(range: TextRange): string {
    return this.fill(this.#document.text.slice(range.start, range.end).replaceAll("\r\n", "\n")).trim();
  }

  /** An address with variables filled in; undefined, and reported, if it would send the user's content to a web server. */
  fillAddress(address: string, range: TextRange): string | undefined {
    const filled = this.fill(address);
    if (!isWebAddress(filled) || !holdsContentVariable(address)) return filled;
    this.report(contentInAddress(), range);
    return undefined;
  }

  /** The wire form of a file's address: URLs and data URIs are unchanged, a path becomes a data URI. */
  resolveFile(address: string, range: TextRange): string | undefined {
    const filled = this.fillAddress(address, range);
    if (filled === undefined || isRemote(filled)) return filled;
    const data = ownValue(this.#supplied.attachments, filled);
    if (data === undefined) this.report(t("The file `{0}` could not be read.", filled), range);
    return data;
  }

  /** The style with this name, with variables filled in; undefined, and reported, if it cannot be used. */
  findStyle({ source, range }: ScalarNode): Style | undefined {
    const name = this.fill(source);
    const style = this.#supplied.styles?.find((one) => one.name === name);
    const [fault] = style?.faults ?? [t("There is no style `{0}`.", name)];
    if (fault === undefined) return style;
    this.report(style === undefined ? fault : t("The style `{0}` cannot be used: {1}", name, fault), range);
    return undefined;
  }

  report(message: string, range: TextRange | undefined): void {
    this.errors.push({ message, range });
  }
}

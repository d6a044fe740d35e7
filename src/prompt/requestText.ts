/** A document, fetched values and one set of variables in; its texts with variables filled in, and what was missing, out. */
import { isRemote } from "./documentFiles.ts";
import { fillVariables } from "./fillVariables.ts";
import type { PromptDocument } from "./promptDocument.ts";
import type { TextRange } from "./textRange.ts";
import type { SuppliedValues, VariableSet } from "./variableSets.ts";
import { ownValue, readVariable } from "./variableSets.ts";

export class RequestText {
  readonly problems: { message: string; range: TextRange | undefined }[] = [];
  private readonly document: PromptDocument;
  private readonly supplied: SuppliedValues;
  private readonly set: VariableSet;

  constructor(document: PromptDocument, supplied: SuppliedValues, set: VariableSet) {
    this.document = document;
    this.supplied = supplied;
    this.set = set;
  }

  fill(text: string): string {
    return fillVariables(text, (reference) => {
      const value = readVariable(reference, this.supplied, this.set);
      if (value === undefined) {
        const name = reference.argument ? `${reference.name}:${reference.argument}` : reference.name;
        this.tell(`\`{{${name}}}\` has no value.`, undefined);
      }
      return value;
    });
  }

  /** A part of the document with variables filled in, line ends as LF, and no blank lines around it. */
  fillRange(range: TextRange): string {
    return this.fill(this.document.text.slice(range.start, range.end).replaceAll("\r\n", "\n")).trim();
  }

  /** What goes over the wire for a file's address: URLs and data URIs as they are, a path as its file's data URI. */
  resolveFile(address: string, range: TextRange): string | undefined {
    const filled = this.fill(address);
    if (isRemote(filled)) return filled;
    const data = ownValue(this.supplied.attachments, filled);
    if (data === undefined) this.tell(`The file \`${filled}\` could not be read.`, range);
    return data;
  }

  tell(message: string, range: TextRange | undefined): void {
    this.problems.push({ message, range });
  }
}

/** Finds the files that a document names, with their location and use. */

import { addedFieldOf, isFileField } from "../contract/fields.ts";
import { readAssertionName } from "./assertions/assertions.ts";
import { fileFieldOf } from "./fields/documentFields.ts";
import type { PromptDocument } from "./parse/promptDocument.ts";
import { findTestsFile } from "./testing/readTests.ts";
import type { FrontMatterNode, ScalarNode } from "./text/frontMatter.ts";
import { findEntry, visitNodes } from "./text/frontMatter.ts";
import type { TextRange } from "./text/textRange.ts";

export interface DocumentFile {
  /** As written: a path relative to the document, an absolute path, a URL or a data URI. */
  address: string;
  range: TextRange;
  /**
   * `attachment`: sent as a file; `text`: inserted into the prompt; `batch`: sets of variables; `tests`: cases; `expected`: compared with a
   * test's result.
   */
  use: "attachment" | "text" | "batch" | "tests" | "expected";
}

const remote = /^(?:https?:|data:)/i;
const web = /^\s*https?:/i;

/** true: requesting the address sends it to another machine. */
export function isWebAddress(address: string): boolean {
  return web.test(address);
}

/** Whether a request field of this name contains an address: `image_url`, `file_url`, `url`. */
export function isAddressField(name: string): boolean {
  return name.endsWith("url");
}

/** true: the address is sent as it is; false: it is a local path. */
export function isRemote(address: string): boolean {
  return remote.test(address);
}

export function findDocumentFiles(document: PromptDocument): DocumentFile[] {
  return [
    ...findAttachedFiles(document),
    ...findBatchFile(document),
    ...findCases(document),
    ...findExpected(document),
    ...findIncludedFiles(document),
  ];
}

/** The files that are sent with the request, in document order. Entries with variables are left out: their paths are not known yet. */
export function findAttachedFiles(document: PromptDocument): DocumentFile[] {
  return attachedAddresses(document).flatMap(({ source, range }) =>
    source.includes("{{") ? [] : [{ address: source, range, use: "attachment" as const }],
  );
}

/** The mask of a document, and its first reference image, whose size it must have. */
export function findMasked(document: PromptDocument): { image?: DocumentFile | undefined; mask?: DocumentFile | undefined } {
  const mask = document.fields.entries.find(({ key }) => addedFieldOf(document.kind, document.interface, key) === "mask")?.value;
  const list = findEntry(document.fields, fileFieldOf(document.kind, document.interface) ?? "")?.value;
  const named = (node: FrontMatterNode | undefined): DocumentFile | undefined => {
    const address = node && addressOf(node);
    return address && { address: address.source, range: address.range, use: "attachment" };
  };
  return mask === undefined ? {} : { mask: named(mask), image: list?.type === "list" ? named(list.items[0]) : undefined };
}

/** The addresses of the files to send, as written. */
export function attachedAddresses(document: PromptDocument): ScalarNode[] {
  const list = fileFieldOf(document.kind, document.interface);
  return document.fields.entries
    .flatMap(({ key, value }) => {
      if (key === list && value.type === "list") return value.items.flatMap((item) => addressOf(item) ?? []);
      return isFileField(document.kind, document.interface, key) ? (addressOf(value) ?? []) : [];
    })
    .filter(({ source }) => source !== "");
}

/** The scalar with the address: the element itself, or an object's `image_url`. */
export function addressOf(node: FrontMatterNode): ScalarNode | undefined {
  const value = node.type === "map" ? findEntry(node, "image_url")?.value : node;
  return value?.type === "scalar" && typeof value.value === "string" ? value : undefined;
}

function findBatchFile(document: PromptDocument): DocumentFile[] {
  const value = findEntry(document.fields, "batch")?.value;
  if (value?.type !== "scalar" || typeof value.value !== "string" || value.source === "") return [];
  return [{ address: value.source, range: value.range, use: "batch" }];
}

function findCases(document: PromptDocument): DocumentFile[] {
  const file = findTestsFile(document);
  return file === undefined ? [] : [{ ...file, use: "tests" }];
}

function findExpected(document: PromptDocument): DocumentFile[] {
  const tests = findEntry(document.fields, "tests")?.value;
  const found: DocumentFile[] = [];
  if (tests?.type !== "list") return found;
  visitNodes(tests, [], (node, path) => {
    const isExpected = path.length === 4 && path[1] === "assert" && comparableFiles(path) !== undefined;
    if (!isExpected || node.type !== "scalar" || typeof node.value !== "string" || node.source === "" || node.source.includes("{{")) return;
    found.push({ address: node.source, range: node.range, use: "expected" });
  });
  return found;
}

/** The files with which an assertion at the end of a path compares; undefined: its value is not a file. */
export function comparableFiles(path: readonly string[]): RegExp | undefined {
  const type = readAssertionName(path.at(-1) ?? "")?.type;
  return type === undefined || type.about === "answer" ? undefined : type.comparesWith;
}

function findIncludedFiles(document: PromptDocument): DocumentFile[] {
  return [...document.fieldVariables, ...document.body.variables, ...document.testVariables].flatMap((reference) =>
    reference.name === "file" && reference.argument
      ? [{ address: reference.argument, range: reference.argumentRange, use: "text" as const }]
      : [],
  );
}

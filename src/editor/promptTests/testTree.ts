/** The items of the Testing view: document → case → model → repetition. */
import path from "node:path";
import * as vscode from "vscode";
import { withoutReordering } from "../../contract/withoutReordering.ts";
import { type FoundCase, type FoundTests, findTests } from "../../prompt/findTests.ts";
import { documentName, type NamedRequest } from "./namedRequest.ts";

const { t } = vscode.l10n;

/** An item without children: one request. */
export interface Leaf extends NamedRequest {
  item: vscode.TestItem;
}

/** The CSV file with a document's cases. */
interface CasesFile {
  /** As written in the document. */
  address: string;
  /** undefined: the path cannot be resolved. */
  uri: vscode.Uri | undefined;
  /** undefined: it cannot be read. */
  text: string | undefined;
}

/** Errors quote names in backticks, which VS Code would show as they are. */
const plainError = (error: string) => withoutReordering(error).replaceAll("`", "'");

export class TestTree {
  readonly #controller: vscode.TestController;
  readonly #leaves = new WeakMap<vscode.TestItem, Leaf>();
  /** By document. */
  readonly #casesFiles = new Map<string, CasesFile>();

  constructor(controller: vscode.TestController) {
    this.#controller = controller;
  }

  get documents(): vscode.Uri[] {
    return [...this.#controller.items].flatMap(([, { uri }]) => uri ?? []);
  }

  /** The documents whose cases are in this file. */
  documentsWith(cases: vscode.Uri): vscode.Uri[] {
    return this.documents.filter((document) => this.#casesFiles.get(document.toString())?.uri?.toString() === cases.toString());
  }

  /** Removes the item if the text has no tests. */
  update(document: vscode.Uri, text: string, cases: CasesFile | undefined): void {
    const found = findTests(text, cases?.text);
    if (found === undefined) {
      this.remove(document);
      return;
    }
    if (cases === undefined) this.#casesFiles.delete(document.toString());
    else this.#casesFiles.set(document.toString(), cases);
    this.#show(document, found);
  }

  remove(document: vscode.Uri): void {
    this.#controller.items.delete(document.toString());
    this.#casesFiles.delete(document.toString());
  }

  itemOf(document: vscode.Uri): vscode.TestItem | undefined {
    return this.#controller.items.get(document.toString());
  }

  /** The leaves of a request; all of them if it has no `include`. */
  leavesOf({ include, exclude = [] }: Pick<vscode.TestRunRequest, "include" | "exclude">): Leaf[] {
    const excluded = new Set(exclude);
    const collect = (item: vscode.TestItem): Leaf[] => {
      if (excluded.has(item)) return [];
      const leaf = this.#leaves.get(item);
      return leaf !== undefined && item.children.size === 0 ? [leaf] : [...item.children].flatMap(([, child]) => collect(child));
    };
    const roots = include ?? [...this.#controller.items].map(([, item]) => item);
    return [...new Set(roots.flatMap(collect))];
  }

  #show(document: vscode.Uri, { error, cases }: FoundTests): void {
    const id = document.toString();
    const known = this.#controller.items.get(id);
    const item = known ?? this.#controller.createTestItem(id, withoutReordering(documentName(document)), document);
    const folder = path.posix.dirname(vscode.workspace.asRelativePath(document));
    if (folder !== ".") item.description = withoutReordering(folder);
    item.error = error === undefined ? this.#describeFile(id) : t("Line {0}: {1}", error.line + 1, plainError(error.message));
    // While a document is edited and has errors, keep the cases found before.
    if (error === undefined || cases.length > 0) item.children.replace(cases.map((one) => this.#caseItem(item, document, one)));
    if (known === undefined) this.#controller.items.add(item);
  }

  #describeFile(document: string): string | undefined {
    const file = this.#casesFiles.get(document);
    if (file === undefined || file.text !== undefined) return undefined;
    return t("The file {0} with the cases cannot be read, or is outside of the workspace.", plainError(file.address));
  }

  #caseItem(parent: vscode.TestItem, document: vscode.Uri, found: FoundCase): vscode.TestItem {
    const file = found.file === undefined ? undefined : this.#casesFiles.get(document.toString())?.uri;
    const item = this.#childOf(parent, found.key, found.name, file ?? document);
    item.sortText = String(found.start.line).padStart(7, "0");
    item.error = found.error && plainError(found.error);
    item.range = new vscode.Range(found.start.line, found.start.character, found.end.line, found.end.character);
    item.children.replace(found.models.map((model, order) => this.#modelItem(item, document, found, model, order)));
    return item;
  }

  #modelItem(parent: vscode.TestItem, document: vscode.Uri, found: FoundCase, model: string, order: number): vscode.TestItem {
    const item = this.#childOf(parent, model, model, parent.uri ?? document);
    item.sortText = String(order).padStart(4, "0");
    const leafOf = (one: vscode.TestItem, index: number) => this.#leaves.set(one, { item: one, document, key: found.key, model, index });
    if (found.repeat === 1) {
      item.children.replace([]);
      leafOf(item, 0);
      return item;
    }
    const repetitions = Array.from({ length: found.repeat }, (_, index) => {
      const one = this.#childOf(item, String(index + 1), t("Repetition {0}", index + 1), item.uri ?? document);
      one.sortText = String(index).padStart(4, "0");
      leafOf(one, index);
      return one;
    });
    item.children.replace(repetitions);
    return item;
  }

  /** Reuses the existing item, so that it keeps its results. `file`: its location. */
  #childOf(parent: vscode.TestItem, id: string, name: string, file: vscode.Uri): vscode.TestItem {
    const label = withoutReordering(name);
    const known = parent.children.get(id);
    if (known === undefined || known.uri?.toString() !== file.toString()) return this.#controller.createTestItem(id, label, file);
    known.label = label;
    return known;
  }
}

/** The studio and a prompt document in; the facts that its checks, completions and hovers need, from memory at once and from the disk soon after, out. */
import * as vscode from "vscode";
import { kinds } from "../../contract/kind.ts";
import { findNamedFiles, isRemote } from "../../prompt/documentFiles.ts";
import type { Facts, FileFact, ModelFact, RunFact, SeenValue } from "../../prompt/facts.ts";
import { parseCsv } from "../../prompt/parseCsv.ts";
import type { PromptDocument } from "../../prompt/promptDocument.ts";
import { readText } from "../../prompt/promptDocument.ts";
import type { Studio } from "../studio.ts";
import { resolvePath } from "./promptPaths.ts";
import { readSeenValues } from "./readSeenValues.ts";

/** A CSV file larger than this is not read for its columns. Bytes. */
const largestCsv = 2_000_000;

export class FactGatherer {
  private readonly studio: Studio;
  private readonly runOf: (document: vscode.Uri) => RunFact | undefined;
  /** By document, then by the path as written. */
  private readonly files = new Map<string, Record<string, FileFact>>();
  private modelFacts: readonly ModelFact[] | undefined;
  private seen: readonly SeenValue[] | undefined;
  private readonly disposables: vscode.Disposable[];

  constructor(studio: Studio, runOf: (document: vscode.Uri) => RunFact | undefined) {
    this.studio = studio;
    this.runOf = runOf;
    const forget = (): void => {
      this.modelFacts = undefined;
      this.seen = undefined;
    };
    this.disposables = [studio.models.onDidChange(forget), studio.state.onDidChange(forget), studio.onDidChangeConnection(forget)];
  }

  /** What is known now, without waiting. */
  known(document: vscode.TextDocument, parsed: PromptDocument): Facts {
    this.modelFacts ??= this.studio.models.known?.map((model) => this.describe(model));
    this.seen ??= readSeenValues(this.studio);
    const run = this.runOf(document.uri);
    return {
      ...(this.modelFacts ? { models: this.modelFacts } : {}),
      seen: [...this.seen, ...this.refusedValues(parsed)],
      files: this.files.get(document.uri.toString()) ?? {},
      ...(run ? { run } : {}),
    };
  }

  /** Looks at the files that the document names. true: something is different from before. */
  async lookAtFiles(document: vscode.TextDocument, parsed: PromptDocument): Promise<boolean> {
    const key = document.uri.toString();
    const named = findNamedFiles(parsed).filter((file) => !isRemote(file.address));
    const found = await Promise.all(
      named.map(async (file) => [file.address, await this.look(document.uri, file.address, file.use === "batch")] as const),
    );
    const fresh = Object.fromEntries(found.flatMap(([address, fact]) => (fact ? [[address, fact]] : [])));
    const before = this.files.get(key);
    this.files.set(key, fresh);
    return JSON.stringify(before ?? {}) !== JSON.stringify(fresh);
  }

  /** A row was run: what worked or was refused may be different. */
  forgetSeen(): void {
    this.seen = undefined;
  }

  forget(document: vscode.Uri): void {
    this.files.delete(document.toString());
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private describe(model: { id: string; owned_by?: string | undefined; created?: number | undefined }): ModelFact {
    const abilities = kinds.map((kind) => [kind, this.studio.models.ability(model.id, kind)] as const);
    const best = abilities.find(([, ability]) => ability.can === "yes") ?? abilities.find(([, ability]) => ability.can === "perhaps");
    return {
      id: model.id,
      abilities: Object.fromEntries(abilities.map(([kind, ability]) => [kind, ability.can])),
      ...(model.owned_by === undefined ? {} : { provider: model.owned_by }),
      ...(model.created === undefined ? {} : { created: model.created }),
      ...(best ? { because: best[1].because } : {}),
    };
  }

  private refusedValues(parsed: PromptDocument): SeenValue[] {
    const model = readText(parsed.fields, "model");
    if (!model) return [];
    return parsed.fields.entries.flatMap((entry) =>
      this.studio.state.refusedValues(model, entry.key).map((value) => ({ model, field: entry.key, value, worked: false })),
    );
  }

  private async look(document: vscode.Uri, path: string, isBatch: boolean): Promise<FileFact | undefined> {
    const uri = resolvePath(document, path);
    if (!uri) return undefined;
    try {
      const stat = await vscode.workspace.fs.stat(uri);
      if (stat.type & vscode.FileType.Directory) return { exists: false };
      const fact: FileFact = { exists: true, size: stat.size, previewUri: uri.toString() };
      if (!isBatch || stat.size > largestCsv) return fact;
      const table = parseCsv(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
      return { ...fact, columns: table.columns, rows: table.rows.length };
    } catch (error) {
      return error instanceof vscode.FileSystemError && error.code === "FileNotFound" ? { exists: false } : undefined;
    }
  }
}

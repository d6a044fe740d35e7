/** Gathers facts for checks, completions and hovers: cached ones at once, facts about files later. */

import * as vscode from "vscode";
import { kinds } from "../../contract/kind.ts";
import { limits } from "../../contract/limits.ts";
import type { Model } from "../../contract/models.ts";
import { present } from "../../contract/present.ts";
import { readRetirement } from "../../contract/retirement.ts";
import { describeCsv } from "../../prompt/assist/describeCsv.ts";
import { type DocumentFile, findDocumentFiles, findMasked, isRemote } from "../../prompt/documentFiles.ts";
import type { Facts, FileFact, ModelFact, RunFact, SeenValue } from "../../prompt/facts.ts";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import { readText } from "../../prompt/parse/promptDocument.ts";
import type { Style } from "../../prompt/styles/style.ts";
import { findEntry } from "../../prompt/text/frontMatter.ts";
import { decodeFileText } from "../../prompt/text/textEncoding.ts";
import { readSmallFile } from "../base/readSmallFile.ts";
import type { State } from "../base/state.ts";
import { fieldOfParameter } from "../requests/optionFields.ts";
import { rankByUse } from "../service/sortModels.ts";
import type { ModelCatalogue, Studio } from "../service/studio.ts";
import { amountUnit } from "../showing/formatAmount.ts";
import { findPaths } from "./findPaths.ts";
import { findStyles } from "./findStyles.ts";
import { resolvePath } from "./promptPaths.ts";
import { readSeenValues } from "./readSeenValues.ts";

/** Bytes; the columns of a larger CSV file are not read. */
const largestCsv = 2_000_000;

/** The parts of the studio that are needed to gather facts. */
export interface FactSource extends Pick<Studio, "openTasks" | "onDidChangeConnection"> {
  readonly models: Pick<ModelCatalogue, "ability" | "known" | "onDidChange">;
  readonly state: Pick<State, "favourites" | "hiddenModels" | "onDidChange" | "recentModels" | "refusedValues">;
}

export class FactGatherer {
  readonly #studio: FactSource;
  readonly #runOf: (document: vscode.Uri) => RunFact | undefined;
  /** By document, then by the path as written. */
  readonly #files = new Map<string, Record<string, FileFact>>();
  /** By document, the paths that it can name; only if a file is missing. */
  readonly #paths = new Map<string, readonly string[]>();
  /** By document, the styles that it can name; only if it has the field. */
  readonly #styles = new Map<string, readonly Style[]>();
  #modelFacts: readonly ModelFact[] | undefined;
  #seen: readonly SeenValue[] | undefined;
  readonly #disposables: vscode.Disposable[];

  constructor(studio: FactSource, runOf: (document: vscode.Uri) => RunFact | undefined) {
    this.#studio = studio;
    this.#runOf = runOf;
    const forget = (): void => {
      this.#modelFacts = undefined;
      this.#seen = undefined;
    };
    this.#disposables = [studio.models.onDidChange(forget), studio.state.onDidChange(forget), studio.onDidChangeConnection(forget)];
  }

  /** The cached facts. */
  known(document: Pick<vscode.TextDocument, "uri">, parsed: PromptDocument): Facts {
    const models = this.knownModels();
    this.#seen ??= readSeenValues(this.#studio);
    const run = this.#runOf(document.uri);
    const paths = this.#paths.get(document.uri.toString());
    const styles = this.#styles.get(document.uri.toString());
    return {
      ...(models ? { models } : {}),
      seen: [...this.#seen, ...this.#refusedValues(parsed)],
      files: this.#files.get(document.uri.toString()) ?? {},
      ...(paths ? { paths } : {}),
      ...(styles ? { styles } : {}),
      ...(run ? { run } : {}),
      unit: amountUnit(),
    };
  }

  /** The service's catalogue; undefined: it was not requested yet. */
  knownModels(): readonly ModelFact[] | undefined {
    this.#modelFacts ??= this.#studio.models.known && this.#describeModels(this.#studio.models.known);
    return this.#modelFacts;
  }

  /** Checks the files that the document names. Returns whether anything has changed. */
  async lookAtFiles(document: Pick<vscode.TextDocument, "uri">, parsed: PromptDocument): Promise<boolean> {
    const key = document.uri.toString();
    const named = findDocumentFiles(parsed).filter((file) => !isRemote(file.address));
    const masked = Object.values(findMasked(parsed)).map((file) => file?.address);
    const look = (file: DocumentFile) => this.#look(document.uri, file, masked.includes(file.address));
    const found = await Promise.all(named.map(async (file) => [file.address, await look(file)] as const));
    const fresh = Object.fromEntries(found.flatMap(([address, fact]) => (fact ? [[address, fact]] : [])));
    const before = this.#files.get(key);
    const isChanged = JSON.stringify(before ?? {}) !== JSON.stringify(fresh);
    if (!Object.values(fresh).some(({ exists }) => !exists)) this.#paths.delete(key);
    else if (isChanged || !this.#paths.has(key)) this.#paths.set(key, await findPaths(document.uri));
    this.#files.set(key, fresh);
    return (await this.#lookAtStyles(document.uri, parsed)) || isChanged;
  }

  async #lookAtStyles(document: vscode.Uri, parsed: PromptDocument): Promise<boolean> {
    const key = document.toString();
    const before = this.#styles.get(key);
    if (findEntry(parsed.fields, "style") === undefined) return this.#styles.delete(key);
    const styles = await findStyles(document);
    this.#styles.set(key, styles);
    return JSON.stringify(before) !== JSON.stringify(styles);
  }

  /** Called after a task has ended, because the values that worked or were rejected may have changed. */
  forgetSeen(): void {
    this.#seen = undefined;
  }

  forget(document: vscode.Uri): void {
    this.#files.delete(document.toString());
    this.#paths.delete(document.toString());
    this.#styles.delete(document.toString());
  }

  dispose(): void {
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  /** Favourites first, then recent models; completions are offered in this order. */
  #describeModels(models: readonly Model[]): ModelFact[] {
    const { state } = this.#studio;
    const rank = rankByUse(state);
    const hidden = new Set(state.hiddenModels());
    const sorted = models.toSorted((one, other) => rank(one.id) - rank(other.id));
    return sorted.map((model) => ({ ...this.#describe(model), ...(hidden.has(model.id) ? { isHidden: true } : {}) }));
  }

  #describe(model: Model): ModelFact {
    const abilities = kinds.map((kind) => [kind, this.#studio.models.ability(model.id, kind)] as const);
    const retirement = readRetirement(model);
    const best = abilities.find(([, ability]) => ability.can === "yes") ?? abilities.find(([, ability]) => ability.can === "perhaps");
    return {
      id: model.id,
      abilities: Object.fromEntries(abilities.map(([kind, ability]) => [kind, ability.can])),
      ...present({ provider: model.owned_by, created: model.created, capabilities: model.capabilities }),
      ...(retirement ? { retirement } : {}),
      ...(best ? { because: best[1].because } : {}),
    };
  }

  #refusedValues(parsed: PromptDocument): SeenValue[] {
    const model = readText(parsed.fields, "model");
    if (!model) return [];
    return parsed.fields.entries.flatMap((entry) => {
      const field = parsed.kind === "text" ? undefined : fieldOfParameter(parsed.kind, entry.key);
      const values = this.#studio.state.refusedValues(model, field?.name ?? entry.key);
      return values.map((value) => ({ model, field: entry.key, value, worked: false }));
    });
  }

  async #look(document: vscode.Uri, { address, use }: DocumentFile, isMeasured: boolean): Promise<FileFact | undefined> {
    const uri = resolvePath(document, address);
    if (!uri) return undefined;
    try {
      const stat = await vscode.workspace.fs.stat(uri);
      if (stat.type & vscode.FileType.Directory) return { exists: false };
      const fact: FileFact = { exists: true, size: stat.size, previewUri: uri.toString() };
      if (isMeasured && stat.size <= limits.fileBytesPerRequest) {
        const { readImageHeader } = await import("../../media/images/readImageHeader.ts");
        const bytes = await readSmallFile(uri, limits.fileBytesPerRequest);
        const image = bytes && readImageHeader(bytes);
        return image ? { ...fact, image } : fact;
      }
      if (use !== "batch" && use !== "tests") return fact;
      const csv = await readSmallFile(uri, largestCsv);
      return csv === undefined ? fact : { ...fact, ...describeCsv(decodeFileText(csv, TextDecoder), use) };
    } catch (error) {
      return error instanceof vscode.FileSystemError && error.code === "FileNotFound" ? { exists: false } : undefined;
    }
  }
}

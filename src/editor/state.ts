/** VS Code's global memento in; everything that this extension remembers besides the journal, typed, out: the only place that touches it. */
import * as vscode from "vscode";
import type { Kind } from "../contract/kind.ts";

/** Values of a request's fields as the user chose them, by the field's name. */
export type Choices = { [field: string]: string };

/** What a kind of output was last made with. */
export interface LastChoices {
  model: string;
  choices: Choices;
}

/** What is known of a model for a kind: told by the user, or seen from the service. */
export type Lesson = "toldYes" | "toldNo" | "worked" | "refused";

/** What came of a prompt document's run that made text: where its answers stand, but neither prompt nor answer. */
export interface SavedRun {
  /** Unix milliseconds. */
  startedAt: number;
  endedAt: number;
  /** Requests of the run; those that it did not come to have no outcome. */
  total: number;
  outcomes: readonly SavedOutcome[];
}

export interface SavedOutcome {
  failed: boolean;
  /** As the service told it, in its own unit. */
  cost?: number;
  tokens?: number;
  /** Where the answer stands. */
  results: readonly { label: string; address: string }[];
}

export interface State {
  lastChoices(kind: Kind): LastChoices | undefined;
  /** Also moves the model to the front of the recent ones. */
  rememberChoices(kind: Kind, last: LastChoices): Promise<void>;
  recentModels(kind: Kind): readonly string[];
  favourites(): readonly string[];
  setFavourite(model: string, favourite: boolean): Promise<void>;
  lesson(model: string, kind: Kind): Lesson | undefined;
  /** undefined forgets it. What the user told is only replaced by what the user tells. */
  learn(model: string, kind: Kind, lesson: Lesson | undefined): Promise<void>;
  /** Values of a field that the service refused for a model. */
  refusedValues(model: string, field: string): readonly string[];
  rememberRefused(model: string, field: string, value: string): Promise<void>;
  forgetRefused(model: string, field: string, value: string): Promise<void>;
  /** The last run of a prompt document, by its address. */
  lastRun(document: string): SavedRun | undefined;
  /** The oldest of many documents is forgotten. */
  rememberRun(document: string, run: SavedRun): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

const recentLimit = 8;
const refusedLimit = 20;
const runLimit = 200;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function isLesson(value: unknown): value is Lesson {
  return value === "toldYes" || value === "toldNo" || value === "worked" || value === "refused";
}

function toLastChoices(value: unknown): LastChoices | undefined {
  if (!isRecord(value) || typeof value.model !== "string" || !isRecord(value.choices)) return undefined;
  const choices: Choices = {};
  for (const [field, chosen] of Object.entries(value.choices)) if (typeof chosen === "string") choices[field] = chosen;
  return { model: value.model, choices };
}

function toOutcome(value: unknown): SavedOutcome[] {
  if (!isRecord(value) || typeof value.failed !== "boolean") return [];
  const results = (Array.isArray(value.results) ? value.results : []).flatMap((one: unknown) =>
    isRecord(one) && typeof one.label === "string" && typeof one.address === "string" ? [{ label: one.label, address: one.address }] : [],
  );
  const cost = typeof value.cost === "number" ? { cost: value.cost } : {};
  const tokens = typeof value.tokens === "number" ? { tokens: value.tokens } : {};
  return [{ failed: value.failed, results, ...cost, ...tokens }];
}

function toSavedRun(value: unknown): SavedRun | undefined {
  if (!isRecord(value) || !Array.isArray(value.outcomes)) return undefined;
  const { startedAt, endedAt, total, outcomes } = value;
  if (typeof startedAt !== "number" || typeof endedAt !== "number" || typeof total !== "number") return undefined;
  return { startedAt, endedAt, total, outcomes: outcomes.flatMap(toOutcome) };
}

export function createState(memento: vscode.Memento): State & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const update = async (name: string, value: unknown): Promise<void> => {
    await memento.update(name, value);
    changed.fire();
  };
  const recents = (kind: Kind) => texts(memento.get(`recent.${kind}`));
  const refused = (model: string, field: string) => texts(memento.get(`refused.${field}.${model}`));
  const lesson = (model: string, kind: Kind): Lesson | undefined => {
    const value = memento.get<unknown>(`ability.${kind}.${model}`);
    return isLesson(value) ? value : undefined;
  };
  return {
    lastChoices: (kind) => toLastChoices(memento.get(`last.${kind}`)),
    async rememberChoices(kind, last) {
      await memento.update(`last.${kind}`, last);
      await update(`recent.${kind}`, [last.model, ...recents(kind).filter((model) => model !== last.model)].slice(0, recentLimit));
    },
    recentModels: recents,
    favourites: () => texts(memento.get("favourites")),
    async setFavourite(model, favourite) {
      const others = texts(memento.get("favourites")).filter((other) => other !== model);
      await update("favourites", favourite ? [...others, model] : others);
    },
    lesson,
    async learn(model, kind, next) {
      const before = lesson(model, kind);
      const isTold = next === undefined || next.startsWith("told");
      if (before === next || (before?.startsWith("told") === true && !isTold)) return;
      await update(`ability.${kind}.${model}`, next);
    },
    refusedValues: refused,
    async rememberRefused(model, field, value) {
      const others = refused(model, field).filter((other) => other !== value);
      await update(`refused.${field}.${model}`, [value, ...others].slice(0, refusedLimit));
    },
    async forgetRefused(model, field, value) {
      const before = refused(model, field);
      if (before.includes(value))
        await update(
          `refused.${field}.${model}`,
          before.filter((other) => other !== value),
        );
    },
    lastRun: (document) => toSavedRun(memento.get(`run.${document}`)),
    async rememberRun(document, run) {
      const documents = [document, ...texts(memento.get("runs")).filter((other) => other !== document)];
      for (const old of documents.slice(runLimit)) await memento.update(`run.${old}`, undefined);
      await memento.update("runs", documents.slice(0, runLimit));
      await update(`run.${document}`, run);
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

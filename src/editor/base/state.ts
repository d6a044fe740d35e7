/** What the extension remembers outside the journal, typed. No other module uses the mementos. */
import * as vscode from "vscode";
import { isJsonObject } from "../../contract/jsonObject.ts";
import { type Kind, type MediaKind, mediaKinds } from "../../contract/kind.ts";

/** Values of a request's fields as the user chose them, by field name. */
export type Choices = { [field: string]: string };

/** What a kind of output was last generated with. */
export interface LastChoices {
  model: string;
  choices: Choices;
  /** Number of results for each prompt. */
  count?: number;
}

/** What is known about a model's ability to make a kind: stated by the user, or observed. */
export type AbilityEvidence = "userSaidYes" | "userSaidNo" | "worked" | "refused";

export interface State {
  /** `model`: what was chosen for that model; omitted: for the last one. */
  lastChoices(kind: Kind, model?: string): LastChoices | undefined;
  /** The last kind of media that was generated. */
  lastKind(): MediaKind | undefined;
  /** Also moves the model to the front of the recent ones. */
  rememberChoices(kind: Kind, last: LastChoices): Promise<void>;
  /** The model and voice that read answers aloud. */
  voice(): LastChoices | undefined;
  rememberVoice(voice: LastChoices): Promise<void>;
  /** The voices that a model gave to the speakers of dialogues in this workspace, by the speakers' names. */
  speakers(model: string): Readonly<Record<string, string>>;
  rememberSpeakers(model: string, voices: Readonly<Record<string, string>>): Promise<void>;
  recentModels(kind: Kind): readonly string[];
  favourites(): readonly string[];
  setFavourite(model: string, favourite: boolean): Promise<void>;
  /** Models shown only in a group of their own. */
  hiddenModels(): readonly string[];
  setHidden(model: string, hidden: boolean): Promise<void>;
  /** Names of engines that are not offered again. */
  dismissedEngines(): readonly string[];
  dismissEngine(name: string): Promise<void>;
  /** Whether a prompt document with tests was ever opened. Otherwise there is no Testing view. */
  hasTests(): boolean;
  rememberTests(): Promise<void>;
  /** The actions on images that a model announced when models were listed last; before they are listed again, menus show these. */
  imageActions(): readonly string[];
  rememberImageActions(actions: readonly string[]): Promise<void>;
  evidence(model: string, kind: Kind): AbilityEvidence | undefined;
  /** undefined removes the evidence. Only the user can replace what the user stated. */
  rememberEvidence(model: string, kind: Kind, evidence: AbilityEvidence | undefined): Promise<void>;
  /** Values of a field that the service rejected for a model. */
  refusedValues(model: string, field: string): readonly string[];
  /** Values of a field that have worked for a model, the newest first. */
  workedValues(model: string, field: string): readonly string[];
  rememberWorked(model: string, field: string, value: string): Promise<void>;
  rememberRefused(model: string, field: string, value: string): Promise<void>;
  forgetRefused(model: string, field: string, value: string): Promise<void>;
  /** Whether VS Code has started the MCP server here. */
  usesAgentServer(): boolean;
  rememberAgentServer(): Promise<void>;
  /** What this workspace's windows still offered to link when they ended; see `keptOffers.ts`. */
  linkOffers(): readonly unknown[];
  rememberLinkOffers(offers: readonly unknown[]): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

const recentLimit = 8;
const refusedLimit = 20;
const workedLimit = 20;
const speakerLimit = 200;

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function isAbilityEvidence(value: unknown): value is AbilityEvidence {
  return value === "userSaidYes" || value === "userSaidNo" || value === "worked" || value === "refused";
}

function toLastChoices(value: unknown): LastChoices | undefined {
  if (!isJsonObject(value) || typeof value.model !== "string" || !isJsonObject(value.choices)) return undefined;
  const choices: Choices = {};
  for (const [field, chosen] of Object.entries(value.choices)) if (typeof chosen === "string") choices[field] = chosen;
  return { model: value.model, choices, ...(typeof value.count === "number" ? { count: value.count } : {}) };
}

export function createState(memento: vscode.Memento, ofWorkspace: vscode.Memento): State & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const update = async (name: string, value: unknown): Promise<void> => {
    await memento.update(name, value);
    changed.fire();
  };
  const setMember = async (name: string, member: string, isMember: boolean): Promise<void> => {
    const others = texts(memento.get(name)).filter((other) => other !== member);
    await update(name, isMember ? [...others, member] : others);
  };
  const recents = (kind: Kind) => texts(memento.get(`recent.${kind}`));
  const speakers = (model: string): Record<string, string> => {
    const value = ofWorkspace.get<unknown>(`speakers.${model}`);
    const entries = isJsonObject(value) ? Object.entries(value) : [];
    return Object.fromEntries(entries.flatMap(([name, voice]) => (typeof voice === "string" ? [[name, voice]] : [])));
  };
  const refused = (model: string, field: string) => texts(memento.get(`refused.${field}.${model}`));
  const worked = (model: string, field: string) => texts(memento.get(`worked.${field}.${model}`));
  const evidence = (model: string, kind: Kind): AbilityEvidence | undefined => {
    const value = memento.get<unknown>(`ability.${kind}.${model}`);
    return isAbilityEvidence(value) ? value : undefined;
  };
  return {
    lastChoices: (kind, model) => toLastChoices(memento.get(model === undefined ? `last.${kind}` : `last.${kind}.${model}`)),
    lastKind: () => mediaKinds.find((kind) => kind === memento.get("lastKind")),
    async rememberChoices(kind, last) {
      if (kind !== "text") await memento.update("lastKind", kind);
      // Its schemas are not loaded at start-up.
      const { isAddedField } = await import("../../contract/addedFields.ts");
      // A seed, a mask or a number of images is meant for one request. Their next use must be asked for.
      const choices = Object.fromEntries(Object.entries(last.choices).filter(([name]) => !isAddedField(name)));
      await memento.update(`last.${kind}`, { ...last, choices });
      await memento.update(`last.${kind}.${last.model}`, { ...last, choices });
      await update(`recent.${kind}`, [last.model, ...recents(kind).filter((model) => model !== last.model)].slice(0, recentLimit));
    },
    voice: () => toLastChoices(memento.get("voice")),
    rememberVoice: (voice) => update("voice", voice),
    speakers,
    async rememberSpeakers(model, voices) {
      const known = Object.entries({ ...speakers(model), ...voices }).slice(-speakerLimit);
      await ofWorkspace.update(`speakers.${model}`, Object.fromEntries(known));
    },
    recentModels: recents,
    favourites: () => texts(memento.get("favourites")),
    setFavourite: (model, favourite) => setMember("favourites", model, favourite),
    hiddenModels: () => texts(memento.get("hiddenModels")),
    setHidden: (model, hidden) => setMember("hiddenModels", model, hidden),
    dismissedEngines: () => texts(memento.get("dismissedEngines")),
    dismissEngine: (name) => setMember("dismissedEngines", name, true),
    hasTests: () => memento.get("hasTests") === true,
    rememberTests: () => update("hasTests", true),
    imageActions: () => texts(memento.get("imageActions")),
    rememberImageActions: async (actions) => memento.update("imageActions", actions),
    evidence,
    async rememberEvidence(model, kind, next) {
      const before = evidence(model, kind);
      const isFromUser = next === undefined || next.startsWith("userSaid");
      if (before === next || (before?.startsWith("userSaid") === true && !isFromUser)) return;
      await update(`ability.${kind}.${model}`, next);
    },
    refusedValues: refused,
    workedValues: worked,
    async rememberWorked(model, field, value) {
      const before = worked(model, field);
      if (before[0] === value) return;
      await memento.update(`worked.${field}.${model}`, [value, ...before.filter((other) => other !== value)].slice(0, workedLimit));
    },
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
    linkOffers: () => {
      const offers = ofWorkspace.get<unknown>("linkOffers");
      return Array.isArray(offers) ? offers : [];
    },
    rememberLinkOffers: async (offers) => ofWorkspace.update("linkOffers", offers.length > 0 ? offers : undefined),
    usesAgentServer: () => memento.get<unknown>("agentServer") === true,
    rememberAgentServer: async () => memento.update("agentServer", true),
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

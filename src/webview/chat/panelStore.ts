/** The state of the panel, updated by the host's messages. */
import { applyChange, type Change } from "../../chat/change.ts";
import { type Conversation, type ConversationSummary, findTurn } from "../../chat/conversation.ts";
import type { InstructionPreset } from "../../chat/instructionPreset.ts";
import type { PanelTask } from "../../chat/panelTask.ts";
import type { PanelPrompt } from "../../chat/promptForm.ts";
import type { AutomaticAttachment, PanelEngine, PanelFile, PanelModel, PanelSymbol, ToPanel } from "../../chat/toPanel.ts";
import type { Attachment } from "../../chat/turn.ts";
import { describeStatus } from "./answer/describeStatus.ts";

interface PanelState {
  conversation: Conversation | undefined;
  imageFolder: string;
  /** The conversation's unsent prompt. */
  draft: string;
  models: readonly PanelModel[];
  modelsError: string | undefined;
  service: { name: string; demo: boolean; needsKey: boolean } | undefined;
  engines: PanelEngine[];
  /** The cost of all answers of today; undefined: not known. */
  costToday: number | undefined;
  presets: readonly InstructionPreset[];
  conversations: { query: string; conversations: readonly ConversationSummary[] } | undefined;
  files: { query: string; files: readonly PanelFile[] };
  symbols: { query: string; symbols: readonly PanelSymbol[] };
  prompts: readonly PanelPrompt[];
  /** Visible tasks, by key. */
  tasks: Map<string, PanelTask>;
  attachments: readonly Attachment[];
  attachmentError: string | undefined;
  /** What is sent with the next message without being asked for. */
  automatic: readonly AutomaticAttachment[];
  /** Data URLs of thumbnails, by attachment id. */
  thumbnails: Map<string, string>;
  /** Remote images that the user allowed, with the addresses of their copies. */
  allowedImages: Map<string, string>;
  /** Files named in answers, and whether they exist; undefined while the host checks. */
  knownFiles: Map<string, boolean | undefined>;
  view: "chat" | "conversations";
  finding: boolean;
  /** The query that the conversation was opened with from the list; Find searches for it. */
  searched: { conversationId: string; query: string } | undefined;
}

/** A change of one part's content. Only the part's component renders it, not the whole panel. */
export type PartChange = Extract<Change, { type: "textAppended" | "textReplaced" | "citationsChanged" }>;

/** One-time requests of the host, e.g. to take the focus. */
type HostRequest = Extract<
  ToPanel,
  { type: "copyClicked" | "draft" | "find" | "focusInput" | "focusLastMessage" | "promptForm" | "readAloud" | "shrinkImage" | "speech" }
>;
/** Requests from one component of the panel to another. */
export type OwnRequest =
  | { type: "chooseModel" | "changeRequest" }
  /** Opens the list of models, for another version of this answer, or for one to compare with it. */
  | { type: "regenerateWith" | "compareWith"; turnId: string; model: string }
  /** One of two compared answers is kept, and gets the focus. */
  | { type: "keepAnswer"; turnId: string }
  /** `source`: the address of the diagram's image. */
  | { type: "enlargeDiagram"; source: string };
type Request = HostRequest | OwnRequest;
type RequestOf<Type extends Request["type"]> = Extract<Request, { type: Type }>;

export interface PanelStore {
  readonly state: PanelState;
  receive(message: ToPanel): void;
  update(change: Partial<PanelState>): void;
  /** Does not render, because the input already shows the text. */
  keepDraft(text: string): void;
  /** Called after every change except changes of a part's content. */
  subscribe(listener: () => void): () => void;
  /** Called after changes of this part's content. */
  subscribePart(turnId: string, key: string, listener: (change: PartChange) => void): () => void;
  /** A request without a subscriber, e.g. while the list of conversations is shown, is kept until one subscribes. */
  subscribeRequest<Type extends Request["type"]>(type: Type, listener: (request: RequestOf<Type>) => void): () => void;
  ask(request: OwnRequest): void;
  /** Called after a remote image was allowed. */
  subscribeImages(listener: () => void): () => void;
  /** Called with the content of an attachment, as base64, once the host has read it. */
  subscribeAttachment(id: string, listener: (data: string) => void): () => void;
  /** Called after the host has reported the task. */
  subscribeTask(key: string, listener: () => void): () => void;
  /** Called after the host has checked files. */
  subscribeFiles(listener: () => void): () => void;
  /** Increases whenever the turn must be rendered again. */
  version(turnId: string): number;
  /** The text announced by the status region; "" if there is none. */
  readonly status: string;
}

function addTo<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): () => void {
  const values = map.get(key) ?? new Set();
  map.set(key, values.add(value));
  return () => values.delete(value);
}

function isPartChange(change: Change): change is PartChange {
  return change.type === "textAppended" || change.type === "textReplaced" || change.type === "citationsChanged";
}

export function createPanelStore(): PanelStore {
  const listeners = new Set<() => void>();
  const imageListeners = new Set<() => void>();
  const fileListeners = new Set<() => void>();
  const requestListeners = new Map<string, Set<(request: Request) => void>>();
  const waitingRequests = new Map<string, Request>();
  const partListeners = new Map<string, Set<(change: PartChange) => void>>();
  const attachmentListeners = new Map<string, Set<(data: string) => void>>();
  const taskListeners = new Map<string, Set<() => void>>();
  const versions = new Map<string, number>();
  let status = "";
  const state: PanelState = {
    conversation: undefined,
    imageFolder: "",
    draft: "",
    models: [],
    modelsError: undefined,
    service: undefined,
    engines: [],
    costToday: undefined,
    presets: [],
    conversations: undefined,
    files: { query: "", files: [] },
    symbols: { query: "", symbols: [] },
    prompts: [],
    tasks: new Map(),
    attachments: [],
    attachmentError: undefined,
    automatic: [],
    thumbnails: new Map(),
    allowedImages: new Map(),
    knownFiles: new Map(),
    view: "chat",
    finding: false,
    searched: undefined,
  };

  function update(change: Partial<PanelState>): void {
    Object.assign(state, change);
    for (const listener of listeners) listener();
  }

  function receiveChanges(conversation: Conversation, changes: readonly Change[]): void {
    let structural = false;
    for (const change of changes) {
      applyChange(conversation, change);
      status = describeStatus(change) ?? status;
      if (isPartChange(change)) {
        for (const listener of partListeners.get(`${change.turnId} ${change.key}`) ?? []) listener(change);
        continue;
      }
      structural = true;
      if ("turnId" in change && findTurn(conversation, change.turnId)) versions.set(change.turnId, (versions.get(change.turnId) ?? 0) + 1);
    }
    if (structural) update({});
  }

  function ask(request: Request): void {
    const asked = requestListeners.get(request.type);
    if (asked === undefined || asked.size === 0) waitingRequests.set(request.type, request);
    else for (const listener of asked) listener(request);
  }

  function receive(message: ToPanel): void {
    switch (message.type) {
      case "conversation": {
        const isOther = message.conversation.id !== state.conversation?.id;
        for (const turn of message.conversation.turns) versions.set(turn.id, (versions.get(turn.id) ?? 0) + 1);
        if (isOther) status = "";
        update({
          conversation: message.conversation,
          imageFolder: message.imageFolder,
          // For the conversation that is already shown, the local draft is newer.
          draft: isOther ? (message.draft ?? "") : state.draft,
          view: isOther && message.replacesDeleted !== true ? "chat" : state.view,
          finding: state.searched?.conversationId === message.conversation.id || (state.finding && !isOther),
        });
        return;
      }
      case "changes":
        if (state.conversation?.id === message.conversationId) receiveChanges(state.conversation, message.changes);
        return;
      case "models":
        update({ models: message.models, modelsError: message.error });
        return;
      case "service":
        update({ service: { name: message.name, demo: message.demo, needsKey: message.needsKey === true } });
        return;
      case "engines":
        update({ engines: message.engines });
        return;
      case "costToday":
        update({ costToday: message.cost });
        return;
      case "presets":
        update({ presets: message.presets });
        return;
      case "conversations":
        update({ conversations: { query: message.query, conversations: message.conversations } });
        return;
      case "files":
        update({ files: { query: message.query, files: message.files } });
        return;
      case "task":
        state.tasks.set(message.task.key, message.task);
        for (const listener of taskListeners.get(message.task.key) ?? []) listener();
        return;
      case "symbols":
        update({ symbols: { query: message.query, symbols: message.symbols } });
        return;
      case "prompts":
        update({ prompts: message.prompts });
        return;
      case "attachments":
        update({ attachments: message.attachments, attachmentError: message.error });
        return;
      case "automaticAttachments":
        update({ automatic: message.offers });
        return;
      case "attachmentContent":
        for (const listener of attachmentListeners.get(message.id) ?? []) listener(message.data);
        return;
      case "remoteImage":
        if (message.source !== undefined) state.allowedImages.set(message.url, message.source);
        for (const listener of imageListeners) listener();
        return;
      case "filesFound":
        for (const { path, exists } of message.files) state.knownFiles.set(path, exists);
        for (const listener of fileListeners) listener();
        return;
      case "copyClicked":
      case "promptForm":
      case "readAloud":
      case "shrinkImage":
      case "speech":
        ask(message);
        return;
      case "draft":
      case "focusInput":
      case "focusLastMessage":
        update({ view: "chat" });
        ask(message);
        return;
      case "find":
        update({ view: "chat", finding: true });
        ask(message);
        return;
      case "showConversations":
        update({ view: "conversations" });
        return;
      default:
        message satisfies never;
    }
  }

  const subscribeTo =
    <Value>(set: Set<Value>) =>
    (value: Value) => {
      set.add(value);
      return () => {
        set.delete(value);
      };
    };

  return {
    state,
    receive,
    update,
    keepDraft(text) {
      state.draft = text;
    },
    subscribe: subscribeTo(listeners),
    subscribePart: (turnId, key, listener) => addTo(partListeners, `${turnId} ${key}`, listener),
    subscribeRequest(type, listener) {
      const isAsked = (request: Request): request is RequestOf<typeof type> => request.type === type;
      const answer = (request: Request) => isAsked(request) && listener(request);
      const stop = addTo(requestListeners, type, answer);
      const waiting = waitingRequests.get(type);
      waitingRequests.delete(type);
      if (waiting !== undefined) answer(waiting);
      return stop;
    },
    ask,
    subscribeImages: subscribeTo(imageListeners),
    subscribeAttachment: (id, listener) => addTo(attachmentListeners, id, listener),
    subscribeTask: (key, listener) => addTo(taskListeners, key, listener),
    subscribeFiles: subscribeTo(fileListeners),
    version: (turnId) => versions.get(turnId) ?? 0,
    get status() {
      return status;
    },
  };
}

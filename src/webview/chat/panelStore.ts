/** The state of the panel, updated by the host's messages. */
import { applyChange, type Change } from "../../chat/conversation/change.ts";
import { type Conversation, type ConversationSummary, findTurn, runningTurn } from "../../chat/conversation/conversation.ts";
import type { InstructionPreset } from "../../chat/conversation/instructionPreset.ts";
import type { Attachment } from "../../chat/conversation/turn.ts";
import type { ChatReply, PanelFile, PanelSymbol } from "../../chat/messages/chatProtocol.ts";
import type { AutomaticAttachment, ChatPush, PanelEngine, PanelModel } from "../../chat/messages/chatPush.ts";
import type { PanelTask } from "../../chat/messages/panelTask.ts";
import type { PanelPrompt, PromptForm } from "../../chat/request/promptForm.ts";
import type { MediaKind } from "../../contract/kind.ts";
import { describeEnding, describeStatus, noStatus } from "./describeStatus.ts";

interface PanelState {
  conversation: Conversation | undefined;
  imageFolder: string;
  /** The conversation's unsent prompt. */
  draft: string;
  models: readonly PanelModel[];
  modelsError: string | undefined;
  /** The models of the command in the input, such as `/image`, and the one that is used unless the user chooses another. */
  media: ({ kind: MediaKind } & ChatReply<"listMediaModels">) | undefined;
  service: { name: string; demo: boolean; needsKey: boolean } | undefined;
  engines: PanelEngine[];
  /** The cost of all answers of today; undefined: not known. */
  costToday: number | undefined;
  dictation: Extract<ChatPush, { type: "dictation" }>["state"];
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
  ChatPush,
  { type: "copyClicked" | "draft" | "find" | "focusInput" | "focusLastMessage" | "readAloud" | "shrinkImage" }
>;
/** Requests from one component of the panel to another. */
export type OwnRequest =
  | { type: "chooseModel" | "chooseMediaModel" | "changeRequest" }
  /** Opens the list of models, for another version of this answer, or for one to compare with it. */
  | { type: "regenerateWith" | "compareWith"; turnId: string; model: string }
  /** One of two compared answers is kept, and gets the focus. */
  | { type: "keepAnswer"; turnId: string }
  /** The form above the conversation's input. */
  | { type: "promptForm"; conversationId: string; form: PromptForm | undefined }
  /** `source`: the address of the diagram's image. */
  | { type: "enlargeDiagram"; source: string };
type Request = HostRequest | OwnRequest;
type RequestOf<Type extends Request["type"]> = Extract<Request, { type: Type }>;

const initialState = (): PanelState => ({
  conversation: undefined,
  imageFolder: "",
  draft: "",
  models: [],
  modelsError: undefined,
  media: undefined,
  service: undefined,
  engines: [],
  costToday: undefined,
  dictation: "none",
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
});

function addTo<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): () => void {
  const values = map.get(key) ?? new Set();
  map.set(key, values.add(value));
  return () => values.delete(value);
}

function isPartChange(change: Change): change is PartChange {
  return change.type === "textAppended" || change.type === "textReplaced" || change.type === "citationsChanged";
}

function addListener<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** What a message changes in the state without regard to what it was; undefined: nothing. */
function changedState(message: ChatPush): Partial<PanelState> | undefined {
  switch (message.type) {
    case "models":
      return { models: message.models, modelsError: message.error };
    case "service":
      return { service: { name: message.name, demo: message.demo, needsKey: message.needsKey === true } };
    case "engines":
      return { engines: message.engines };
    case "costToday":
      return { costToday: message.cost };
    case "dictation":
      return { dictation: message.state };
    case "presets":
      return { presets: message.presets };
    case "conversations":
      return { conversations: { query: message.query, conversations: message.conversations } };
    case "attachments":
      return { attachments: message.attachments, attachmentError: message.error };
    case "automaticAttachments":
      return { automatic: message.offers };
    case "draft":
    case "focusInput":
    case "focusLastMessage":
      return { view: "chat" };
    case "find":
      return { view: "chat", finding: true };
    case "showConversations":
      return { view: "conversations" };
    case "changes":
    case "conversation":
    case "copyClicked":
    case "readAloud":
    case "shrinkImage":
    case "task":
      return undefined;
  }
}

export class PanelStore {
  readonly state = initialState();
  readonly #listeners = new Set<() => void>();
  readonly #imageListeners = new Set<() => void>();
  readonly #fileListeners = new Set<() => void>();
  readonly #requestListeners = new Map<string, Set<(request: Request) => void>>();
  readonly #waitingRequests = new Map<string, Request>();
  readonly #partListeners = new Map<string, Set<(change: PartChange) => void>>();
  readonly #taskListeners = new Map<string, Set<() => void>>();
  readonly #versions = new Map<string, number>();
  #status = noStatus;

  /** The text announced by the status region; "" if there is none. */
  get status(): string {
    return this.#status.text;
  }

  /** The tools that a model calls; undefined: not known. */
  toolsOf(model: string): PanelModel["tools"] {
    return this.state.models.find(({ id }) => id === model)?.tools;
  }

  /** Increases whenever the turn must be rendered again. */
  version(turnId: string): number {
    return this.#versions.get(turnId) ?? 0;
  }

  receive(message: ChatPush): void {
    const changed = changedState(message);
    if (changed !== undefined) this.update(changed);
    switch (message.type) {
      case "conversation":
        this.#receiveConversation(message);
        return;
      case "changes":
        if (this.state.conversation?.id === message.conversationId) this.#receiveChanges(this.state.conversation, message.changes);
        return;
      case "task":
        this.state.tasks.set(message.task.key, message.task);
        for (const listener of this.#taskListeners.get(message.task.key) ?? []) listener();
        return;
      case "copyClicked":
      case "draft":
      case "find":
      case "focusInput":
      case "focusLastMessage":
      case "readAloud":
      case "shrinkImage":
        this.ask(message);
    }
  }

  update(change: Partial<PanelState>): void {
    Object.assign(this.state, change);
    for (const listener of this.#listeners) listener();
  }

  /** The user has allowed a remote image. `source`: the address of its copy. */
  allowImage(url: string, source: string): void {
    this.state.allowedImages.set(url, source);
    for (const listener of this.#imageListeners) listener();
  }

  /** The host has checked whether files exist. */
  setFoundFiles(files: ChatReply<"findFiles">["files"]): void {
    for (const { path, exists } of files) this.state.knownFiles.set(path, exists);
    for (const listener of this.#fileListeners) listener();
  }

  /** Does not render, because the input already shows the text. */
  keepDraft(text: string): void {
    this.state.draft = text;
  }

  ask(request: Request): void {
    const asked = this.#requestListeners.get(request.type);
    if (asked === undefined || asked.size === 0) this.#waitingRequests.set(request.type, request);
    else for (const listener of asked) listener(request);
  }

  /** Called after every change except changes of a part's content. */
  subscribe(listener: () => void): () => void {
    return addListener(this.#listeners, listener);
  }

  /** Called after changes of this part's content. */
  subscribePart(turnId: string, key: string, listener: (change: PartChange) => void): () => void {
    return addTo(this.#partListeners, `${turnId} ${key}`, listener);
  }

  /** A request without a subscriber, e.g. while the list of conversations is shown, is kept until one subscribes. */
  subscribeRequest<Type extends Request["type"]>(type: Type, listener: (request: RequestOf<Type>) => void): () => void {
    const isAsked = (request: Request): request is RequestOf<Type> => request.type === type;
    const answer = (request: Request) => isAsked(request) && listener(request);
    const stop = addTo(this.#requestListeners, type, answer);
    const waiting = this.#waitingRequests.get(type);
    this.#waitingRequests.delete(type);
    if (waiting !== undefined) answer(waiting);
    return stop;
  }

  /** Called after a remote image was allowed. */
  subscribeImages(listener: () => void): () => void {
    return addListener(this.#imageListeners, listener);
  }

  /** Called after the host has reported the task. */
  subscribeTask(key: string, listener: () => void): () => void {
    return addTo(this.#taskListeners, key, listener);
  }

  /** Called after the host has checked files. */
  subscribeFiles(listener: () => void): () => void {
    return addListener(this.#fileListeners, listener);
  }

  #receiveConversation(message: Extract<ChatPush, { type: "conversation" }>): void {
    const { state } = this;
    const isOther = message.conversation.id !== state.conversation?.id;
    for (const { id } of message.conversation.turns) this.#versions.set(id, this.version(id) + 1);
    if (isOther) this.#status = noStatus;
    else this.#endStatus(state.conversation && runningTurn(state.conversation)?.id, message.conversation);
    this.update({
      conversation: message.conversation,
      imageFolder: message.imageFolder,
      // For the conversation that is already shown, the local draft is newer.
      draft: isOther ? (message.draft ?? "") : state.draft,
      view: isOther && message.replacesDeleted !== true ? "chat" : state.view,
      finding: state.searched?.conversationId === message.conversation.id || (state.finding && !isOther),
    });
  }

  #receiveChanges(conversation: Conversation, changes: readonly Change[]): void {
    let structural = false;
    const running = runningTurn(conversation)?.id;
    for (const change of changes) {
      applyChange(conversation, change);
      this.#status = describeStatus(change) ?? this.#status;
      if (isPartChange(change)) {
        for (const listener of this.#partListeners.get(`${change.turnId} ${change.key}`) ?? []) listener(change);
        continue;
      }
      structural = true;
      if ("turnId" in change && findTurn(conversation, change.turnId))
        this.#versions.set(change.turnId, (this.#versions.get(change.turnId) ?? 0) + 1);
    }
    this.#endStatus(running, conversation);
    if (structural) this.update({});
  }

  /** After an answer has ended in another way than by a change that is described. */
  #endStatus(running: string | undefined, now: Conversation): void {
    if (!this.#status.isRunning || runningTurn(now) !== undefined) return;
    const ended = running === undefined ? undefined : findTurn(now, running);
    this.#status = (ended?.role === "assistant" ? describeEnding(ended.state) : undefined) ?? noStatus;
  }
}

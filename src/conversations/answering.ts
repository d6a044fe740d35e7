/** Answers the prompts of a conversation one at a time, and in only one window at a time. */
import { randomUUID } from "node:crypto";
import { type Conversation, findTurn, modelOfDocument, pathTo, runningTurn, titleFrom } from "../chat/conversation/conversation.ts";
import type { AssistantTurn, QueuedPrompt, QueuePause, Turn, UserTurn } from "../chat/conversation/turn.ts";
import { filesLeftOut } from "../chat/request/acceptedFiles.ts";
import { acceptedFiles } from "../chat/request/refusedFiles.ts";
import { refusedSettings } from "../chat/request/refusedSettings.ts";
import { LeftToNext } from "../generations/sending/startText.ts";
import { makeTaskKey } from "../generations/taskKey.ts";
import type { AllowedAnswer, AnswerServices, AnswerWriter } from "./answerWriter.ts";
import type { ConversationStore } from "./conversationStore.ts";
import { type QueuedStep, queuedStep } from "./queuedStep.ts";
import type { SavedConversation } from "./savedConversation.ts";
import { watchUntil } from "./watchUntil.ts";

export interface AnsweringServices extends AnswerServices {
  conversations: ConversationStore;
  /** Reports to the user why nothing was sent. */
  report(error: unknown): void;
  /** Whether a model's answers are demos. */
  isDemo(model: string): boolean;
  /** Chooses the model for a conversation that has none yet. Waits for the catalogue. */
  chooseModel(): Promise<string>;
  /**
   * Asks the user if a budget is used up, unless the model that will answer is free; undefined: it is not known. Resolves with what sends the
   * request; undefined: the user does not want to exceed the budget.
   */
  allow(findModel: () => Promise<string | undefined>): Promise<AllowedAnswer | undefined>;
}

/** A prompt as the user sends it. */
type Prompt = Omit<QueuedPrompt, "id" | "action">;

/** This window's own answer, or another window's answer that is being watched; its turn may not exist yet. */
interface Running {
  abort: AbortController;
  turnId: string | undefined;
}

/** Why the queue must pause after a turn: the next prompts expect a complete answer. */
function pauseAfter(turn: Turn | undefined): QueuePause | undefined {
  if (turn?.role !== "assistant") return "stopped";
  switch (turn.state) {
    case "stopped":
    case "aborted":
      return "stopped";
    case "failed":
    case "truncated":
      return turn.state;
    case "waiting":
    case "streaming":
    case "completed":
    case "incomplete":
    case "refused":
      return undefined;
  }
}

export class Answering {
  readonly #saved: SavedConversation;
  readonly #writer: AnswerWriter;
  readonly #services: AnsweringServices;
  #running: Running | undefined;
  #performed: QueuedPrompt | undefined;
  #isDisposed = false;

  constructor(saved: SavedConversation, writer: AnswerWriter, services: AnsweringServices) {
    this.#saved = saved;
    this.#writer = writer;
    this.#services = services;
  }

  /** This window is answering, or shows the progress of another window's answer. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Id of the running answer; undefined if none is running, or its turn does not exist yet. */
  get runningTurnId(): string | undefined {
    return this.#running?.turnId;
  }

  /** The queued prompts, and the one that this window is sending or having answered. */
  get unfinished(): readonly QueuedPrompt[] {
    return [...this.#conversation.queue, ...(this.#performed === undefined ? [] : [this.#performed])];
  }

  get #conversation(): Conversation {
    return this.#saved.conversation;
  }

  addPrompt({ text, attachments, document }: Prompt, parentId: string | null): UserTurn {
    const location = { id: randomUUID(), parentId, createdAt: Date.now() };
    const turn: UserTurn = { role: "user", ...location, text, attachments, ...(document === undefined ? {} : { document }) };
    // If the user continues without choosing one of two compared answers, the first one is kept.
    if (parentId !== null) this.#saved.endComparison(parentId);
    if (this.#conversation.title === "") this.#saved.apply([{ type: "titleChanged", title: titleFrom(text) }]);
    this.#saved.apply([{ type: "turnAdded", turn }]);
    void this.#saved.saveConversation();
    this.#saved.saveTurn(turn.id);
    return turn;
  }

  /**
   * Within `#begin`: answers a prompt. `model` overrides the conversation's model for this answer. `comparedWith`: the id of another answer
   * to the prompt.
   */
  async #answer(promptId: string, start: AllowedAnswer, chosen?: string, comparedWith?: string): Promise<void> {
    const model = chosen ?? modelOfDocument(findTurn(this.#conversation, promptId));
    const turn: AssistantTurn = {
      role: "assistant",
      id: randomUUID(),
      parentId: promptId,
      createdAt: Date.now(),
      model: model ?? this.#conversation.settings.model,
      demo: false,
      state: "waiting",
      parts: [],
      generation: makeTaskKey(Date.now()),
      ...(comparedWith === undefined ? {} : { comparedWith }),
    };
    const began = performance.now();
    await this.#hold(turn.id, async (signal) => {
      const obstacle = await this.#prepare(turn, model).catch((error: unknown) => ({ error }));
      const { settings, turns } = this.#conversation;
      const accepted = acceptedFiles(turns, turn.model, this.#services.capabilitiesOf(turn.model)?.input);
      const leftOut = filesLeftOut(pathTo(this.#conversation, promptId), accepted);
      if (leftOut.length > 0) turn.leftOut = leftOut;
      const settingsLeftOut = refusedSettings(turns, { ...settings, model: turn.model });
      if (settingsLeftOut.length > 0) turn.settingsLeftOut = settingsLeftOut;
      this.#saved.apply([{ type: "turnAdded", turn }]);
      void this.#saved.saveConversation();
      this.#saved.saveTurn(turn.id);
      if (obstacle === undefined) await this.#writer.stream(turn, promptId, start, signal, began);
      else this.#writer.fail(turn, obstacle.error, began);
    });
  }

  async #prepare(turn: AssistantTurn, chosen: string | undefined): Promise<undefined> {
    turn.model = await this.#modelOf(chosen);
    turn.demo = this.#services.isDemo(turn.model);
  }

  /** `chosen`: as in `#answer`. Resolves with undefined if the user does not want to exceed a budget. */
  #allow(chosen: string | undefined): Promise<AllowedAnswer | undefined> {
    return this.#services.allow(() => this.#modelOf(chosen).catch(() => undefined));
  }

  /** The catalogue may not be loaded yet, so the prompt waits until its model is known. */
  async #modelOf(chosen: string | undefined): Promise<string> {
    if (this.#conversation.settings.model === "" && chosen === undefined) {
      const model = await this.#services.chooseModel();
      if (this.#conversation.settings.model === "")
        this.#saved.apply([{ type: "settingsChanged", settings: { ...this.#conversation.settings, model } }]);
    }
    return chosen ?? this.#conversation.settings.model;
  }

  async #hold(turnId: string, write: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = this.#running?.abort ?? new AbortController();
    this.#running = { abort, turnId };
    const isStopRequested = () => this.#saved.tryToRead((store) => store.isStopRequested(this.#conversation.id), false);
    const unwatch = watchUntil(isStopRequested, () => abort.abort());
    await write(abort.signal).finally(unwatch);
    const reason = pauseAfter(findTurn(this.#conversation, turnId));
    if (reason !== undefined) this.#pauseQueue(reason);
  }

  #pauseQueue(reason: QueuePause): void {
    // Another window may have queued a prompt.
    this.#saved.refresh();
    if (this.#conversation.queue.length === 0 || this.#conversation.queuePause !== undefined) return;
    this.#saved.apply([{ type: "queuePauseChanged", reason }]);
    void this.#saved.saveConversation();
  }

  /**
   * Runs `work` while no other window answers in the conversation; does nothing while `isRunning`. Only one window at a time answers in a
   * conversation: if another one does, its answer is shown from now on. If another process has locked the conversations, nothing is sent.
   */
  async #begin(work: () => Promise<void>): Promise<void> {
    if (this.#running !== undefined || this.#isDisposed) return;
    const abort = new AbortController();
    this.#running = { abort, turnId: undefined };
    const { signal } = abort;
    let next: () => void = () => {};
    try {
      const isOurs = await this.#saved.tryToWrite((store) => store.beginAnswering(this.#conversation.id, signal), true, signal);
      next = isOurs ? () => this.sendNext() : () => this.#watch(signal.aborted);
      if (isOurs) {
        this.#saved.refresh();
        // Write the queue's pause before another window can take over the conversation.
        await work().finally(() => this.#release());
      }
    } catch (error) {
      this.#pauseQueue(signal.aborted ? "stopped" : "failed");
      if (!signal.aborted) this.#services.report(error);
      next = () => {};
    }
    this.#running = undefined;
    if (!this.#isDisposed) next();
  }

  #watch(isStopWanted: boolean): void {
    const abort = new AbortController();
    this.#saved.refresh();
    this.#running = { abort, turnId: runningTurn(this.#conversation)?.id };
    const isOver = () => {
      this.#saved.refresh();
      return (
        runningTurn(this.#conversation) === undefined ||
        !this.#saved.tryToRead((store) => store.isAnsweredElsewhere(this.#conversation.id), true)
      );
    };
    const unwatch = watchUntil(isOver, () => {
      this.#running = undefined;
      this.sendNext();
    });
    abort.signal.addEventListener("abort", () => {
      if (this.#isDisposed) unwatch();
      else void this.#saved.tryToWrite((store) => store.requestStop(this.#conversation.id), undefined);
    });
    if (isStopWanted) abort.abort();
  }

  /** Completes what an earlier run of the editor has started, and pauses the queue. */
  recover(): void {
    if (!this.#isAnythingLeft()) return;
    void this.#begin(async () => {
      this.#pauseQueue("closed");
      await this.#continueHere();
    });
  }

  #isQueueMoving(): boolean {
    return this.#conversation.queue.length > 0 && this.#conversation.queuePause === undefined;
  }

  #isAnythingLeft(): boolean {
    return !this.#isDisposed && (runningTurn(this.#conversation) !== undefined || this.#isQueueMoving());
  }

  #release(): void {
    void this.#saved.tryToWrite((store) => store.endAnswering(this.#conversation.id), undefined);
  }

  /**
   * Sends the first queued prompt or, even if the queue is paused, the prompt that the user has just sent. If another window is answering,
   * waits for that.
   */
  sendNext(promptId?: string): void {
    if (promptId !== undefined || this.#isAnythingLeft()) void this.#begin(() => this.#continueHere(promptId));
  }

  /** Called while only this window answers, in sync with other windows' changes. */
  async #continueHere(promptId?: string): Promise<void> {
    const turn = runningTurn(this.#conversation);
    if (turn !== undefined) {
      if (this.#conversation.queue.some(({ id }) => id !== promptId)) this.#pauseQueue("closed");
      return this.#complete(turn);
    }
    const wanted = this.#isQueueMoving() ? this.#conversation.queue : this.#conversation.queue.filter(({ id }) => id === promptId);
    for (const next of wanted) {
      const step = queuedStep(this.#conversation, next);
      const start = step?.type === "fetch" ? undefined : step && (await this.#allow(step.model));
      const isDeclined = step !== undefined && step.type !== "fetch" && start === undefined;
      // A text of the user stays.
      if (isDeclined && step.type === "prompt") return this.#pauseQueue("budget");
      // Send a prompt only if this window has certainly taken it: otherwise another window may send it too.
      const isOurs = await this.#services.conversations.takeQueued(this.#conversation.id, next.id, this.#running?.abort.signal);
      this.#saved.apply([{ type: "queueChanged", queue: this.#conversation.queue.filter(({ id }) => id !== next.id) }]);
      if (isDeclined) return void this.#saved.saveConversation();
      // What it refers to may have changed while the user was asked.
      const now = isOurs ? queuedStep(this.#conversation, next) : undefined;
      if (now === undefined) continue;
      this.#performed = next;
      return this.#perform(next, now, start).finally(() => {
        this.#performed = undefined;
      });
    }
  }

  /** `start`: undefined for what is only fetched. */
  async #perform({ text, attachments, document }: QueuedPrompt, step: QueuedStep, start: AllowedAnswer | undefined): Promise<void> {
    if (step.type === "fetch") {
      this.#saved.apply([{ type: "answerResumed", turnId: step.turn.id }]);
      this.#saved.saveTurn(step.turn.id);
      return this.#complete(step.turn);
    }
    if (start === undefined) return;
    switch (step.type) {
      case "prompt": {
        const prompt = this.addPrompt({ text, attachments, ...(document === undefined ? {} : { document }) }, step.parentId);
        return this.#answer(prompt.id, start);
      }
      case "answer":
        return this.#answer(step.promptId, start, step.chosen, step.comparedWith);
      case "continue":
        this.#saved.apply([{ type: "answerContinued", turnId: step.turn.id, since: Date.now(), generation: makeTaskKey(Date.now()) }]);
        this.#saved.saveTurn(step.turn.id);
        return this.#hold(step.turn.id, (signal) => this.#writer.streamRest(step.turn, start, signal, performance.now()));
    }
  }

  /** Within `#begin`: completes an answer that another window, or an earlier run of the editor, has started. */
  async #complete(turn: AssistantTurn): Promise<void> {
    if (turn.generation === undefined && turn.responseId === undefined) this.#writer.truncate(turn);
    else await this.#hold(turn.id, (signal) => this.#writer.fetch(turn, signal));
  }

  /** Shows the progress of the answer that another window is writing. */
  follow(): void {
    const isElsewhere = this.#saved.tryToRead((store) => store.isAnsweredElsewhere(this.#conversation.id), false);
    if (this.#running === undefined && !this.#isDisposed && isElsewhere) this.#watch(false);
  }

  stop(): void {
    this.#running?.abort.abort();
  }

  /** The outcome of a running answer is not written, so that the next window continues it at once. */
  dispose(): void {
    this.#isDisposed = true;
    if (this.#running !== undefined) this.#release();
    this.#saved.dispose();
    this.#running?.abort.abort(new LeftToNext("The window closes."));
  }
}

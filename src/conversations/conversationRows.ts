/** The rows of conversations and their turns, together with what this window knows of them and other windows may have changed. */

import { type Conversation, conversationSchema, plainText } from "../chat/conversation/conversation.ts";
import { type ConversationHead, mergeConversation } from "../chat/conversation/mergeConversation.ts";
import { type Turn, turnSchema } from "../chat/conversation/turn.ts";
import { tryParseJson } from "../contract/tryParseJson.ts";
import type { Database } from "../sqlite/database.ts";
import { isLocked } from "../sqlite/databaseError.ts";
import type { SharedDatabase } from "../sqlite/sharedDatabase.ts";
import type { AnsweringWindows } from "./answeringWindows.ts";
import { restoreAttachments, writeAttachment } from "./drafts.ts";

const writeTurn =
  "INSERT INTO turns (id, conversation, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body RETURNING number";
const changeTurn = "UPDATE turns SET body = ? WHERE id = ? RETURNING number";

export class ConversationRows {
  readonly #shared: SharedDatabase;
  readonly #answering: AnsweringWindows;
  /** Turns that were stored when this window last read or wrote them. If one is missing now, it was deleted and must not be written again. */
  readonly #seen = new Set<string>();
  /** The heads of conversations when this window last read or wrote them. */
  readonly #bases = new Map<string, ConversationHead>();
  /** Prompts that this window has taken from a queue. */
  readonly #taken = new Set<string>();
  /** Changes of `#seen` and `#bases` that become true when the current write is committed. */
  #onCommit: (() => void)[] = [];

  constructor(shared: SharedDatabase, answering: AnsweringWindows) {
    this.#shared = shared;
    this.#answering = answering;
  }

  get #database(): Database {
    return this.#shared.database;
  }

  /** See ConversationStore, as for the other methods with its names. */
  load(id: string): Conversation | undefined {
    const head = this.#loadHead(id);
    if (head === undefined) return undefined;
    this.#bases.set(id, structuredClone(head));
    return { ...head, turns: this.#loadTurns(id) };
  }

  reload(mine: Conversation): Conversation | undefined {
    const stored = this.#loadHead(mine.id);
    if (stored === undefined) return undefined;
    const { turns: _, ...held } = mine;
    const base = this.#bases.get(mine.id) ?? held;
    // Each window keeps its own choice of branches, so the stored choice is ignored.
    this.#bases.set(mine.id, structuredClone({ ...stored, chosen: base.chosen }));
    return { ...mergeConversation(base, held, stored), turns: this.#loadTurns(mine.id) };
  }

  isDeleted(id: string): boolean {
    return this.#bases.has(id) && this.#database.get("SELECT 1 FROM conversations WHERE id = ?", [id]) === undefined;
  }

  async saveConversation(conversation: Conversation): Promise<void> {
    await this.#write(() => this.#saveConversation(conversation));
  }

  async saveTurn(conversationId: string, turn: Turn): Promise<void> {
    await this.#write(() => this.#saveTurn(conversationId, turn));
  }

  async saveAll(conversation: Conversation, attachments: ReadonlyMap<string, Uint8Array>): Promise<void> {
    await this.#writeSoon(() => {
      this.#bases.delete(conversation.id);
      this.#saveConversation(conversation);
      for (const turn of conversation.turns) {
        this.#seen.delete(turn.id);
        this.#saveTurn(conversation.id, turn);
      }
      restoreAttachments(this.#database, conversation.id);
      for (const [id, content] of attachments) writeAttachment(this.#database, id, conversation.id, content);
    });
  }

  async takeQueued(conversationId: string, promptId: string, signal?: AbortSignal): Promise<boolean> {
    if (this.#taken.has(promptId)) return false;
    // Set before waiting, because this window may try a second time meanwhile.
    this.#taken.add(promptId);
    try {
      return await this.#writeSoon(() => this.#takeQueued(conversationId, promptId), signal);
    } catch (error) {
      // If the write failed for a reason other than a lock, and the prompt is not stored, no other window can have it.
      if (!signal?.aborted && !isLocked(error) && !isQueued(promptId, this.#loadHead(conversationId))) return true;
      this.#taken.delete(promptId);
      throw error;
    }
  }

  /** Rebuilds the full-text index, which cannot be recovered from a damaged file. */
  async indexRecovered(): Promise<void> {
    await this.#write(() => this.#indexTexts());
  }

  /** Waits for the lock without a limit. */
  #write<Result>(work: () => Result): Promise<Result> {
    return this.#shared.write(
      () => this.#begin(work),
      undefined,
      () => this.#commit(),
    );
  }

  /** For writes that the user waits for. */
  #writeSoon<Result>(work: () => Result, signal?: AbortSignal): Promise<Result> {
    return this.#shared.writeSoon(
      () => this.#begin(work),
      signal,
      () => this.#commit(),
    );
  }

  #begin<Result>(work: () => Result): Result {
    this.#onCommit = [];
    return work();
  }

  #commit(): void {
    for (const change of this.#onCommit) change();
  }

  #writeHead(head: ConversationHead): void {
    this.#database.run(
      "INSERT INTO conversations (id, updated, title, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, title = excluded.title, body = excluded.body",
      [head.id, head.updatedAt, head.title, JSON.stringify({ ...head, turns: [] })],
    );
  }

  #saveConversation(conversation: Conversation): void {
    const { turns: _, ...mine } = conversation;
    const stored = this.#loadHead(conversation.id);
    const base = this.#bases.get(conversation.id);
    if (base !== undefined && stored === undefined) return;
    this.#writeHead(stored === undefined || base === undefined ? mine : mergeConversation(base, mine, stored));
    const written = structuredClone(mine);
    this.#onCommit.push(() => this.#bases.set(conversation.id, written));
  }

  #loadHead(id: string): ConversationHead | undefined {
    const body = this.#database.get("SELECT body FROM conversations WHERE id = ?", [id])?.body;
    if (typeof body !== "string") return undefined;
    const read = conversationSchema.safeParse(tryParseJson(body));
    if (!read.success) return undefined;
    const { turns: _, ...head } = read.data;
    return head;
  }

  #loadTurns(id: string): Turn[] {
    const rows = this.#database.all("SELECT body FROM turns WHERE conversation = ? ORDER BY number", [id]);
    const turns = rows.flatMap(({ body }) => readTurn(body) ?? []);
    for (const turn of turns) this.#seen.add(turn.id);
    return turns;
  }

  #saveTurn(conversationId: string, turn: Turn): void {
    // Do not overwrite a turn that another window is answering. A turn that was created here exists in no other window.
    if ((this.#seen.has(turn.id) && this.#answering.isAnsweredElsewhere(conversationId)) || this.isDeleted(conversationId)) return;
    const body = JSON.stringify(turn);
    const row = this.#seen.has(turn.id)
      ? this.#database.get(changeTurn, [body, turn.id])
      : this.#database.get(writeTurn, [turn.id, conversationId, body]);
    this.#onCommit.push(() => this.#seen.add(turn.id));
    if (typeof row?.number === "number") this.#writeText(row.number, turn);
  }

  /** Updates the full-text index of a turn. */
  #writeText(number: number, turn: Turn): void {
    this.#database.run("DELETE FROM turn_texts WHERE rowid = ?", [number]);
    this.#database.run("INSERT INTO turn_texts (rowid, text) VALUES (?, ?)", [number, plainText(turn)]);
  }

  #indexTexts(): void {
    for (const { number, body } of this.#database.all("SELECT number, body FROM turns")) {
      const turn = readTurn(body);
      if (turn !== undefined && typeof number === "number") this.#writeText(number, turn);
    }
  }

  #takeQueued(conversationId: string, promptId: string): boolean {
    const isIn = (head: ConversationHead | undefined) => isQueued(promptId, head);
    const without = ({ queuePause, ...head }: ConversationHead): ConversationHead => {
      const queue = head.queue.filter(({ id }) => id !== promptId);
      return { ...head, queue, ...(queue.length === 0 || queuePause === undefined ? {} : { queuePause }) };
    };
    const base = this.#bases.get(conversationId);
    const stored = this.#loadHead(conversationId);
    if (stored !== undefined && isIn(stored)) this.#writeHead(without(stored));
    if (base !== undefined) this.#onCommit.push(() => this.#bases.set(conversationId, without(base)));
    // A prompt that could not be stored was never visible to another window.
    return isIn(stored) || !isIn(base);
  }
}

function isQueued(promptId: string, head: ConversationHead | undefined): boolean {
  return head?.queue.some(({ id }) => id === promptId) === true;
}

/** undefined: the turn cannot be read. It is left out, and the rest of the conversation is shown. */
export function readTurn(body: unknown): Turn | undefined {
  return turnSchema.safeParse(tryParseJson(String(body))).data;
}

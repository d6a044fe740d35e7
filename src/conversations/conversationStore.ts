/** Stores conversations, attachments and presets in a folder. */
import path from "node:path";
import { sumUsage } from "../chat/conversation/answerUsage.ts";
import type { Conversation, ConversationSummary } from "../chat/conversation/conversation.ts";
import { type InstructionPreset, presetSchema } from "../chat/conversation/instructionPreset.ts";
import { requestsOf, type Turn } from "../chat/conversation/turn.ts";
import { readCost } from "../contract/usage.ts";
import type { Database } from "../sqlite/database.ts";
import { DatabaseError } from "../sqlite/databaseError.ts";
import { prepareSearch } from "../sqlite/searchTerms.ts";
import { SharedDatabase } from "../sqlite/sharedDatabase.ts";
import { watchFolder } from "../sqlite/watchFolder.ts";
import { type AnsweringWindows, createAnsweringWindows } from "./answeringWindows.ts";
import { ConversationRows, readTurn } from "./conversationRows.ts";
import { conversationDatabase } from "./conversationTables.ts";
import { Drafts, keepDeletedAttachments, removeDeletedAttachments } from "./drafts.ts";
import { readImagesInUse } from "./imageStore.ts";
import { createConversationSearch } from "./searchConversations.ts";

/**
 * Writes are queued, in order, while another process has locked the database; their promises resolve when they are written. Writes that the
 * user waits for are given up after ten seconds: their promises reject with DatabaseError `busy`.
 */
export interface ConversationStore extends AnsweringWindows, Pick<Drafts, keyof Drafts> {
  /** Set if the database was damaged and has been replaced. */
  readonly notice: string | undefined;
  load(id: string): Conversation | undefined;
  /** The stored conversation with this window's unwritten changes; undefined if it was deleted. */
  reload(mine: Conversation): Conversation | undefined;
  /** The newest first. With a query, conversations of which a turn or the title contains all its words. */
  search(query: string): ConversationSummary[];
  newest(): string | undefined;
  /** The total reported cost of requests since `time`, in Unix milliseconds; undefined: none was reported. */
  costSince(time: number): number | undefined;
  setPinned(id: string, isPinned: boolean): Promise<void>;
  /** Whether the newest answer was not shown yet. */
  setUnread(id: string, isUnread: boolean): Promise<void>;
  /**
   * Writes everything except the turns. Keeps other windows' changes since the last read or write.
   * Writes nothing if the conversation was deleted.
   */
  saveConversation(conversation: Conversation): Promise<void>;
  /** Writes nothing if another window is answering in this conversation, or has deleted the turn. */
  saveTurn(conversationId: string, turn: Turn): Promise<void>;
  /** true: this window has read or written the conversation before, but it is no longer stored. */
  isDeleted(id: string): boolean;
  /**
   * Removes a prompt from the queue. Returns whether this window may send it: false if this window has taken it before, or another one has
   * sent or removed it. Rejects if that is not certain; then the prompt stays queued and must not be sent.
   */
  takeQueued(conversationId: string, promptId: string, signal?: AbortSignal): Promise<boolean>;
  /** Changes whenever another window has written something. */
  version(): number;
  /** Calls `onChange` after another process has written. @returns a function that ends the watch. */
  watch(onChange: () => void): () => void;
  /** Also removes the turns that follow them, which another window may have added in the meantime. */
  removeTurns(conversationId: string, ids: Iterable<string>): Promise<void>;
  /**
   * Writes a whole conversation and its attachments' contents, by id, in one transaction. A deleted conversation is stored again, with the
   * contents of its attachments if it was deleted less than a week ago.
   */
  saveAll(conversation: Conversation, attachments?: ReadonlyMap<string, Uint8Array>): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes what is kept of conversations deleted more than a week before `now` (Unix milliseconds). */
  removeDeleted(now: number): Promise<void>;
  /** The names of all images in answers. */
  imagesInUse(): Promise<ReadonlySet<string>>;
  presets(): InstructionPreset[];
  savePreset(preset: InstructionPreset): Promise<void>;
  removePreset(name: string): Promise<void>;
  /** Resolves when everything is written, or another process has held the lock for too long. */
  close(): Promise<void>;
}

/** @throws Error with a message for the user. */
async function openChatDatabase(file: string): Promise<SharedDatabase> {
  try {
    // A power failure may lose the last second. The service still has its answers, so nothing that was paid for is lost.
    return await SharedDatabase.open(file, conversationDatabase, { synchronous: "NORMAL", prepare: prepareSearch });
  } catch (error) {
    throw error instanceof DatabaseError ? new Error(error.message, { cause: error }) : error;
  }
}

// Runs after every answer, so it skips turns without a cost instead of parsing them.
const turnsWithCost = `SELECT body FROM turns WHERE conversation IN (SELECT id FROM conversations WHERE updated >= ?) AND instr(body, '"cost"') > 0`;

/** The total reported cost of requests since `time`. */
function readCosts(database: Database, time: number): number | undefined {
  const turns = database.all(turnsWithCost, [time]).flatMap(({ body }) => readTurn(body) ?? []);
  const requests = turns.flatMap((turn) => (turn.role === "assistant" ? requestsOf(turn) : []));
  const usage = sumUsage(requests.filter(({ createdAt }) => createdAt >= time));
  return usage && readCost(usage);
}

function withStoredDescendants(database: Database, conversationId: string, ids: Iterable<string>): Set<string> {
  const found = new Set(ids);
  const sql =
    "SELECT id, CASE WHEN json_valid(body) THEN body ->> '$.parentId' END AS parent FROM turns WHERE conversation = ? ORDER BY number";
  for (const { id, parent } of database.all(sql, [conversationId])) if (found.has(String(parent))) found.add(String(id));
  return found;
}

/** Calls `onChange` after another process has written. */
function watchVersion(shared: SharedDatabase, folder: string, onChange: () => void): () => void {
  /** undefined: the file cannot be read at the moment. */
  const tryVersion = () => {
    try {
      return shared.version();
    } catch {
      return undefined;
    }
  };
  let known = tryVersion();
  return watchFolder(folder, () => {
    const version = tryVersion();
    if (version === known) return;
    known = version;
    onChange();
  });
}

/** @throws Error with a message for the user. */
export async function openConversationStore(folder: string): Promise<ConversationStore> {
  const shared = await openChatDatabase(path.join(folder, "conversations.db"));
  const { database, notice } = shared;
  const answering = createAnsweringWindows(shared);
  const rows = new ConversationRows(shared, answering);
  const drafts = new Drafts(shared);
  if (notice !== undefined) await rows.indexRecovered();

  /** Waits for the lock without a limit. */
  async function write(work: () => unknown): Promise<void> {
    await shared.write(work);
  }

  /** For writes that the user waits for. */
  async function writeSoon(work: () => unknown): Promise<void> {
    await shared.writeSoon(work);
  }

  return {
    ...answering,
    saveAttachment: (id, conversationId, content) => drafts.saveAttachment(id, conversationId, content),
    attachment: (id) => drafts.attachment(id),
    hasDraft: (conversationId) => drafts.hasDraft(conversationId),
    draft: (conversationId) => drafts.draft(conversationId),
    saveDraft: (conversationId, text) => drafts.saveDraft(conversationId, text),
    draftAttachments: (conversationId) => drafts.draftAttachments(conversationId),
    saveDraftAttachment: (conversationId, attachment, content) => drafts.saveDraftAttachment(conversationId, attachment, content),
    removeDraftAttachments: (conversationId, ids) => drafts.removeDraftAttachments(conversationId, ids),
    notice,
    load: (id) => rows.load(id),
    reload: (mine) => rows.reload(mine),
    search: createConversationSearch(shared),
    costSince: (time) => readCosts(database, time),
    setPinned: (id, isPinned) => writeSoon(() => database.run("UPDATE conversations SET pinned = ? WHERE id = ?", [Number(isPinned), id])),
    setUnread: (id, isUnread) =>
      write(() =>
        database.run("UPDATE conversations SET unread = $unread WHERE id = $id AND unread <> $unread", {
          $unread: Number(isUnread),
          $id: id,
        }),
      ),
    newest() {
      const id = database.get("SELECT id FROM conversations ORDER BY updated DESC LIMIT 1")?.id;
      return typeof id === "string" ? id : undefined;
    },
    saveConversation: (conversation) => rows.saveConversation(conversation),
    isDeleted: (id) => rows.isDeleted(id),
    takeQueued: (conversationId, promptId, signal) => rows.takeQueued(conversationId, promptId, signal),
    version: () => shared.version(),
    watch: (onChange) => watchVersion(shared, folder, onChange),
    saveTurn: (conversationId, turn) => rows.saveTurn(conversationId, turn),
    removeTurns: (conversationId, ids) =>
      write(() => {
        for (const id of withStoredDescendants(database, conversationId, ids))
          database.run("DELETE FROM turns WHERE id = ? AND conversation = ?", [id, conversationId]);
      }),
    saveAll: (conversation, attachments = new Map()) => rows.saveAll(conversation, attachments),
    remove: (id) =>
      writeSoon(() => {
        keepDeletedAttachments(database, id, Date.now());
        // Cascading deletes do not run the triggers of child rows, so the turns are deleted first.
        for (const table of ["draft_attachments", "drafts", "turns"]) database.run(`DELETE FROM ${table} WHERE conversation = ?`, [id]);
        database.run("DELETE FROM conversations WHERE id = ?", [id]);
      }),
    removeDeleted: (now) => removeDeletedAttachments(shared, now),
    imagesInUse: () => readImagesInUse(database),
    presets: () => database.all("SELECT name, text FROM presets ORDER BY name").flatMap((row) => presetSchema.safeParse(row).data ?? []),
    savePreset: ({ name, text }) =>
      writeSoon(() => database.run("INSERT OR REPLACE INTO presets (name, text) VALUES (?, ?)", [name, text])),
    removePreset: (name) => writeSoon(() => database.run("DELETE FROM presets WHERE name = ?", [name])),
    close: () => shared.close(),
  };
}

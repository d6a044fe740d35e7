/** Sessions on a real database and a scripted service on a socket, new for each test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import type { Conversation } from "../../../src/chat/conversation/conversation.ts";
import { visiblePath } from "../../../src/chat/conversation/conversation.ts";
import type { AssistantTurn } from "../../../src/chat/conversation/turn.ts";
import type { ReadAttachment } from "../../../src/chat/request/buildRequest.ts";
import { type ConversationStore, openConversationStore } from "../../../src/conversations/conversationStore.ts";
import { type ImageStore, openImageStore } from "../../../src/conversations/imageStore.ts";
import { Session } from "../../../src/conversations/session.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { jsonAnswer, type RawAnswer, type RawRequest, startRawServer, streamAnswer } from "../client/http/rawServer.ts";
import { createTestClient } from "../client/testClient.ts";

export const response = (text: string, more: object = {}) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  status: "completed",
  model: "model",
  output: [{ id: "m", type: "message", status: "completed", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] }],
  usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
  ...more,
});
export const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
export const begun = event("response.created", { response: response("", { status: "in_progress", output: [] }) });
export const delta = (text: string) =>
  event("response.output_text.delta", { item_id: "m", output_index: 0, content_index: 0, delta: text });
export const ended = (text: string) => event("response.completed", { response: response(text) });

/** An answer that begins with "Half" and continues with each `write`; "" ends it. */
export function openAnswer(): { respond: RawAnswer; write(text: string): void } {
  const connected = Promise.withResolvers<(text: string) => void>();
  const respond: RawAnswer = (socket) => {
    socket.write(streamAnswer([begun, delta("Half")], ""));
    connected.resolve((text) => void socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`));
  };
  return { respond, write: (text) => void connected.promise.then((write) => write(text)) };
}

export const last = (session: Session) => visiblePath(session.conversation).at(-1) as AssistantTurn;
export const settled = (session: Session, state: string) => expect.poll(() => last(session).state).toBe(state);

interface SessionOptions {
  /** The window's own store; default: that of the run. */
  stored?: ConversationStore;
  chooseModel?: () => Promise<string>;
  mayAnswer?: (findModel: () => Promise<string | undefined>) => Promise<boolean>;
  readAttachment?: ReadAttachment;
  /** Called with the reason why nothing was sent. */
  report?: (error: unknown) => void;
}

export interface SessionRun {
  readonly folder: string;
  readonly conversations: ConversationStore;
  withSession(
    it: Conversation,
    respond: (request: RawRequest, index: number) => RawAnswer,
    use: (session: Session, requests: readonly RawRequest[]) => Promise<void>,
    options?: SessionOptions,
  ): Promise<void>;
}

export function openSessionRun(): SessionRun {
  let folder: string;
  let conversations: ConversationStore;
  let images: ImageStore;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "chat-session-"));
    conversations = await openConversationStore(folder);
    images = openImageStore(path.join(folder, "pictures"));
  });
  afterEach(async () => {
    await conversations.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    get folder() {
      return folder;
    },
    get conversations() {
      return conversations;
    },
    async withSession(it, respond, use, options = {}) {
      const { stored = conversations, chooseModel = async () => "chosen", mayAnswer = async () => true } = options;
      const { readAttachment = () => undefined, report = () => {} } = options;
      let prompts = 0;
      // Stop also deletes the answer at the service, which does not know it any more.
      await using server = await startRawServer((request) =>
        request.method === "DELETE" ? jsonAnswer(404, {}) : respond(request, prompts++),
      );
      const { baseUrl } = server;
      const client = createTestClient(baseUrl);
      const tasks = await openTasks({ folder, client: async () => client });
      const session = new Session(it, {
        tasks: async () => tasks,
        baseUrl: async () => baseUrl,
        isDemo: () => true,
        conversations: stored,
        chooseModel,
        allow: async (findModel) => {
          const isAllowed = await mayAnswer(findModel);
          if (!isAllowed) return undefined;
          return (body, more) => tasks.start({ interface: "v1", kind: "text", body }, { baseUrl, isResumable: true, ...more });
        },
        readAttachment,
        capabilitiesOf: () => undefined,
        readImage: () => undefined,
        keepImage: (data) => images.keep(data),
        describe: ({ kind, message }) => ({ kind, message }),
        report,
        warn: () => {},
      });
      try {
        await use(session, server.requests);
      } finally {
        session.dispose();
        await tasks.close();
        await client.close();
      }
    },
  };
}

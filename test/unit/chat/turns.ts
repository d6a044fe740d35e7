/** Small conversations for the chat's tests. */
import type { Conversation } from "../../../src/chat/conversation/conversation.ts";
import { type AssistantTurn, defaultSettings, type Turn, type UserTurn } from "../../../src/chat/conversation/turn.ts";

export function prompt(id: string, parentId: string | null = null, more: Partial<UserTurn> = {}): UserTurn {
  return { role: "user", id, parentId, createdAt: 1, text: `text of ${id}`, attachments: [], ...more };
}

export function answer(id: string, parentId: string, more: Partial<AssistantTurn> = {}): AssistantTurn {
  const parts = [{ kind: "text" as const, key: "0.0", text: `text of ${id}`, citations: [] }];
  return { role: "assistant", id, parentId, createdAt: Date.now(), model: "model", demo: false, state: "completed", parts, ...more };
}

export function conversation(turns: Turn[], more: Partial<Conversation> = {}): Conversation {
  return {
    id: "c",
    title: "Title",
    createdAt: 1,
    updatedAt: 1,
    settings: { ...defaultSettings, model: "model" },
    turns,
    chosen: {},
    queue: [],
    ...more,
  };
}

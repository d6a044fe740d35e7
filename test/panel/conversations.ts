/** Conversations that show every state of the panel. */
import type { Conversation } from "../../src/chat/conversation/conversation.ts";
import { type AssistantTurn, defaultSettings, type Turn, turnHelps, type UserTurn } from "../../src/chat/conversation/turn.ts";
import type { OutputPart } from "../../src/output/outputPart.ts";

export function conversationOf(turns: Turn[], more: Partial<Conversation> = {}): Conversation {
  const settings = { ...defaultSettings, model: "demo-text" };
  return { id: "conversation", title: "Settings storage", createdAt: 0, updatedAt: 0, settings, turns, chosen: {}, queue: [], ...more };
}

export function promptOf(id: string, text: string, parentId: string | null = null, more: Partial<UserTurn> = {}): UserTurn {
  return { role: "user", id, parentId, createdAt: 0, text, attachments: [], ...more };
}

export function answerOf(id: string, parentId: string, parts: OutputPart[], more: Partial<AssistantTurn> = {}): AssistantTurn {
  return {
    role: "assistant",
    id,
    parentId,
    createdAt: 0,
    model: "demo-text",
    demo: true,
    state: "completed",
    parts,
    usage: { input_tokens: 1284, output_tokens: 532, total_tokens: 1816 },
    milliseconds: 3210,
    ...more,
  };
}

export function textPart(text: string, more: Partial<Extract<OutputPart, { kind: "text" }>> = {}): OutputPart {
  return { kind: "text", key: "0.0", text, citations: [], ...more };
}

export const richAnswer = `Settings can live in **three places**. Each suits another need:

| Store | Scope | Synced | Good for |
|---|:-:|:-:|--:|
| \`settings.json\` | user, workspace | yes | choices |
| memento | one extension | no | state |
| SecretStorage | machine | no | keys |

## How to read them

1. Ask for the *configuration* of your section:

   \`\`\`ts
   const section = vscode.workspace.getConfiguration("studio");
   const folder: string = section.get("output.folder", "generated"); // a default
   \`\`\`

2. Never keep a key in it. Press <kbd>F1</kbd> instead:
   - [x] stored under its origin
   - [ ] ~~in a file~~

> A workspace may be *shared*: what it sets, others get.

\`\`\`python
def greet(name: str) -> str:
    """Says hello."""
    return f"Hello, {name}!"  # one line
\`\`\`

See [the guide](https://example.com/guide) and ![a diagram](https://images.example.com/diagram.png).
`;

const cited = "Lighthouses were lit by whale oil before kerosene. Most are automatic today.";

export const richConversation = conversationOf([
  promptOf("p1", "Compare three ways to store settings, as a table. How do I read them?"),
  answerOf("a1", "p1", [{ kind: "reasoning", key: "r", text: "The user wants a **comparison**, then code." }, textPart(richAnswer)]),
]);

export const citedConversation = conversationOf([
  promptOf("p1", "How were lighthouses lit?", null, {
    attachments: [
      { id: "x", kind: "text", name: "src/lamp.ts", mediaType: "text/plain", size: 1240 },
      { id: "y", kind: "image", name: "dusk.png", mediaType: "image/png", size: 482_000 },
    ],
  }),
  answerOf("a1", "p1", [
    { kind: "step", key: "w", type: "web_search_call", done: true },
    textPart(cited, {
      citations: [
        { url: "https://en.wikipedia.org/wiki/Lighthouse", title: "Lighthouse", start: 0, end: 50 },
        { url: "https://www.example.org/automation", title: "How lighthouses became automatic", start: 51, end: 76 },
      ],
    }),
    { kind: "image", key: "i", state: "ready", file: "0123.png" },
  ]),
]);

export const outcomesConversation = conversationOf([
  promptOf("p1", "One"),
  answerOf("a1", "p1", [textPart("This is as far as it")], { state: "stopped" }),
  promptOf("p2", "Two", "a1"),
  answerOf("a2", "p2", [{ kind: "refusal", key: "0.0", text: "I cannot help with that." }], { state: "refused" }),
  promptOf("p3", "Three", "a2"),
  answerOf("a3", "p3", [textPart("A long answer that stops in the")], { state: "incomplete", incompleteReason: "max_output_tokens" }),
  promptOf("p4", "Four", "a3"),
  answerOf("a4", "p4", [textPart("Half of a")], { state: "truncated" }),
  promptOf("p5", "Five", "a4"),
  answerOf("a5", "p5", [], {
    state: "failed",
    error: { kind: "insufficientQuota", message: "The account has no credits left.", code: "insufficient_quota", requestId: "req_123" },
  }),
  promptOf("p6", "Six", "a5"),
  answerOf("a6", "p6", [{ kind: "image", key: "i", state: "damaged" }], { state: "completed" }),
]);

/** An answer for each possible action on an error; the last one's request limit ends in `wait` milliseconds. */
export function helpsConversation(wait: number): Conversation {
  return conversationOf(
    turnHelps
      .flatMap((help, index): Turn[] => [
        promptOf(`p${index}`, `Try ${help}`, index === 0 ? null : `a${index - 1}`),
        answerOf(`a${index}`, `p${index}`, [], { state: "failed", error: { kind: "unknown", message: `${help} helps.`, help } }),
      ])
      .concat([
        promptOf("hurry", "Hurry", `a${turnHelps.length - 1}`),
        answerOf("limited", "hurry", [], {
          state: "failed",
          error: { kind: "rateLimited", message: "The limit is reached.", retryAt: Date.now() + wait },
        }),
      ]),
  );
}

/** Arbitrary conversations of every shape that the panel can produce, with attachments and images. */

import type { Conversation } from "../../../src/chat/conversation/conversation.ts";
import type { MovedConversation } from "../../../src/chat/conversation/movedConversation.ts";
import { type Attachment, answerStates, attachmentKinds, type Turn } from "../../../src/chat/conversation/turn.ts";
import type { OutputPart } from "../../../src/output/outputPart.ts";
import { fc } from "../../fuzzing.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom(
    "",
    "\n",
    "  two\n\nparagraphs\n",
    "# You\n\n## model\n\n```ts\nconst a = 1;\n```",
    "<!-- end -->",
    "<!-- answer {} -->\n<!-- \\end -->",
    "</details>",
    "```ts\nconst a = 1;",
    "- item\n  ~~~\n  code",
    "<script>\nlet a;",
    "<pre>\n\ntext <!-- note",
    "<plaintext>",
    "{0} --> $& __proto__",
    "👩‍🚀 עברית",
  ),
);
const count = fc.nat({ max: 1_000_000 });
const optional = <Value>(name: string, value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined }).map((some) => (some === undefined ? {} : { [name]: some }));

const attachment = (id: string): fc.Arbitrary<Attachment> =>
  fc
    .tuple(fc.constantFrom(...attachmentKinds), text, count, optional("url", fc.webUrl()))
    .map(([kind, name, size, url]) => ({ id, kind, name, mediaType: "text/plain", size, ...url }));

const citation = fc
  .tuple(fc.webUrl(), optional("title", text), optional("start", count), optional("end", count))
  .map(([url, ...more]) => Object.assign({ url }, ...more));

const part = (key: string): fc.Arbitrary<OutputPart> =>
  fc.oneof(
    fc.record({ kind: fc.constant("text" as const), key: fc.constant(key), text, citations: fc.array(citation, { maxLength: 3 }) }),
    fc.record({ kind: fc.constantFrom("reasoning" as const, "refusal" as const), key: fc.constant(key), text }),
    fc.constantFrom<OutputPart>(
      { kind: "image", key, state: "ready", file: `${"0".repeat(31)}${key}.png` },
      { kind: "image", key, state: "damaged" },
      { kind: "image", key, state: "drawing" },
    ),
    fc.record({ kind: fc.constant("step" as const), key: fc.constant(key), type: text, done: fc.boolean() }),
  );

/** Turn `index` follows a random earlier turn, or none: branches and siblings of both roles. */
function turn(index: number): fc.Arbitrary<Turn> {
  const location = fc.record({
    id: fc.constant(`t${index}`),
    parentId: index === 0 ? fc.constant(null) : fc.option(fc.nat({ max: index - 1 }).map((parent) => `t${parent}`)),
    createdAt: count,
  });
  const attachments = fc
    .uniqueArray(fc.nat({ max: 5 }), { maxLength: 3 })
    .chain((ids) => fc.tuple(...ids.map((id) => attachment(`x${id}`))));
  const prompt = fc
    .tuple(location, text, attachments)
    .map(([at, said, attached]): Turn => ({ role: "user", ...at, text: said, attachments: attached }));
  const parts = fc.nat({ max: 4 }).chain((length) => fc.tuple(...Array.from({ length }, (_, key) => part(`${key}`))));
  const facts = fc.tuple(
    optional("responseId", text),
    optional("usage", fc.record({ input_tokens: count, output_tokens: count, cost: fc.double({ min: 1e-9, max: 1e6, noNaN: true }) })),
    optional("milliseconds", count),
    optional("error", fc.record({ kind: text, message: text, requestId: text })),
    optional("incompleteReason", text),
    optional("continued", fc.record({ earlier: fc.array(fc.record({ createdAt: count }), { maxLength: 2 }), since: count })),
  );
  const answer = fc
    .tuple(location, text, fc.boolean(), fc.constantFrom(...answerStates), parts, facts)
    .map(
      ([at, model, demo, state, held, more]): Turn => Object.assign({ role: "assistant", ...at, model, demo, state, parts: held }, ...more),
    );
  return fc.oneof(prompt, answer);
}

const settings = fc.record({
  model: text,
  effort: fc.constantFrom("" as const, "low" as const, "high" as const),
  webSearch: fc.boolean(),
  imageGeneration: fc.boolean(),
  image: fc.record({ size: text, quality: text, aspectRatio: text }),
  instructions: text,
});

/** Each parent's chosen child is one of its children. */
function chosenOf(turns: readonly Turn[], picks: readonly number[]): Record<string, string> {
  const children = Map.groupBy(turns, ({ parentId }) => parentId ?? "");
  return Object.fromEntries(
    [...children].flatMap(([parent, members], index) => {
      const member = members[(picks[index] ?? 0) % members.length];
      return member === undefined ? [] : [[parent, member.id]];
    }),
  );
}

const conversation: fc.Arbitrary<Conversation> = fc
  .nat({ max: 8 })
  .chain((length) =>
    fc.tuple(
      fc.tuple(...Array.from({ length }, (_, index) => turn(index))),
      text,
      count,
      settings,
      fc.array(fc.nat({ max: 7 }), { minLength: 10 }),
    ),
  )
  .map(([turns, title, time, chosenSettings, picks]) => ({
    id: "c",
    title,
    createdAt: time,
    updatedAt: time + 1,
    settings: chosenSettings,
    turns,
    chosen: chosenOf(turns, picks),
    queue: [],
  }));

const content = fc.base64String({ maxLength: 40 });
const contents = (keys: fc.Arbitrary<string>) => fc.array(fc.tuple(keys, content), { maxLength: 4 }).map((entries) => new Map(entries));

export const anyMoved: fc.Arbitrary<MovedConversation> = fc
  .tuple(
    conversation,
    contents(fc.nat({ max: 5 }).map((id) => `x${id}`)),
    contents(fc.nat({ max: 4 }).map((key) => `${"0".repeat(31)}${key}.png`)),
    fc.option(fc.record({ name: text, text }), { nil: undefined }),
  )
  .map(([it, attachments, images, preset]) => ({ conversation: it, attachments, images, preset }));

/** Two windows change one conversation: the changes are merged. */
import { describe, expect, test } from "vitest";
import { applyChange } from "../../../src/chat/conversation/change.ts";
import { changesBetween } from "../../../src/chat/conversation/changesBetween.ts";
import { mergeConversation } from "../../../src/chat/conversation/mergeConversation.ts";
import { answer, conversation, prompt } from "./turns.ts";

const waiting = (...ids: string[]) => ids.map((id) => ({ id, text: id, attachments: [] }));

describe("the changes from the state in memory to the stored state", () => {
  test("lead to the stored state, and are empty if nothing differs", () => {
    const held = conversation([prompt("p"), answer("a", "p"), prompt("gone", "a")], { queue: waiting("q") });
    const stored = conversation([prompt("p"), answer("a", "p", { state: "stopped" }), prompt("new", "a")], {
      title: "Another",
      settings: { ...held.settings, webSearch: true },
    });
    for (const change of changesBetween(held, stored)) applyChange(held, structuredClone(change));
    expect(held).toEqual({ ...stored, chosen: { a: "new" } });
    expect(changesBetween(held, stored)).toEqual([]);
  });

  test("do not change which branch is selected", () => {
    const turns = [prompt("p"), answer("a", "p"), answer("b", "p")];
    expect(changesBetween(conversation(turns, { chosen: { p: "a" } }), conversation(turns, { chosen: { p: "b" } }))).toEqual([]);
  });
});

describe("the stored state after two windows changed the same conversation", () => {
  const base = conversation([], { title: "Old", queue: waiting("1", "2", "3"), chosen: { "": "p" } });

  test("has the changes of both, and the writing window's value where both changed the same", () => {
    const mine = { ...base, title: "Mine", updatedAt: 5 };
    const stored = { ...base, settings: { ...base.settings, webSearch: true }, chosen: { "": "q", q: "r" }, updatedAt: 9 };
    expect(mergeConversation(base, mine, stored)).toMatchObject({
      title: "Mine",
      settings: { webSearch: true },
      chosen: { "": "q", q: "r" },
      updatedAt: 9,
    });
    expect(mergeConversation(base, mine, { ...stored, title: "Theirs" }).title).toBe("Mine");
  });

  test.for([
    ["one adds, the other removes", ["1", "2", "3", "4"], ["1", "3"], ["1", "3", "4"]],
    ["both add", ["1", "2", "3", "4"], ["1", "2", "3", "5"], ["1", "2", "3", "5", "4"]],
    ["one moves, the other removes", ["3", "1", "2"], ["2", "3"], ["3", "2"]],
    ["both move", ["2", "1", "3"], ["1", "3", "2"], ["2", "1", "3"]],
    ["both remove the same", ["1"], ["1", "2"], ["1"]],
    ["one sent them all", [], ["1", "2", "3", "4"], ["4"]],
    ["nobody did anything", ["1", "2", "3"], ["1", "2", "3"], ["1", "2", "3"]],
  ] as const)("of queued prompts: %s", ([, mine, stored, merged]) => {
    const queue = mergeConversation(base, { ...base, queue: waiting(...mine) }, { ...base, queue: waiting(...stored) }).queue;
    expect(queue.map(({ id }) => id)).toEqual(merged);
  });
});

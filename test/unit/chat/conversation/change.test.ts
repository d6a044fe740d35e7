/** The reducer that the host and the panel share. */
import { describe, expect, test } from "vitest";
import { applyChange, type Change } from "../../../../src/chat/conversation/change.ts";
import { coalesceChanges } from "../../../../src/chat/conversation/coalesceChanges.ts";
import { pathTo, siblingFinder, titleFrom, visiblePath, withDescendants } from "../../../../src/chat/conversation/conversation.ts";
import { answer, conversation, prompt } from "../turns.ts";

const ids = (turns: { id: string }[]) => turns.map(({ id }) => id);

describe("a change that is sent to another panel", () => {
  test("keeps its original content, whatever changes follow", () => {
    const part = { kind: "text" as const, key: "0.0", text: "", citations: [] };
    const changes: Change[] = [
      { type: "turnAdded", turn: answer("a", "p", { state: "waiting", parts: [] }) },
      { type: "partAdded", turnId: "a", part },
      { type: "textAppended", turnId: "a", key: "0.0", text: "## What" },
      { type: "answerSettled", turnId: "a", state: "completed" },
    ];
    const host = conversation([prompt("p")]);
    for (const change of changes) applyChange(host, change);
    const panel = conversation([prompt("p")]);
    for (const change of coalesceChanges(changes)) applyChange(panel, change);
    expect(panel.turns).toEqual(host.turns);
    expect(host.turns[1]).toMatchObject({ state: "completed", parts: [{ text: "## What" }] });
  });
});

describe("branches", () => {
  test("a regenerated answer becomes the selected one, and its sibling is kept", () => {
    const it = conversation([prompt("p"), answer("a", "p")]);
    applyChange(it, { type: "turnAdded", turn: answer("b", "p") });
    expect(ids(visiblePath(it))).toEqual(["p", "b"]);
    expect(siblingFinder(it)(answer("b", "p"))).toEqual(["a", "b"]);
    applyChange(it, { type: "turnChosen", turnId: "a" });
    expect(ids(visiblePath(it))).toEqual(["p", "a"]);
  });

  test("an edited prompt is a branch with an answer of its own", () => {
    const it = conversation([prompt("p"), answer("a", "p"), prompt("q", "a"), answer("b", "q")]);
    applyChange(it, { type: "turnAdded", turn: prompt("p2") });
    expect(ids(visiblePath(it))).toEqual(["p2"]);
    expect(ids(pathTo(it, "b"))).toEqual(["p", "a", "q", "b"]);
  });

  test("selecting a turn selects every turn before it", () => {
    const it = conversation([prompt("p"), answer("a", "p"), prompt("q", "a"), prompt("p2")], { chosen: { "": "p2" } });
    applyChange(it, { type: "turnChosen", turnId: "q" });
    expect(ids(visiblePath(it))).toEqual(["p", "a", "q"]);
  });

  test("deleting a turn deletes the turns below it, and selects its sibling", () => {
    const it = conversation([prompt("p"), answer("a", "p"), answer("b", "p"), prompt("q", "b")], { chosen: { p: "b" } });
    expect([...withDescendants(it, "b")]).toEqual(["b", "q"]);
    applyChange(it, { type: "turnRemoved", turnId: "b" });
    expect(ids(visiblePath(it))).toEqual(["p", "a"]);
  });
});

describe("an answer", () => {
  test("grows by its deltas, and is settled with the service's data", () => {
    const it = conversation([prompt("p"), answer("a", "p", { state: "waiting", parts: [] })]);
    const changes: Change[] = [
      { type: "partAdded", turnId: "a", part: { kind: "text", key: "0.0", text: "", citations: [] } },
      { type: "textAppended", turnId: "a", key: "0.0", text: "Hel" },
      { type: "textAppended", turnId: "a", key: "0.0", text: "lo" },
      { type: "citationsChanged", turnId: "a", key: "0.0", citations: [{ url: "https://example.com" }] },
      { type: "answerSettled", turnId: "a", state: "completed", milliseconds: 5, usage: { total_tokens: 3 } },
    ];
    for (const change of changes) applyChange(it, change);
    expect(it.turns[1]).toMatchObject({
      state: "completed",
      milliseconds: 5,
      usage: { total_tokens: 3 },
      parts: [{ text: "Hello", citations: [{ url: "https://example.com" }] }],
    });
  });

  test("of a deleted turn changes nothing", () => {
    const it = conversation([prompt("p")]);
    const before = structuredClone(it);
    applyChange(it, { type: "textAppended", turnId: "a", key: "0.0", text: "x" });
    applyChange(it, { type: "answerSettled", turnId: "a", state: "failed" });
    expect(it).toEqual(before);
  });
});

describe("a frame's changes", () => {
  const delta = (key: string, text: string): Change => ({ type: "textAppended", turnId: "a", key, text });

  test("are merged if they append to the same part, and keep their order", () => {
    const settled: Change = { type: "answerSettled", turnId: "a", state: "completed" };
    expect(coalesceChanges([delta("x", "1"), delta("x", "2"), delta("y", "3"), delta("y", "4"), settled, delta("x", "5")])).toEqual([
      delta("x", "12"),
      delta("y", "34"),
      settled,
      delta("x", "5"),
    ]);
  });

  test("are not modified by merging", () => {
    const first = delta("x", "1");
    coalesceChanges([first, delta("x", "2")]);
    expect(first).toEqual(delta("x", "1"));
  });
});

test("a title is one line, truncated between words", () => {
  expect(titleFrom("  Compare\n three  ways ")).toBe("Compare three ways");
  expect(titleFrom(`${"word ".repeat(20)}`)).toMatch(/^(word ){10,11}word…$/);
});

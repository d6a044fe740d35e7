/** The groups of the list of conversations. */
import { expect, test } from "vitest";
import { groupConversations } from "../../../../../src/webview/chat/conversations/groupConversations.ts";

const now = new Date(2026, 2, 30, 0, 30).getTime();
const at = (id: string, ...date: [number, number, number, number, number]) => ({
  id,
  title: id,
  turns: 2,
  updatedAt: new Date(...date).getTime(),
});

test("pinned conversations come first, then calendar days, regardless of hours", () => {
  const listed = [
    at("ahead of the clock", 2026, 2, 30, 9, 0),
    at("this night", 2026, 2, 30, 0, 0),
    at("last evening", 2026, 2, 29, 23, 59),
    at("yesterday's first minute", 2026, 2, 29, 0, 0),
    at("the evening before", 2026, 2, 28, 23, 59),
    at("a week ago", 2026, 2, 23, 0, 0),
    at("more than a week ago", 2026, 2, 22, 23, 59),
    { ...at("old but pinned", 2020, 0, 1, 0, 0), pinned: true },
  ];
  const groups = groupConversations(listed, now).map(({ name, conversations }) => [name, conversations.map(({ id }) => id)]);
  expect(groups).toEqual([
    ["conversationsPinned", ["old but pinned"]],
    ["conversationsToday", ["ahead of the clock", "this night"]],
    ["conversationsYesterday", ["last evening", "yesterday's first minute"]],
    ["conversationsWeek", ["the evening before", "a week ago"]],
    ["conversationsOlder", ["more than a week ago"]],
  ]);
});

test("empty groups are left out", () => {
  expect(groupConversations([], now)).toEqual([]);
});

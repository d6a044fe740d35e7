/** Which messages search the workspace, and for which words. */
import { describe, expect, test } from "vitest";
import { mentionsWorkspace, searchTerms } from "../../../../../../src/editor/chat/context/workspaceSearch/searchTerms.ts";

describe("@workspace", () => {
  test.each(["@workspace where is it?", "Ask @workspace.", "(@Workspace)", "x\n@workspace"])("is recognized in %j", (text) => {
    expect(mentionsWorkspace(text)).toBe(true);
  });

  test.each(["me@workspace.com", "@workspaces", "npm i @workspace/core", "a workspace", "@@workspace", "@workspace-tools"])(
    "is not meant in %j",
    (text) => {
      expect(mentionsWorkspace(text)).toBe(false);
    },
  );
});

describe("the words to search for", () => {
  test.each([
    ["@workspace Where is the lamp of the lighthouse?", ["lamp", "lighthouse"]],
    ["How does `readConfigFile` work?", ["readconfigfile", "read", "config"]],
    ["MAX_RETRIES, retries", ["max_retrie", "max", "retrie"]],
    ["the lamps and the lamp", ["lamp"]],
    ["class", ["class"]],
    ["Wo ist der Leuchtturm für Größe?", ["wo", "ist", "der", "leuchtturm", "für", "größe"].filter((word) => word.length > 2)],
    ["灯台はどこですか", ["灯台はどこですか"]],
    ["@workspace how does this work?", []],
  ])("of %j", (text, expected) => {
    expect(searchTerms(text)).toEqual(expected);
  });

  test("are at most twelve", () => {
    expect(searchTerms(Array.from({ length: 40 }, (_, index) => `word${index}x`).join(" "))).toHaveLength(12);
  });
});

/** What Find looks for after a search of all conversations, and the branch that shows it. */
import { expect, test } from "vitest";
import { hiddenMatch, literalMatch } from "../../../src/chat/searchedText.ts";
import { answerOf, conversationOf, promptOf, textPart } from "../../panel/conversations.ts";

const conversation = conversationOf([
  promptOf("p", "Which lamps?"),
  answerOf("first", "p", [textPart("Lamps of whale oil.")]),
  promptOf("q", "And later?", "first"),
  answerOf("later", "q", [textPart("Kerosene came later.")]),
  answerOf("second", "p", [textPart("Lamps of gas.")]),
]);

test("it is the query where it stands so, else the first word that does", () => {
  expect(literalMatch(conversation, "of WHALE")).toBe("of WHALE");
  expect(literalMatch(conversation, "oil nothing whale")).toBe("oil");
  expect(literalMatch(conversation, "nothing")).toBe("nothing");
});

test("a match in another branch needs the turns that lead to it; one that is shown needs none", () => {
  expect(hiddenMatch(conversation, "kerosene")).toEqual(["p", "first", "q", "later"]);
  expect(hiddenMatch(conversation, "gas")).toBeUndefined();
  expect(hiddenMatch(conversation, "nothing")).toBeUndefined();
});

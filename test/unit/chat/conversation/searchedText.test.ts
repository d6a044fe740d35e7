/** The text that Find searches for after a search of all conversations, and the branch that shows it. */
import { expect, test } from "vitest";
import { hiddenMatch, literalMatch } from "../../../../src/chat/conversation/searchedText.ts";
import { answerOf, conversationOf, promptOf, textPart } from "../../../panel/conversations.ts";

const conversation = conversationOf([
  promptOf("p", "Which lamps?"),
  answerOf("first", "p", [textPart("Lamps of whale oil.")]),
  promptOf("q", "And later?", "first"),
  answerOf("later", "q", [textPart("Kerosene came later.")]),
  answerOf("second", "p", [textPart("Lamps of gas.")]),
]);

test("it is the whole query if the conversation contains it, otherwise the first word that it contains", () => {
  expect(literalMatch(conversation, "of WHALE")).toBe("of WHALE");
  expect(literalMatch(conversation, "oil nothing whale")).toBe("oil");
  expect(literalMatch(conversation, "nothing")).toBe("nothing");
});

test("a match in another branch selects the turns that lead to it; a visible match selects none", () => {
  expect(hiddenMatch(conversation, "kerosene")).toEqual(["p", "first", "q", "later"]);
  expect(hiddenMatch(conversation, "gas")).toBeUndefined();
  expect(hiddenMatch(conversation, "nothing")).toBeUndefined();
});

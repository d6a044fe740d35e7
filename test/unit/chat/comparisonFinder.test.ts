/** The compared answers of all turns of a conversation. */
import { expect, test } from "vitest";
import { comparedAnswers, comparisonFinder } from "../../../src/chat/conversation/conversation.ts";
import { answerOf, conversationOf, promptOf, textPart } from "../../panel/conversations.ts";

test("each compared answer is found with the other one, and no other turn", () => {
  const conversation = conversationOf([
    promptOf("p", "Explain"),
    answerOf("a", "p", [textPart("One")]),
    answerOf("b", "p", [textPart("Two")], { comparedWith: "a" }),
    promptOf("q", "Again", "a"),
    answerOf("c", "q", [textPart("Three")]),
    answerOf("d", "q", [textPart("Four")]),
  ]);
  const compared = comparisonFinder(conversation);
  const found = conversation.turns.map((turn) => compared(turn)?.map(({ id }) => id));
  expect(found).toEqual([undefined, ["a", "b"], ["a", "b"], undefined, undefined, undefined]);
  expect(conversation.turns.map((turn) => compared(turn))).toEqual(conversation.turns.map((turn) => comparedAnswers(conversation, turn)));
});

/** The states of the comparison of models that are checked in each theme, width and language. */
import { answerOf, type ComparisonOptions, type ComparisonPage, cellOf, tableOf } from "./comparisonPage.ts";

export interface ModelComparisonState extends ComparisonOptions {
  name: string;
  enter?(panel: ComparisonPage): Promise<unknown>;
}

const inBlind = (panel: ComparisonPage) => panel.page.getByRole("button", { name: panel.say("rateBlind"), exact: true }).click();
export const modelComparisonStates: readonly ModelComparisonState[] = [
  { name: "modelComparison", table: tableOf(5, 4, (row, column) => (row === 3 && column > 1 ? null : undefined)) },
  {
    name: "modelComparisonDecision",
    table: tableOf(2, 4, (row, column) => ({
      state: column === 0 && row === 0 ? "failed" : "passed",
      answers: [answerOf("text", column, { isPassed: !(column === 0 && row === 0) })],
      rating: 0,
    })),
  },
  {
    name: "modelComparisonRunning",
    table: tableOf(5, 4, (row, column) => {
      if (row * 4 + column < 6) return cellOf("text", row * 4 + column);
      return { state: row * 4 + column < 9 ? "running" : "waiting", answers: [], rating: 0 };
    }),
    isRunning: true,
  },
  { name: "modelComparisonBlind", enter: inBlind },
  { name: "modelComparisonText", state: { isEnlarged: true, active: { row: 0, column: 2 } } },
  { name: "modelComparisonImage", state: { isEnlarged: true, active: { row: 1, column: 1 } } },
  { name: "modelComparisonSound", state: { isEnlarged: true, active: { row: 3, column: 1 } } },
  { name: "modelComparisonGone", nothing: "gone" },
];

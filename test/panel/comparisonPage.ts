/** Opens the page that compares models. The test plays the host, with any number of cases and models. */
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { formatMessage, type MessageValue } from "../../src/chat/texts/formatMessage.ts";
import type { Kind } from "../../src/contract/kind.ts";
import type { ComparedAnswer, ComparedCell, Comparison } from "../../src/library/comparison/comparison.ts";
import { comparisonProtocol } from "../../src/library/comparison/comparisonProtocol.ts";
import { type ComparisonTextName, comparisonTexts } from "../../src/library/comparison/comparisonTexts.ts";
import { type CallPage, openCallPage } from "./callPage.ts";
import type { PanelPageOptions } from "./documentPage.ts";

export interface ComparisonPage extends CallPage<typeof comparisonProtocol> {
  say(name: ComparisonTextName, ...values: MessageValue[]): string;
}

const endings: Record<Kind, string> = { text: "md", image: "png", audio: "mp3", video: "mp4" };

const words =
  "The harbour of Brest lies at the western end of Brittany. A lighthouse stands at the mouth of the bay, and small boats leave before dawn. ";

export function answerOf(kind: Kind, number: number, over: Partial<ComparedAnswer> = {}): ComparedAnswer {
  const isText = kind === "text";
  return {
    text: isText ? words.repeat((number % 4) + 1) : "",
    files: isText ? [] : [{ kind, name: `answer-${number}.${endings[kind]}`, address: `http://panel.test/images/${number}.png` }],
    isPassed: true,
    remarks: [],
    cost: 0.004 * (number + 1),
    milliseconds: 900 + 130 * number,
    ...over,
  };
}

export function cellOf(kind: Kind, number: number): ComparedCell {
  switch (number % 7) {
    case 2: {
      const remarks = ['Expected a text that contains "Quimper". Got: "The harbour of Brest"', "demo-text-mini judged: passed · score 0.5"];
      return { state: "failed", answers: [answerOf(kind, number, { isPassed: false, remarks })], rating: 0 };
    }
    case 4:
      return { state: "passed", answers: [answerOf(kind, number), answerOf(kind, number + 1)], rating: 4 };
    case 5:
      return { state: "error", answers: [], note: "The service refused the request: the model is busy.", rating: 0 };
    default:
      return { state: "passed", answers: [answerOf(kind, number)], rating: number % 3 };
  }
}

const kinds = ["text", "image", "text", "audio", "video"] as const;

/** `over`: overrides of a cell. */
export function tableOf(
  cases: number,
  models: number,
  over: (row: number, column: number) => ComparedCell | null | undefined = () => undefined,
) {
  return {
    title: "harbour",
    models: Array.from({ length: models }, (_, column) => `provider/model-${column + 1}`),
    cases: Array.from({ length: cases }, (_, row) => ({
      name: `Case ${row + 1} (place: Brest)`,
      document: row % 2 === 0 ? "prompts/harbour.gen.md" : "prompts/town.gen.md",
      cells: Array.from({ length: models }, (_, column) => {
        const other = over(row, column);
        return other === undefined ? cellOf(kinds[row % kinds.length] ?? "text", row * models + column) : other;
      }),
    })),
  } satisfies Comparison;
}

export interface ComparisonOptions extends PanelPageOptions {
  table?: Comparison;
  isRunning?: boolean;
  /** Replaces the table. */
  nothing?: "gone" | "restricted";
}

/** Resolves if the page has violated no rule of its content security policy and thrown no error. */
export async function compareWhile(
  browser: Browser,
  options: ComparisonOptions,
  use: (panel: ComparisonPage) => Promise<void>,
): Promise<void> {
  const { table = tableOf(5, 3), isRunning = false, nothing, language = "en", texts } = options;
  const opened = await openCallPage(browser, "comparison", comparisonProtocol, {}, { location: "editor", width: 1000, ...options });
  const panel = Object.assign(opened, {
    say: (name: ComparisonTextName, ...values: MessageValue[]) => formatMessage(texts?.[name] ?? comparisonTexts[name], values, language),
  });
  try {
    await opened.post(
      nothing === undefined ? { type: "table", target: "file:///harbour.gen.md", table, isRunning } : { type: "nothing", because: nothing },
    );
    await use(panel);
    expect(panel.violations).toEqual([]);
    expect(panel.strangeRequests).toEqual([]);
  } finally {
    await opened.close();
  }
}

export const cellAt = ({ page }: ComparisonPage, row: number, index: number) => page.locator(`[data-cell="${row} ${index}"]`);

/** Row and column of the focused cell. */
export const focusedCell = ({ page }: ComparisonPage) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.cell ?? "");

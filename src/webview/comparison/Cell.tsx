/** The answers of one model to one case. */
import { useMemo } from "preact/hooks";
import { type ComparedCell, costsOf, timeOf } from "../../library/comparison/comparison.ts";
import { Icon } from "../Button.tsx";
import type { IconName } from "../iconNames.ts";
import { Stars } from "../media/Stars.tsx";
import { toNumberText, toSumsText } from "../translation.ts";
import { File } from "./File.tsx";
import type { Position } from "./host.ts";
import { t } from "./texts.ts";

interface CellProps {
  /** null: the model does not make the case's kind. */
  cell: ComparedCell | null;
  row: number;
  column: number | undefined;
  /** Position in its row. */
  index: number;
  isActive: boolean;
  isBlind: boolean;
  onRate(position: Position, rating: number): void;
}

/** Characters of an answer that a cell shows. */
const shownText = 600;

const icons: Partial<Record<ComparedCell["state"], IconName>> = {
  waiting: "clock",
  running: "refresh",
  passed: "check",
  failed: "error",
  error: "warning",
  notRun: "circle-slash",
};

/** Rendered again only if it has changed, because the table is rendered again with each answer. */
export function Cell(props: CellProps) {
  const { cell, row, column, index, isActive, isBlind } = props;
  return useMemo(() => <DrawnCell {...props} />, [cell, row, column, index, isActive, isBlind]);
}

function DrawnCell({ cell, row, column, index, isActive, isBlind, onRate }: CellProps) {
  const common = { role: "gridcell", "aria-colindex": index + 2, "data-cell": `${row} ${index}`, tabIndex: isActive ? 0 : -1 } as const;
  if (cell === null || column === undefined) {
    return (
      <div class="cell absent" {...common}>
        {!isBlind && <span class="quiet">{t("notCompared")}</span>}
      </div>
    );
  }
  return (
    <div class={`cell ${isBlind ? "" : cell.state}`} {...common}>
      <Answer cell={cell} isBlind={isBlind} />
      <div class="facts bar">
        {isBlind ? <BlindFacts {...{ cell, isActive }} onRate={(rating) => onRate({ row, column }, rating)} /> : <OpenFacts cell={cell} />}
      </div>
    </div>
  );
}

/** Of several repetitions, shows the first that did not pass. */
function Answer({ cell, isBlind }: { cell: ComparedCell; isBlind: boolean }) {
  const { answers, note } = cell;
  const answer = answers.find(({ isPassed }) => isPassed === false) ?? answers[0];
  // The note may name the model.
  if (answer === undefined) return <div class="answer fill quiet">{isBlind ? "" : note}</div>;
  const [remark] = isBlind || answer.isPassed !== false ? [] : answer.remarks;
  return (
    <>
      <div class="answer column fill" dir="auto">
        {answer.files.map((file) => (
          <File key={file.address} file={file} />
        ))}
        {(answer.text !== "" || answer.files.length === 0) && (
          <span class="answer-text">{answer.text.slice(0, shownText) || t("noText")}</span>
        )}
      </div>
      {remark !== undefined && (
        <div class="remark failure small" dir="auto" title={answer.remarks.join("\n")}>
          {remark}
        </div>
      )}
    </>
  );
}

function BlindFacts({ cell, isActive, onRate }: { cell: ComparedCell; isActive: boolean; onRate: (rating: number) => void }) {
  if (cell.answers.length === 0) return <span class="quiet">{t(cell.state)}</span>;
  return <Stars rating={cell.rating} tabIndex={isActive ? 0 : -1} onRate={onRate} />;
}

/** The facts that a cell shows about its answers. */
export function OpenFacts({ cell }: { cell: ComparedCell }) {
  const { state, answers, rating } = cell;
  const [costs, milliseconds, icon] = [costsOf(answers), timeOf(cell), icons[state]];
  const passed = answers.filter(({ isPassed }) => isPassed === true).length;
  const isJudged = state === "passed" || state === "failed";
  return (
    <>
      <span class="verdict">
        {icon !== undefined && <Icon name={icon} />}
        {isJudged && answers.length > 1 ? t("passedOf", passed, answers.length) : t(state)}
      </span>
      {costs.length > 0 && <span class="quiet">{t("cost", toSumsText(costs))}</span>}
      {milliseconds !== undefined && <span class="quiet">{t("seconds", toNumberText(milliseconds / 1000))}</span>}
      {rating > 0 && (
        <span class="badge">
          <span aria-hidden="true">{`${rating} ★`}</span>
          <span class="visually-hidden">{t("stars", rating)}</span>
        </span>
      )}
    </>
  );
}

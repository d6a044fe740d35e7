import { type Comparison, summarize } from "../../library/comparison/comparison.ts";
import { IconButton } from "../Button.tsx";
import { toNumberText, toSumsText } from "../translation.ts";
import { t } from "./texts.ts";

interface SummaryProps {
  table: Comparison;
  model: string;
  column: number;
  onUse(): void;
}

/** A model with the statistics of all its answers. */
export function Summary({ table, model, column, onUse }: SummaryProps) {
  const { judged, passed, costs, milliseconds, rating, rated } = summarize(table, column);
  const facts = [
    ...(judged > 0 ? [t("passedOf", passed, judged)] : []),
    ...(costs.length === 0 ? [] : [t("cost", toSumsText(costs))]),
    ...(milliseconds === undefined ? [] : [t("medianTime", toNumberText(milliseconds / 1000))]),
    ...(rating === undefined ? [] : [t("meanRating", toNumberText(rating), rated)]),
  ];
  return (
    <>
      <div class="model-name">
        {model} <IconButton icon="check" title={t("useModelOf", model)} onClick={onUse} />
      </div>
      {facts.map((fact) => (
        <div class="quiet" key={fact}>
          {fact}
        </div>
      ))}
    </>
  );
}

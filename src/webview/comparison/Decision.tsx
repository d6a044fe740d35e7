/** Which model to use: the recommended one with its reason, and the models by cost and quality. */
import type { Comparison } from "../../library/comparison/comparison.ts";
import { comparablePoints, type ModelPoint, pointsOf, type Recommendation, recommend } from "../../library/comparison/recommend.ts";
import { PrimaryButton } from "../Button.tsx";
import { toAmountText, toNumberText } from "../translation.ts";
import { t } from "./texts.ts";

interface DecisionProps {
  table: Comparison;
  onUse(column: number): void;
}

export function Decision({ table, onUse }: DecisionProps) {
  const chosen = recommend(table);
  const points = comparablePoints(pointsOf(table));
  if (chosen === undefined && points.length < 2) return null;
  return (
    <section class="decision banner bar" aria-label={t("decision")}>
      {chosen !== undefined && (
        <p>
          <span dir="auto">{describe(chosen, table.models[chosen.column] ?? "")}</span>{" "}
          <PrimaryButton onClick={() => onUse(chosen.column)}>{t("useModel")}</PrimaryButton>
        </p>
      )}
      {points.length >= 2 && <Plot {...{ table, points }} chosen={chosen?.column} />}
    </section>
  );
}

function describe({ because, by }: Recommendation, model: string): string {
  switch (because) {
    case "all":
      return t(by === "cost" ? "cheapestOfAll" : by === "time" ? "fastestOfAll" : "onlyOfAll", model);
    case "most":
      return t(by === "cost" ? "cheapestOfMost" : by === "time" ? "fastestOfMost" : "onlyOfMost", model);
    case "rated":
      return t(by === "cost" ? "cheapestOfRated" : by === "time" ? "fastestOfRated" : "bestRated", model);
  }
}

interface PlotProps {
  table: Comparison;
  points: readonly (ModelPoint & { cost: number })[];
  chosen: number | undefined;
}

/** In units of the drawing. */
const size = { width: 360, height: 132, left: 40, right: 12, top: 10, bottom: 24 };

function Plot({ table, points, chosen }: PlotProps) {
  const most = Math.max(...points.map(({ cost }) => cost)) || 1;
  const x = (cost: number) => size.left + (cost / most) * (size.width - size.left - size.right);
  const y = (quality: number) => size.height - size.bottom - quality * (size.height - size.top - size.bottom);
  const nameOf = (column: number) => table.models[column] ?? "";
  const unit = points[0]?.unit;
  const facts = points.map(({ column, quality, cost }) => t("point", nameOf(column), percent(quality), toAmountText(cost, unit)));
  const floor = size.height - size.bottom;
  return (
    <figure class="plot bar">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={facts.join(" ")}>
        <path class="axes" d={`M${size.left} ${size.top}V${floor}H${size.width - size.right}`} />
        <text x={size.left - 6} y={size.top + 8} text-anchor="end">
          {percent(1)}
        </text>
        <text x={size.left - 6} y={floor} text-anchor="end">
          {percent(0)}
        </text>
        <text x={size.left} y={size.height - 8}>
          {t("cost", toAmountText(0, unit))}
        </text>
        <text x={size.width - size.right} y={size.height - 8} text-anchor="end">
          {toAmountText(most, unit)}
        </text>
        {points.map(({ column, quality, cost }, index) => (
          <g key={column} class={column === chosen ? "point chosen" : "point"}>
            <title>{facts[index]}</title>
            <circle cx={x(cost)} cy={y(quality)} r={8} />
            <text x={x(cost)} y={y(quality) + 3.5} text-anchor="middle">
              {index + 1}
            </text>
          </g>
        ))}
      </svg>
      <ol>
        {points.map(({ column, cost, quality }) => (
          <li key={column} class={column === chosen ? "chosen" : ""}>
            <span dir="auto">{nameOf(column)}</span> <span class="quiet">{`${percent(quality)} · ${toAmountText(cost, unit)}`}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

function percent(share: number): string {
  return `${toNumberText(Math.round(share * 100))} %`;
}

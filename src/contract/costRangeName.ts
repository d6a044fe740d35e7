/** Names of the ranges by which the library counts costs: `0.01 0.1`, or `0.01 0.1|€` in another unit than that of the service. */

export interface CostRange {
  /** The limits, without the upper one if it is open; `""`: no cost was reported. */
  range: string;
  /** `""`: that of the service. */
  unit: string;
}

export function nameCostRange({ range, unit }: CostRange): string {
  return range === "" || unit === "" ? range : `${range}|${unit}`;
}

export function readCostRange(name: string): CostRange {
  const at = name.indexOf("|");
  return at < 0 ? { range: name, unit: "" } : { range: name.slice(0, at), unit: name.slice(at + 1) };
}

import { isRetired, type Retirement } from "../contract/retirement.ts";
import { t } from "../contract/translate.ts";

/** For example "`a` will be retired on 2027-01-31. `b` replaces it." No name ends its code span. */
export function describeRetirement(id: string, retirement: Retirement): string {
  const { at, replacement } = retirement;
  const model = id.replaceAll("`", "");
  const instead = replacement === undefined ? "" : t(" `{0}` replaces it.", replacement.replaceAll("`", ""));
  if (at === undefined) return t("`{0}` is deprecated: it will be retired.", model) + instead;
  const day = new Date(at * 1000).toISOString().slice(0, 10);
  return (isRetired(retirement) ? t("`{0}` was retired on {1}.", model, day) : t("`{0}` will be retired on {1}.", model, day)) + instead;
}

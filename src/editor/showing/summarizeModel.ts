/** What lists say of models. */

import { anySide } from "../../contract/imageSize.ts";
import type { ModelRow } from "../../contract/modelRow.ts";
import type { Model, ModelCapabilities } from "../../contract/models.ts";
import { nameInGroup } from "../../contract/nameInGroup.ts";
import { onlyUpscales } from "../../contract/onlyUpscales.ts";
import { t } from "../../contract/translate.ts";
import { describeShape, readShape } from "../../requestForm/imageShape.ts";

/** More facts do not fit into a row. */
const mostFacts = 4;

/** What a model can do, in a few words each, for its row; empty: the service reports nothing. */
export function summarizeModel(capabilities: ModelCapabilities | undefined): string[] {
  const { input, tools, context, image, upscale = [], size, side, voice, duration } = capabilities ?? {};
  const largest = largestSize(size ?? [], side?.maximum);
  const longest = Math.max(0, ...(duration ?? []));
  const facts = [
    input?.includes("image") === true && t("vision"),
    input?.includes("audio") === true && t("hearing"),
    tools?.includes("function") === true && t("tools"),
    tools?.includes("web_search") === true && t("web search"),
    context !== undefined && t("{0} context", shortCount(context)),
    onlyUpscales(capabilities) ? t("enlarges {0}×", upscale.join(", ")) : image !== undefined && image > 0 && t("reference images"),
    largest !== undefined && t("up to {0}", describeShape(largest)),
    voice !== undefined && voice.length > 1 && t("{0} voices", voice.length),
    longest > 0 && t("up to {0} s", longest),
  ];
  return facts.filter((fact) => fact !== false).slice(0, mostFacts);
}

type RowFacts = { id: string; owned_by?: string | undefined; capabilities?: ModelCapabilities | undefined };

/** For a row of a list that is not grouped: the provider, unless the id names it, and what the model can do. */
export function describeRow({ id, owned_by: provider = "", capabilities }: RowFacts): string[] {
  return [...(provider === "" || nameInGroup(id, provider) !== id ? [] : [provider]), ...summarizeModel(capabilities)];
}

/** For a list that is grouped by provider. */
export function modelRow({ id, capabilities }: Pick<Model, "id" | "capabilities">, group: string): ModelRow {
  return { id, name: nameInGroup(id, group), facts: summarizeModel(capabilities).join(" · "), group };
}

/** The size with the most pixels. */
function largestSize(sizes: readonly string[], side: number | undefined): string | undefined {
  if (side !== undefined && side < anySide.maximum) return `${side}x${side}`;
  const known = sizes.flatMap((size) => {
    const area = readShape(size)?.area;
    return area === undefined ? [] : [{ size, area }];
  });
  return known.toSorted((one, other) => other.area - one.area)[0]?.size;
}

/** Tokens as models are advertised: 128K, 1M. */
function shortCount(tokens: number): string {
  const unit = tokens % 1024 === 0 ? 1024 : 1000;
  if (tokens >= unit * unit) return `${Math.round((tokens / unit / unit) * 10) / 10}M`;
  return tokens >= unit ? `${Math.round(tokens / unit)}K` : String(tokens);
}

import { comparisonTexts } from "../../library/comparison/comparisonTexts.ts";
import { textsOf } from "../translation.ts";

/** The text with this name in the editor's language, with its placeholders replaced. */
export const t = textsOf(comparisonTexts);

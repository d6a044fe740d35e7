import { comparisonTexts } from "../../comparison/comparisonTexts.ts";
import { textsOf } from "../translation.ts";

/** The text of this name in the editor's language, with values in its places. */
export const t = textsOf(comparisonTexts);

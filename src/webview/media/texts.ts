import { mediaTexts } from "../../library/mediaTexts.ts";
import { madeByCodeTexts } from "../../library/resultActions.ts";
import { textsOf } from "../translation.ts";

/** The text with this name in the editor's language, with its placeholders replaced. */
export const t = textsOf({ ...mediaTexts, ...madeByCodeTexts });

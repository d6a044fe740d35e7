/** The texts of the chat panel in the editor's language. */
import { panelTexts } from "../chat/texts/panelTexts.ts";
import { textsOf } from "./translation.ts";

export { toAmountText, toDateText, toNumberText } from "./translation.ts";

/** The text with this name in the editor's language, with its placeholders replaced. */
export const t = textsOf(panelTexts);

import { agentViewTexts } from "../../contract/agentViewTexts.ts";
import { textsOf } from "../translation.ts";

/** The text with this name in the client's language, with its placeholders replaced. */
export const t = textsOf(agentViewTexts);

import { agentViewTexts } from "../../contract/agentViewTexts.ts";
import { textsOf } from "../translation.ts";

/** The text of this name in the client's language, with values in its places. */
export const t = textsOf(agentViewTexts);

/** Settings that a model's service has refused in a conversation. Like files that it cannot read, they are not sent again. */

import type { ToolType } from "../../contract/models.ts";
import type { ConversationSettings, RefusableSetting, Turn, TurnError } from "../conversation/turn.ts";
import { errorsOfRefused } from "./refusedRequests.ts";

const namesTool =
  /\btools?\b|\btool.?(?:calls?|calling|choice|use|types?)\b|\bfunctions?\b|function.?call|(?:web|live|google|internet).?search|search retrieval|image.?generation|\b(?:cannot|can't) (?:search|draw)\b|grounding|工具|函数调用|联网|搜索/i;
/** Not in the name of a model. */
const namesEffort =
  /(?<![-\w/:.])(?:reasoning|think(?:ing)?)(?:[._ -]?(?:effort|level|budget|config|mode|tokens?))?(?![-:/\d])|\beffort\b|budget_tokens|思考|推理/i;
const namesInstructions =
  /\b(?:system|developer)['"`]?[ _-]?(?:instructions?|messages?|prompts?|roles?)\b|['"`](?:system|developer|instructions)['"`]|\binstructions? (?:is|are) not|\broles?\b.{0,40}\balternate\b|only user and assistant|系统/i;
const refuses = new RegExp(
  [
    "not (?:supported|enabled|available|allowed|configured|permitted|recognized|trained)|unsupported|disabled|incompatible|no endpoints|has no",
    "(?:does|do|can)(?:n['’]t| ?not) (?:support|use|search|draw|call|take th(?:is|at) effort|take any)|requires? (?:the )?[\"']?--|不支持|未启用",
    "(?:unrecognized|unknown|unexpected|extra|invalid) (?:request )?(?:parameters?|arguments?|inputs?|fields?|values?|tools?|types?|roles?|variant)|is unknown",
    "only\\b.{0,40}\\b(?:allowed|available|supported)",
  ].join("|"),
  "i",
);
/** A value is refused too: without it, the service uses its own. */
const refusesValue = /must be|should be|expected|alternate/i;
/** An option of a tool that is sent, which the user can change. */
const namesOption = /\b(?:sizes?|quality|aspect.?ratio)\b/i;
/** A value that is not the tool itself. */
const namesValue = /^(?!.*['"`](?:web_search|image_generation)).*\bvalues?\b/is;
/** How many calls may be made at a time, which is no reason to leave the tool out. */
const limitsCalls = /\b(?:parallel|single|multiple|at once)\b/i;

/** The user can shorten it. */
const limitsLength = /\b(?:characters|too long|at most|maximum)\b/i;

/** Whether the effort, which the user may have changed since, is among those that a refusal says it takes. */
function takesEffort(message: string, effort: string): boolean {
  const taken = /(?:supported values are|one of|should be|it takes)(.*)/is.exec(message)?.[1] ?? "";
  return taken.split(/[^a-z]+/i).includes(effort);
}

/** The settings that an error says the model or its engine does not take. */
function settingsIn({ message }: TurnError, { effort }: ConversationSettings): readonly RefusableSetting[] {
  const isRefusal = refuses.test(message);
  if (isRefusal || refusesValue.test(message)) {
    if (effort !== "" && namesEffort.test(message)) return takesEffort(message, effort) ? [] : ["effort"];
    const isOfInstructions = namesInstructions.test(message) && !limitsLength.test(message);
    if (isOfInstructions && (!namesTool.test(message) || /\broles?\b/i.test(message))) return ["instructions"];
  }
  if (!isRefusal || !namesTool.test(message)) return [];
  if ([namesOption, namesValue, limitsCalls].some((other) => other.test(message))) return [];
  if (/search|grounding|联网|搜索/i.test(message)) return ["webSearch"];
  return /image.?generation|draw/i.test(message) ? ["imageGeneration"] : ["webSearch", "imageGeneration"];
}

const isSet = (settings: ConversationSettings, name: RefusableSetting) => Boolean(settings[name]);

/** Of the settings that are sent, those that the model's service has refused in one of these turns. */
export function refusedSettings(turns: readonly Turn[], settings: ConversationSettings): RefusableSetting[] {
  const refused = errorsOfRefused(turns, settings.model).flatMap((error) => settingsIn(error, settings));
  return [...new Set(refused)].filter((name) => isSet(settings, name));
}

const notSent = { webSearch: false, imageGeneration: false, effort: "", instructions: "" } as const;

/** The tools that a conversation can be set to use. */
const toolOf = { webSearch: "web_search", imageGeneration: "image_generation" } as const satisfies Partial<
  Record<RefusableSetting, ToolType>
>;

/** Whether a model can be asked to use a tool. `tools`: what the service reports that it calls; undefined: it reports nothing. */
export function takesTool(tools: readonly ToolType[] | undefined, setting: keyof typeof toolOf): boolean {
  return tools === undefined || tools.includes(toolOf[setting]);
}

/** The settings for a request. Those of tools that the model does not have, which were set for another model, are not shown for this one. */
export function withoutRefusedSettings(
  turns: readonly Turn[],
  settings: ConversationSettings,
  tools?: readonly ToolType[],
): ConversationSettings {
  const sent = {
    ...settings,
    webSearch: settings.webSearch && takesTool(tools, "webSearch"),
    imageGeneration: settings.imageGeneration && takesTool(tools, "imageGeneration"),
  };
  return { ...sent, ...Object.fromEntries(refusedSettings(turns, sent).map((name) => [name, notSent[name]])) };
}

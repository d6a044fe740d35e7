/** What the editor passes to the MCP server when it starts. */

import * as vscode from "vscode";
import { translateTexts } from "../../chat/texts/translatedTexts.ts";
import { type AgentEnvironment, agentVariable } from "../../contract/agentEnvironment.ts";
import { agentViewTexts } from "../../contract/agentViewTexts.ts";
import { kinds } from "../../contract/kind.ts";
import { keyVariable } from "../../prompt/parse/keyVariable.ts";
import { settings } from "../base/settings.ts";
import type { Studio } from "../service/studio.ts";
import { amountUnit } from "../showing/formatAmount.ts";

/** Includes the key, which must not be in the definition before the server starts. Starts the built-in service. Throws ServiceError. */
export async function describeEnvironment(
  studio: Pick<Studio, "client" | "connection" | "context" | "demoKey" | "secrets">,
): Promise<Record<string, string>> {
  const { baseUrl, isBuiltIn } = await studio.connection();
  const { baseUrl: url } = await studio.client();
  const key = isBuiltIn ? await studio.demoKey() : await studio.secrets.key(baseUrl);
  const { bundle, t } = vscode.l10n;
  const environment: AgentEnvironment = {
    data: studio.context.globalStorageUri.fsPath,
    baseUrl,
    url,
    budget: settings.agentBudget(),
    unit: amountUnit(),
    defaultModels: Object.fromEntries(
      kinds.map((kind) => [kind, settings.defaultModel(kind)] as const).filter(([, model]) => model !== ""),
    ),
    // v2 reports the cost of each task, which a budget needs.
    interface: "v2",
    demo: { isBuiltIn, providers: settings.demoProviders() },
    network: isBuiltIn ? {} : readNetwork(),
    ...(bundle === undefined ? {} : { texts: translateTexts(agentViewTexts, (message) => t(message)) }),
  };
  return { [agentVariable]: JSON.stringify(environment), ...(key === undefined ? {} : { [keyVariable]: key }) };
}

function readNetwork(): AgentEnvironment["network"] {
  const { proxy, noProxy, strictTls } = settings.network();
  return {
    ...(proxy === undefined ? {} : { proxy }),
    ...(noProxy === undefined ? {} : { noProxy: [...noProxy] }),
    ...(strictTls === undefined ? {} : { strictTls }),
  };
}

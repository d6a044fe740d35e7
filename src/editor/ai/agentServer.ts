/** Offers the MCP server to VS Code, which starts it as a separate process. */
import path from "node:path";
import * as vscode from "vscode";
import { settingsSection } from "../base/settings.ts";
import type { Studio } from "../service/studio.ts";

/** As in the manifest. */
const providerId = "generation-studio";
/** While this context key is set, the editor's three tools are not offered, so that a model sees each tool once. */
const activeContext = "generationStudio.agentServer";

/** Editors based on VS Code may lack the API; then nothing is offered. */
export function registerAgentServer(studio: Studio): vscode.Disposable {
  if (typeof vscode.lm?.registerMcpServerDefinitionProvider !== "function") return vscode.Disposable.from();
  const changed = new vscode.EventEmitter<void>();
  let revision = 0;
  const change = () => {
    revision += 1;
    changed.fire();
  };
  const markActive = () => vscode.commands.executeCommand("setContext", activeContext, true);
  if (studio.state.usesAgentServer() && vscode.workspace.isTrusted) void markActive();
  return vscode.Disposable.from(
    changed,
    studio.onDidChangeConnection(change),
    vscode.workspace.onDidGrantWorkspaceTrust(change),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${settingsSection}.agentBudget`)) change();
    }),
    vscode.lm.registerMcpServerDefinitionProvider(providerId, {
      onDidChangeMcpServerDefinitions: changed.event,
      // Nothing runs in a restricted workspace.
      provideMcpServerDefinitions: () => (vscode.workspace.isTrusted ? [defineServer(studio.context, revision)] : []),
      async resolveMcpServerDefinition(server) {
        // The workspace may have become restricted since the server was offered.
        if (!(server instanceof vscode.McpStdioServerDefinition) || !vscode.workspace.isTrusted) return undefined;
        const { describeEnvironment } = await import("./agentEnvironment.ts");
        server.env = { ...server.env, ...(await describeEnvironment(studio)) };
        await Promise.all([markActive(), studio.state.rememberAgentServer()]);
        return server;
      },
    }),
  );
}

/** VS Code restarts a server when its version changes. */
function defineServer({ extensionPath, extension }: vscode.ExtensionContext, revision: number): vscode.McpStdioServerDefinition {
  const { version = "0" }: { version?: string } = extension.packageJSON;
  const script = path.join(extensionPath, "dist", "agents.js");
  // With this variable, the editor's executable runs as Node.js.
  const environment = { ELECTRON_RUN_AS_NODE: "1" };
  return new vscode.McpStdioServerDefinition("Generation Studio", process.execPath, [script], environment, `${version}.${revision}`);
}

/** Offers the server for agents to VS Code, which starts it as a process of its own. */
import path from "node:path";
import * as vscode from "vscode";
import { settingsSection } from "../settings.ts";
import type { Studio } from "../studio.ts";

/** As in the manifest. */
const providerId = "generation-studio";
/** The context in which the three tools of the editor itself are not offered: a model shall see each tool once. */
const activeContext = "generationStudio.agentServer";

/** Editors that are built from VS Code may lack the interface: nothing is offered there. */
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
        // Trust may have been withdrawn since the server was offered.
        if (!(server instanceof vscode.McpStdioServerDefinition) || !vscode.workspace.isTrusted) return undefined;
        const { describeEnvironment } = await import("./agentEnvironment.ts");
        server.env = { ...server.env, ...(await describeEnvironment(studio)) };
        await Promise.all([markActive(), studio.state.rememberAgentServer()]);
        return server;
      },
    }),
  );
}

/** VS Code starts a server again whose version is another one. */
function defineServer({ extensionPath, extension }: vscode.ExtensionContext, revision: number): vscode.McpStdioServerDefinition {
  const { version = "0" }: { version?: string } = extension.packageJSON;
  const script = path.join(extensionPath, "dist", "agents.js");
  // The editor's own program is Node.js with this variable.
  const environment = { ELECTRON_RUN_AS_NODE: "1" };
  return new vscode.McpStdioServerDefinition("Generation Studio", process.execPath, [script], environment, `${version}.${revision}`);
}

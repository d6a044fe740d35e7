/** A server's authority and what to open in; the address of that workbench out. */
import path from "node:path";

export interface WorkbenchContent {
  /** Absolute path of a folder or a `.code-workspace` file; undefined: an empty window. */
  open?: string | undefined;
  developmentExtensions?: readonly string[];
  /** Absolute path of the module whose `run` the extension host calls. */
  testsModule?: string | undefined;
}

/** Only a server that was started for tests looks at development extensions and tests. */
export function workbenchAddress(authority: string, content: WorkbenchContent): string {
  const remote = (absolutePath: string) => `vscode-remote://${authority}${absolutePath}`;
  const payload = [
    ...(content.developmentExtensions ?? []).map((folder) => ["extensionDevelopmentPath", remote(folder)]),
    ...(content.testsModule === undefined ? [] : [["extensionTestsPath", remote(content.testsModule)]]),
    ["skipWelcome", "true"],
    ["skipReleaseNotes", "true"],
  ];
  const query = new URLSearchParams();
  if (content.open === undefined) query.set("ew", "true");
  else query.set(path.extname(content.open) === ".code-workspace" ? "workspace" : "folder", content.open);
  query.set("payload", JSON.stringify(payload));
  return `http://${authority}/?${query}`;
}

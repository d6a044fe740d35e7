/** Builds the address of a server's workbench. */
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
  ];
  const query = content.open === undefined ? "ew=true" : `${locationType(content.open)}=${encodePath(content.open)}`;
  return `http://${authority}/?${query}${payload.length === 0 ? "" : `&payload=${encodeURIComponent(JSON.stringify(payload))}`}`;
}

function locationType(file: string): "folder" | "workspace" {
  return path.extname(file) === ".code-workspace" ? "workspace" : "folder";
}

/** Slashes stay, so that a person can read the address. */
function encodePath(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}

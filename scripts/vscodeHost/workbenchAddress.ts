/** Builds the address of a server's workbench. */
import path from "node:path";

export interface WorkbenchContent {
  /** Absolute path of a folder or a `.code-workspace` file; undefined: an empty window. */
  open?: string | undefined;
  developmentExtensions?: readonly string[];
  /** Absolute path of the module whose `run` the extension host calls. */
  testsModule?: string | undefined;
}

/** Only a server started for tests reads development extensions and tests. */
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

/** Keeps slashes, so that the address is readable. */
function encodePath(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}

/** Builds the view that clients of the MCP server show beside an answer: one HTML document without external resources. */
import { createHash } from "node:crypto";
import * as esbuild from "esbuild";
import { repositoryFolder } from "./vscodeHost/serverLocation.ts";

export interface AgentView {
  html: string;
  metafile: esbuild.Metafile;
}

export async function buildAgentView(): Promise<AgentView> {
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: { view: "src/webview/agentView/main.tsx" },
    absWorkingDir: repositoryFolder,
    bundle: true,
    format: "iife",
    target: "es2023",
    platform: "browser",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    outdir: "/",
    write: false,
    metafile: true,
    logLevel: "warning",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const read = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? "";
  // A closing tag in the script's text would end the script: it is escaped.
  const script = read(".js").replaceAll("</script", "<\\/script");
  const style = read(".css");
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "media-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Generation Studio</title>
<style>${style}</style>
</head>
<body>
<div id="view"></div>
<script>${script}</script>
</body>
</html>
`;
  return { html, metafile };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Replaces `mcp/view/viewDocument.ts`, which has no document, with a module that exports `html`. */
export function withAgentView(html: string): esbuild.Plugin {
  return {
    name: "agent-view",
    setup(build) {
      build.onLoad({ filter: /[\\/]mcp[\\/]view[\\/]viewDocument\.ts$/ }, () => ({
        contents: `export const viewDocument = ${JSON.stringify(html)};`,
        loader: "ts",
      }));
    },
  };
}

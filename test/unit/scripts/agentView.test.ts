/** Bundles of the MCP server contain the view of results. */
import path from "node:path";
import * as esbuild from "esbuild";
import { expect, test } from "vitest";
import { withAgentView } from "../../../scripts/agentView.ts";
import { repository } from "../repository/repositoryFiles.ts";

test("a build replaces the module without a view", async () => {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(repository, "src/mcp/view/viewDocument.ts")],
    plugins: [withAgentView("<p>view</p>")],
    bundle: true,
    format: "esm",
    write: false,
  });
  expect(outputFiles[0]?.text).toContain("<p>view</p>");
});

/** The hosts of AI SDK packages, and their table in the documentation. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repositoryFolder } from "../../../scripts/vscodeHost/serverLocation.ts";
import { isHostOf, sdkPackages } from "../../../src/providers/sdkPackages.ts";

test.each([
  ["api.bfl.ai", ["api.bfl.ai", "api.*.bfl.ai"], true],
  ["api.eu1.bfl.ai", ["api.bfl.ai", "api.*.bfl.ai"], true],
  ["delivery-eu1.bfl.ai", ["api.bfl.ai", "api.*.bfl.ai"], false],
  ["api.bfl.ai.example.org", ["api.bfl.ai", "api.*.bfl.ai"], false],
  ["a.b.openai.azure.com", ["*.openai.azure.com"], false],
  ["apixbfl.ai", ["api.bfl.ai"], false],
  ["us-central1-aiplatform.googleapis.com", ["*-aiplatform.googleapis.com"], true],
])("the host %s is one of %s: %s", (host, patterns, expected) => {
  expect(isHostOf(patterns, host)).toBe(expected);
});

test("the documentation has the table of packages", () => {
  const page = readFileSync(path.join(repositoryFolder, "docs/built-in-service.md"), "utf8");
  const rows = Object.entries(sdkPackages).map(([name, { kinds, hosts, settings, tried }]) => {
    const needed = settings.map((setting) => `, \`settings\` with \`${setting}\``).join("");
    return `| \`${name}\` | ${kinds.join(", ")} | ${hosts.map((host) => `\`${host}\``).join(", ")}${needed} | ${tried} |`;
  });
  expect(page).toContain(rows.join("\n"));
});

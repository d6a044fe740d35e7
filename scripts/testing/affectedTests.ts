/** Chooses the tests that changed files affect. */
import { findDependents, type Importers } from "./importGraph.ts";

export interface AffectedTests {
  /** Tests of the projects that vitest runs. */
  vitest: string[];
  /** Tests of the extension host. */
  host: string[];
}

/** These have no I/O, and are covered by unit tests: tests with a browser or VS Code only run with `npm test`. */
const pureFolders = ["src/contract/", "src/chat/", "src/prompt/"];

/** The tests of repository rules read files of every kind, without importing them. */
const repositoryTests = "test/unit/repository/";

/** The features that show each page of the webview. */
const pages = [
  ["src/webview/chat/main.tsx", "chat"],
  ["src/webview/diagrams/frame/main.ts", "chat"],
  ["src/webview/library/main.tsx", "library"],
  ["src/webview/comparison/main.tsx", "promptTests"],
  ["src/webview/requestForm/main.tsx", "generate"],
] as const;

/** The first words of the names of the VS Code tests for a file of a feature, which do not import it. */
function featuresOf(file: string, importers: Importers): readonly string[] {
  if (file.startsWith("src/webview/")) {
    const dependents = findDependents(importers, [file]);
    return pages.flatMap(([page, feature]) => (dependents.has(page) ? [feature] : []));
  }
  return /^src\/editor\/(\w+)\//.exec(file)?.slice(1) ?? [];
}

/** All paths are relative to the repository, with `/` as separator. `tests`: all existing tests. */
export function affectedTests(changed: readonly string[], tests: readonly string[], importers: Importers): AffectedTests {
  const dependents = findDependents(importers, changed);
  const features = new Set(changed.flatMap((file) => featuresOf(file, importers)));
  const isPure = changed.every((file) => pureFolders.some((folder) => file.startsWith(folder)) || file.startsWith("test/unit/"));
  const isOfFeature = (file: string) =>
    [...features].some((feature) => new RegExp(`^test/(host|ui)/((more|long)/)?${feature}(?![a-z])`).test(file));
  const chosen = tests.filter((file) => {
    if (file.startsWith(repositoryTests)) return changed.length > 0;
    return isPure && !file.startsWith("test/unit/") ? false : dependents.has(file) || isOfFeature(file);
  });
  const isHost = (file: string) => file.startsWith("test/host/");
  return { vitest: chosen.filter((file) => !isHost(file)), host: chosen.filter(isHost) };
}

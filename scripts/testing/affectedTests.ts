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

/** Maps files of a feature to the first word of the names of the VS Code tests for it, which do not import them. */
function featureOf(file: string): string | undefined {
  return /^src\/editor\/(\w+)\//.exec(file)?.[1] ?? (file.startsWith("src/webview/") ? "chat" : undefined);
}

/** All paths are relative to the repository, with `/` as separator. `tests`: all existing tests. */
export function affectedTests(changed: readonly string[], tests: readonly string[], importers: Importers): AffectedTests {
  const dependents = findDependents(importers, changed);
  const features = new Set(changed.flatMap((file) => featureOf(file) ?? []));
  const isPure = changed.every((file) => pureFolders.some((folder) => file.startsWith(folder)) || file.startsWith("test/unit/"));
  const isOfFeature = (file: string) => [...features].some((feature) => new RegExp(`^test/(host|ui)/${feature}(?![a-z])`).test(file));
  const chosen = tests.filter((file) => {
    if (file.startsWith(repositoryTests)) return changed.length > 0;
    return isPure && !file.startsWith("test/unit/") ? false : dependents.has(file) || isOfFeature(file);
  });
  const isHost = (file: string) => file.startsWith("test/host/");
  return { vitest: chosen.filter((file) => !isHost(file)), host: chosen.filter(isHost) };
}

/** Chooses the tests that changed files affect. */
import { findDependents, type Importers } from "./importGraph.ts";

export interface AffectedTests {
  /** Of the projects that vitest runs. */
  vitest: string[];
  /** Of the extension host. */
  host: string[];
}

/** They do no I/O, and their unit tests cover them: tests with a browser or with VS Code are left to `npm test`. */
const pureFolders = ["src/contract/", "src/chat/", "src/prompt/"];

/** What the rules of the repository are tested with reads files of every kind, so that no import leads to it. */
const repositoryTests = "test/unit/repository/";

/** Files of a feature → the first word of the names of the tests that see it in VS Code, where no import leads to it. */
function featureOf(file: string): string | undefined {
  return /^src\/editor\/(\w+)\//.exec(file)?.[1] ?? (file.startsWith("src/webview/") ? "chat" : undefined);
}

/** All paths are below the repository, with `/` between their parts. `tests` are all there are. */
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

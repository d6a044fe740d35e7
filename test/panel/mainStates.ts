/** The states that `npm test` checks, which together show each part of the chat and of the library. The files in `more` check all states. */
import { libraryStates } from "./libraryStates.ts";
import { states } from "./states.ts";

export const mainStates = choose(states, [
  "empty",
  "rich",
  "outcomes",
  "streaming",
  "models",
  "settings",
  "attach",
  "conversationMenu",
  "edit",
  "comparison",
  "lightbox",
  "mentions",
  "promptForm",
  "tasks",
]);

export const mainLibraryStates = choose(libraryStates, [
  "library",
  "libraryEmpty",
  "libraryDetails",
  "libraryFilters",
  "libraryStacks",
  "compareMixed",
]);

function choose<State extends { name: string }>(all: readonly State[], names: readonly string[]): readonly State[] {
  const chosen = all.filter(({ name }) => names.includes(name));
  if (chosen.length !== names.length) throw new Error("A state that `npm test` checks has another name now.");
  return chosen;
}

/** Sorts the files of a run. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The order of projects: workbenches are not opened while the tests of the extension host run in another process, because these end before
 * the unit tests do. The short files of the panel come last, so that the workers finish at about the same time.
 */
const projects = ["service", "unit", "ui", "panel", "serviceMore", "unitMore", "uiMore", "panelMore"];

/** Small files that take longest, because they draw every state of a panel. */
const long = /[/\\](?:states|otherStates)\.test\.ts$/;

export class SortedFiles extends BaseSequencer {
  /** Within a project, the long files, and then vitest's own order: the longest of the last run first, otherwise the largest. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => projects.indexOf(project.name) - (long.test(moduleId) ? 0.5 : 0);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Sorts the files of a run. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The order of projects: workbenches are not opened while the tests of the extension host run in another process, because these end before
 * the unit tests do. The short files of the panel come last, so that the workers finish at about the same time.
 */
const projects = ["service", "unit", "ui", "panel", "serviceMore", "unitMore", "uiMore", "panelMore"];

export class SortedFiles extends BaseSequencer {
  /** Within a project, vitest's own order: the longest of the last run first, otherwise the largest. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => projects.indexOf(one.project.name) - projects.indexOf(other.project.name));
  }
}

/** Sorts the files of a run by their project. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Browsers come last: the tests of the extension host, which run at the same time, have ended by then. */
const projects = ["unit", "service", "panel", "ui"];

export class WorkbenchLast extends BaseSequencer {
  /** Within a project, vitest's own order: by the last run's durations, else by size. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => projects.indexOf(one.project.name) - projects.indexOf(other.project.name));
  }
}

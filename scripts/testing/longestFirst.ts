/** Orders the files of a run so that the longest ones start first. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** From the longest files to the shortest. */
const projects = ["ui", "panel", "service", "unit"];

export class LongestFirst extends BaseSequencer {
  /** Within a project, vitest's own order: by the last run's durations, else by size. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => projects.indexOf(one.project.name) - projects.indexOf(other.project.name));
  }
}

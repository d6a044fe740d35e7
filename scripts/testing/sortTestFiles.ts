/** Sorts the files of a run. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The order of the projects that share workers: the short files come last, so that the workers finish at about the same time. */
const projects = ["service", "unit", "serviceMore", "unitMore", "serviceLong", "unitLong"];

/** Small files that take longest, because they draw every state of a panel, match every expression or run other programs. */
const long =
  /[/\\](?:states|otherStates|translations|regularExpressions|mcpConformance|hugeDownload|voice|promptExamples|incompleteFacts)\.test\.ts$/;

export class SortedFiles extends BaseSequencer {
  /** Within a project, the long files, and then vitest's own order: the longest of the last run first, otherwise the largest. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => (long.test(moduleId) ? -1 : projects.indexOf(project.name));
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** How far a task is: a bar, and the image so far. Its state is written beside it. */
import type { Progress } from "../../contract/progress.ts";

interface TaskProgressProps {
  progress: Progress | undefined;
  barName: string;
  previewName: string;
}

export function TaskProgress({ progress: { percent, preview } = {}, barName, previewName }: TaskProgressProps) {
  if (percent === undefined && preview === undefined) return null;
  return (
    <div class="task-progress column">
      {percent !== undefined && (
        <span class="task-part">
          <progress max={100} value={percent} aria-label={barName} />
          <span aria-hidden="true">{`${Math.round(percent)} %`}</span>
        </span>
      )}
      {preview !== undefined && <img src={preview} alt={previewName} />}
    </div>
  );
}

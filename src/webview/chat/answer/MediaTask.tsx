/** A task that was started in the conversation: its progress, its files, or why there are none. */
import { useEffect, useState } from "preact/hooks";
import type { PanelTask, TaskAction } from "../../../chat/messages/panelTask.ts";
import type { PanelTextName } from "../../../chat/texts/panelTexts.ts";
import type { OutputPart } from "../../../output/outputPart.ts";
import { Icon, LinkButton } from "../../Button.tsx";
import { TaskProgress } from "../../media/TaskProgress.tsx";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import { Lightbox } from "./Lightbox.tsx";
import { kindOf, TaskFile } from "./TaskFile.tsx";

type Act = (action: TaskAction) => void;

const actionNames = {
  stop: "taskStop",
  cancel: "taskCancel",
  follow: "taskFollow",
  saveAgain: "taskSaveAgain",
  details: "taskDetails",
  retry: "tryAgain",
  change: "taskChange",
} as const satisfies Record<TaskAction, PanelTextName>;

const helpNames = { setKey: "setKey", openAccountPage: "accountPage", openSettings: "openSettings" } as const;

function Actions({ task, act }: { task: PanelTask; act: Act }) {
  const { host } = usePanel();
  const { help } = task;
  return (
    <div class="notice-actions bar">
      {help !== undefined && <LinkButton onClick={() => host.call(help)}>{t(helpNames[help])}</LinkButton>}
      {task.actions.map((action) => (
        <LinkButton key={action} onClick={() => act(action)}>
          {t(actionNames[action])}
        </LinkButton>
      ))}
    </div>
  );
}

function Files({ turnId, task }: { turnId: string; task: PanelTask }) {
  const { host } = usePanel();
  const [large, setLarge] = useState<number | undefined>(undefined);
  const images = task.files.flatMap((file) => {
    const { uri, source, number } = file;
    const open = () => host.call("actOnResult", { turnId, number, action: "open" });
    return kindOf(file) === "image" && source !== undefined ? [{ uri, source, open }] : [];
  });
  const isGrid = images.length > 1;
  return (
    <div class={isGrid ? `task-grid ${images.length === 2 || images.length === 4 ? "in-pairs" : ""}` : undefined}>
      {task.files.map((file) => (
        <TaskFile
          key={file.uri}
          {...{ turnId, task, file }}
          isInGrid={isGrid}
          onEnlarge={() => setLarge(images.findIndex(({ uri }) => uri === file.uri))}
        />
      ))}
      {large !== undefined && <Lightbox images={images} first={large} onClose={() => setLarge(undefined)} />}
    </div>
  );
}

export function MediaTask({ turnId, part }: { turnId: string; part: Extract<OutputPart, { kind: "task" }> }) {
  const { store, host } = usePanel();
  const [, redraw] = useState(0);
  useEffect(() => {
    const stop = store.subscribeTask(part.task, () => redraw((times) => times + 1));
    host.call("watchTask", { key: part.task });
    return stop;
  }, [part.task]);
  const task = store.state.tasks.get(part.task);
  const act: Act = (action) => host.call("actOnTask", { turnId, action });
  const isRunning = task === undefined || task.state === "running";
  return (
    <>
      {task?.state === "saved" && <Files turnId={turnId} task={task} />}
      {(task?.state !== "saved" || task.note !== "") && (
        <div class={isRunning ? "notice info" : "notice warning"} role="status">
          <Icon name={isRunning ? "clock" : "warning"} />
          <div>
            {task?.note ?? t("taskWaiting")}
            <TaskProgress progress={task?.progress} barName={t("taskProgress")} previewName={t("taskPreview")} />
            {task !== undefined && <Actions task={task} act={act} />}
          </div>
        </div>
      )}
    </>
  );
}

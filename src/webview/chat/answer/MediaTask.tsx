/** A task that was started in the conversation: its progress, its files, or why there are none. */
import { useEffect, useState } from "preact/hooks";
import type { PanelTask, PanelTaskFile, TaskAction } from "../../../chat/messages/panelTask.ts";
import type { PanelTextName } from "../../../chat/texts/panelTexts.ts";
import type { OutputPart } from "../../../output/outputPart.ts";
import { Icon, IconButton } from "../../Button.tsx";
import { TaskProgress } from "../../media/TaskProgress.tsx";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import { Lightbox } from "./Lightbox.tsx";

type Act = (action: TaskAction) => void;

const actionNames = {
  stop: "taskStop",
  cancel: "taskCancel",
  follow: "taskFollow",
  saveAgain: "taskSaveAgain",
  details: "taskDetails",
  retry: "tryAgain",
  change: "taskChange",
} as const satisfies Partial<Record<TaskAction, PanelTextName>>;

const helpNames = { setKey: "setKey", openAccountPage: "accountPage", openSettings: "openSettings" } as const;

function Actions({ task, act }: { task: PanelTask; act: Act }) {
  const { host } = usePanel();
  const { help } = task;
  return (
    <div class="notice-actions">
      {help !== undefined && (
        <button type="button" class="link-button" onClick={() => host.post({ type: help })}>
          {t(helpNames[help])}
        </button>
      )}
      {task.actions.map((action) =>
        action === "open" || action === "insertLink" ? null : (
          <button type="button" class="link-button" key={action} onClick={() => act(action)}>
            {t(actionNames[action])}
          </button>
        ),
      )}
    </div>
  );
}

function kindOf({ mediaType }: PanelTaskFile): "image" | "audio" | "video" | undefined {
  return (["image", "audio", "video"] as const).find((kind) => mediaType.startsWith(`${kind}/`));
}

function Shown({ file, onEnlarge }: { file: PanelTaskFile; onEnlarge: () => void }) {
  const { name, source } = file;
  if (source === undefined) return null;
  switch (kindOf(file)) {
    case "image":
      return (
        <button type="button" class="image-open" title={t("imageOpen")} aria-label={t("imageOpen")} onClick={onEnlarge}>
          <img src={source} alt={t("taskImage", name)} loading="lazy" />
        </button>
      );
    // Generated media have no captions.
    case "audio":
      // biome-ignore lint/a11y/useMediaCaption: generated media have no captions; the prompt is shown above
      return <audio controls preload="metadata" src={source} aria-label={t("taskAudio", name)} />;
    case "video":
      // biome-ignore lint/a11y/useMediaCaption: generated media have no captions; the prompt is shown above
      return <video controls preload="metadata" src={source} aria-label={t("taskVideo", name)} />;
    case undefined:
      return null;
  }
}

function Files({ task, act }: { task: PanelTask; act: Act }) {
  const { host } = usePanel();
  const [large, setLarge] = useState<number | undefined>(undefined);
  const images = task.files.flatMap((file) =>
    kindOf(file) === "image" && file.source !== undefined ? [{ uri: file.uri, source: file.source }] : [],
  );
  const isGrid = images.length > 1;
  return (
    <div class={isGrid ? `task-grid ${images.length === 2 || images.length === 4 ? "in-pairs" : ""}` : undefined}>
      {task.files.map((file) => (
        <figure class="image task-file" key={file.uri}>
          <Shown file={file} onEnlarge={() => setLarge(images.findIndex(({ uri }) => uri === file.uri))} />
          <figcaption>
            <button type="button" class="link-button" title={t("openFile", file.name)} onClick={() => act("open")}>
              <bdi>{file.name}</bdi>
            </button>
            <IconButton icon="insert" title={t("imageInsert")} onClick={() => act("insertLink")} />
            {kindOf(file) === "image" && isGrid && (
              <button
                type="button"
                class="button secondary use-this"
                aria-label={`${t("useThis")}: ${file.name}`}
                title={t("imageUse")}
                onClick={() => host.post({ type: "attachPath", path: file.uri })}
              >
                <Icon name="references" />
                <span>{t("useThis")}</span>
              </button>
            )}
            {kindOf(file) === "image" && !isGrid && (
              <IconButton icon="references" title={t("imageUse")} onClick={() => host.post({ type: "attachPath", path: file.uri })} />
            )}
          </figcaption>
        </figure>
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
    host.post({ type: "watchTask", key: part.task });
    return stop;
  }, [part.task]);
  const task = store.state.tasks.get(part.task);
  const act: Act = (action) => host.post({ type: "actOnTask", turnId, action });
  const isRunning = task === undefined || task.state === "running";
  return (
    <>
      {task?.state === "saved" && <Files task={task} act={act} />}
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

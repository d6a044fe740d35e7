/** A file that a task of the conversation has made, with all actions of a result of the library. */
import { useState } from "preact/hooks";
import type { PanelTask, PanelTaskFile } from "../../../chat/messages/panelTask.ts";
import { type MediaKind, mediaKinds } from "../../../contract/kind.ts";
import { type ActedResult, actionsOf, type ResultActionName, resultActions } from "../../../library/resultActions.ts";
import { Icon, IconButton } from "../../Button.tsx";
import { MoreActions } from "../../MoreActions.tsx";
import { copyImage } from "../../media/copyImage.ts";
import { Player } from "../../media/Player.tsx";
import { PlayerNote } from "../../media/PlayerNote.tsx";
import { resultMenu } from "../../media/resultMenu.ts";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";

export function kindOf({ mediaType }: PanelTaskFile): MediaKind | undefined {
  return mediaKinds.find((kind) => mediaType.startsWith(`${kind}/`));
}

function Shown({ file, onEnlarge, onPlay }: { file: PanelTaskFile; onEnlarge: () => void; onPlay: () => void }) {
  const { name, source, unheard } = file;
  const [isUnplayed, setUnplayed] = useState(false);
  if (source === undefined) return null;
  const kind = kindOf(file);
  switch (kind) {
    case "image":
      return (
        <button type="button" class="image-open" title={t("imageOpen")} aria-label={t("imageOpen")} onClick={onEnlarge}>
          <img src={source} alt={t("taskImage", name)} loading="lazy" />
        </button>
      );
    case "audio":
    case "video": {
      const label = t(kind === "audio" ? "taskAudio" : "taskVideo", name);
      const text = unheard === undefined ? t("fileUnplayed") : t("soundUnheard", unheard);
      return (
        <>
          {!isUnplayed && <Player kind={kind} address={source} name={label} onError={() => setUnplayed(true)} />}
          {(isUnplayed || unheard !== undefined) && <PlayerNote text={text} action={t("action.play")} onPlay={onPlay} />}
        </>
      );
    }
    case undefined:
      return null;
  }
}

/** Those that have a button of their own: an image is attached to this conversation as a reference. */
const isBeside = (action: ResultActionName, isImage: boolean): boolean =>
  action === "open" || action === "insertLink" || (isImage && (action === "useAsReference" || action === "attachToChat"));

interface TaskFileProps {
  turnId: string;
  task: PanelTask;
  file: PanelTaskFile;
  /** It is one of several images. */
  isInGrid: boolean;
  onEnlarge(): void;
}

export function TaskFile({ turnId, task, file, isInGrid, onEnlarge }: TaskFileProps) {
  const { host } = usePanel();
  const { number, name, uri, source, mediaType, unheard } = file;
  const kind = kindOf(file) ?? "text";
  const isImage = kind === "image";
  const act = (action: ResultActionName) => host.call("actOnResult", { turnId, number, action });
  const run = (action: ResultActionName) => {
    if (action === "copyImage") void copyImage(source ?? "", () => act(action));
    else act(action);
  };
  const isThere = source !== undefined;
  const acted: ActedResult = { kind, mediaType, isThere, hasTask: true, hasPrompt: true, announced: task.announced ?? [], unheard };
  const more = actionsOf(acted).filter((action) => !isBeside(action, isImage));
  const menu = resultMenu({ number, task: task.key, kind, hasPrompt: true, isMissing: false });
  const attach = () => host.call("attachPath", { path: uri });
  return (
    <figure class="image task-file" data-number={number} data-vscode-context={JSON.stringify(menu)}>
      <Shown key={source} file={file} onEnlarge={onEnlarge} onPlay={() => act("play")} />
      <figcaption>
        <button type="button" class="link-button cut" title={t("openFile", name)} onClick={() => act("open")}>
          <bdi>{name}</bdi>
        </button>
        <IconButton icon="insert" title={t("imageInsert")} onClick={() => act("insertLink")} />
        {isImage && isInGrid && (
          <button
            type="button"
            class="button secondary use-this"
            aria-label={`${t("useThis")}: ${name}`}
            title={t("imageUse")}
            onClick={attach}
          >
            <Icon name="references" />
            <span>{t("useThis")}</span>
          </button>
        )}
        {isImage && !isInGrid && <IconButton icon="references" title={t("imageUse")} onClick={attach} />}
        <MoreActions
          title={t("moreActions")}
          actions={more.map((action) => ({ icon: resultActions[action].icon, label: t(`action.${action}`), act: () => run(action) }))}
        />
      </figcaption>
    </figure>
  );
}

/** One result in the grid. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { kindTable } from "../../contract/kind.ts";
import type { PanelEntry } from "../../library/libraryProtocol.ts";
import { Icon, IconButton } from "../Button.tsx";
import { CodeBadge } from "../media/CodeBadge.tsx";
import { resultMenu } from "../media/resultMenu.ts";
import { Preview, previewKey } from "./Preview.tsx";
import { usePanel } from "./panel.ts";
import { namesOf } from "./selection.ts";
import { t } from "./texts.ts";

export interface CellProps {
  /** undefined: its page is not loaded yet. */
  entry: PanelEntry | undefined;
  index: number;
  column: number;
  isActive: boolean;
  /** It is shown among the variants of one prompt, to choose one. */
  isVariant: boolean;
  isSelected: boolean;
  /** All selected results, if this one is among several: the keys of their tasks by result number; undefined otherwise. */
  selected: ReadonlyMap<number, string> | undefined;
}

function PlayButton({ entry, isActive }: { entry: PanelEntry; isActive: boolean }) {
  const { player } = usePanel();
  const [isPlaying, setPlaying] = useState(player.playing === entry.number);
  useEffect(() => player.subscribe(() => setPlaying(player.playing === entry.number)), [entry.number]);
  return (
    <IconButton
      class="play primary"
      icon={isPlaying ? "debug-stop" : "play"}
      title={t(isPlaying ? "stop" : "play", entry.name)}
      tabIndex={isActive ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation();
        void player.toggle(entry);
      }}
    />
  );
}

/** Rendered again only if it changes, because the grid is rendered again for each row that scrolls into view. */
export function Cell({ entry, index, column, isActive, isVariant, isSelected, selected }: CellProps) {
  return useMemo(
    () => <DrawnCell {...{ entry, index, column, isActive, isVariant, isSelected, selected }} />,
    [entry, index, column, isActive, isVariant, isSelected, selected],
  );
}

/** Goes on with one of the variants as the reference image of the next request. */
function UseButton({ entry: { name, number }, isActive }: { entry: PanelEntry; isActive: boolean }) {
  const { host } = usePanel();
  return (
    <button
      type="button"
      class="button use"
      aria-label={`${t("useThis")}: ${name}`}
      title={t("action.useAsReference")}
      tabIndex={isActive ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation();
        host.call("act", { number, action: "useAsReference" });
      }}
      onDblClick={(event) => event.stopPropagation()}
    >
      {t("useThis")}
    </button>
  );
}

/** The context that VS Code passes to commands of the context menu. */
function menuOf({ task = "", number, kind, prompt, isMissing }: PanelEntry, selected: CellProps["selected"]): string {
  return JSON.stringify({
    ...resultMenu({ number, task, kind, hasPrompt: task !== "" || prompt !== "", isMissing: isMissing === true }),
    ...(selected && { "generationStudio.isSelection": true, selected: namesOf(selected) }),
  });
}

/** The preview, and what lies on it. Only the preview itself is replaced when its file is loaded. */
function CellPreview({ entry, children }: { entry: PanelEntry; children: ComponentChildren }) {
  const [isPointedAt, setPointedAt] = useState(false);
  return (
    <div class="preview" onPointerEnter={() => setPointedAt(true)} onPointerLeave={() => setPointedAt(false)}>
      <Preview key={previewKey(entry)} entry={entry} plays={isPointedAt} />
      {children}
    </div>
  );
}

/** The accessible name consists of the visible name and what only the icons show. */
function DrawnCell({ entry, index, column, isActive, isVariant, isSelected, selected }: CellProps) {
  const common = {
    role: "gridcell",
    "aria-colindex": column + 1,
    "aria-selected": isSelected,
    "data-index": index,
    tabIndex: isActive ? 0 : -1,
  } as const;
  if (entry === undefined) {
    return (
      <div class="cell loading" {...common}>
        <span class="visually-hidden">{t("loading")}</span>
      </div>
    );
  }
  const { number, kind, model, prompt, name, rating, favourite, stack, isMissing, isMadeByCode } = entry;
  const marks = [...(favourite ? [t("isFavourite")] : []), ...(rating > 0 ? [t("stars", rating)] : [])];
  return (
    <div
      class={`cell${isActive ? " active" : ""}${stack === undefined ? "" : " stack"}`}
      {...common}
      draggable={isMissing !== true}
      title={prompt}
      data-vscode-context={menuOf(entry, selected)}
    >
      <CellPreview key={number} entry={entry}>
        {kindTable[kind].shownAs === "audio" && entry.source !== undefined && <PlayButton entry={entry} isActive={isActive} />}
        {kindTable[kind].shownAs === "video" && (
          <span class="video-mark">
            <Icon name="play" />
          </span>
        )}
        {isVariant && kindTable[kind].shownAs === "image" && entry.source !== undefined && <UseButton {...{ entry, isActive }} />}
        {isSelected && (
          <span class="selected-mark primary">
            <Icon name="check" />
          </span>
        )}
        {stack !== undefined && (
          <span class="cell-badge stack-size">
            <Icon name="layers" />
            <span aria-hidden="true">{stack.size}</span>
            <span class="visually-hidden">{t("variants", stack.size)}</span>
          </span>
        )}
        {marks.length > 0 && (
          <span class="cell-badge marks">
            {favourite && <Icon name="heart-filled" />}
            {rating > 0 && <Icon name="star-full" />}
            {rating > 0 && <span aria-hidden="true">{rating}</span>}
            <span class="visually-hidden">{marks.join(", ")}</span>
          </span>
        )}
      </CellPreview>
      <div class="caption">
        <span class="visually-hidden">{t(kind)}</span>
        <div class="prompt cut" dir="auto">
          {prompt || name}
        </div>
        <div class="made-with one-line cut">
          <span class="quiet cut" title={model}>
            {model}
          </span>
          {isMadeByCode === true && <CodeBadge />}
        </div>
      </div>
    </div>
  );
}

/** The tools, the size of the brush, undo and zoom. */
import { IconButton, SecondaryButton } from "../Button.tsx";
import type { Viewport } from "../media/viewport.ts";
import { ZoomButtons } from "../media/ZoomButtons.tsx";
import type { MaskPainting } from "./maskPainting.ts";
import { t } from "./texts.ts";
import { largestSize, leastSize, type ToolSettings, toolIcons, tools } from "./tools.ts";

interface ToolbarProps {
  painting: MaskPainting;
  settings: ToolSettings;
  onSettings(settings: ToolSettings): void;
  view: Viewport;
  onView(view: Viewport): void;
  /** Pixels of the screen per pixel of the image that fits. */
  fit: number | undefined;
  /** undefined: only a mask is asked for. */
  onDone: (() => void) | undefined;
}

/** The slider has equal steps for equal factors of the size. */
const toSlider = (size: number) => Math.round((Math.log(size / leastSize) / Math.log(largestSize / leastSize)) * 100);
const fromSlider = (value: number) => Math.round(leastSize * (largestSize / leastSize) ** (value / 100));

export function DoneButton({ onDone }: { onDone(): void }) {
  return (
    <SecondaryButton title={t("doneHelp")} onClick={onDone}>
      {t("done")}
    </SecondaryButton>
  );
}

export function Toolbar({ painting, settings, onSettings, view, onView, fit, onDone }: ToolbarProps) {
  const { tool, size, isSoft } = settings;
  return (
    <div class="toolbar">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border */}
      <span class="buttons" role="group" aria-label={t("tools")}>
        {tools.map((one) => (
          <IconButton
            key={one}
            icon={toolIcons[one]}
            title={t(one)}
            pressed={one === tool}
            class={one === tool ? "marked" : ""}
            onClick={() => onSettings({ ...settings, tool: one })}
          />
        ))}
      </span>
      <label class="brush-size labelled">
        <span>{t("brushSize")}</span>
        <input
          type="range"
          min={0}
          max={100}
          value={toSlider(size)}
          aria-valuetext={t("pixels", size)}
          onInput={({ currentTarget }) => onSettings({ ...settings, size: fromSlider(Number(currentTarget.value)) })}
        />
        <output>{t("pixels", size)}</output>
      </label>
      <label class="labelled">
        <input
          type="checkbox"
          checked={isSoft}
          onChange={({ currentTarget }) => onSettings({ ...settings, isSoft: currentTarget.checked })}
        />
        {t("softEdge")}
      </label>
      <span class="buttons">
        <IconButton icon="discard" title={t("undo")} atEnd={!painting.canUndo} onClick={() => painting.undo()} />
        <IconButton icon="redo" title={t("redo")} atEnd={!painting.canRedo} onClick={() => painting.redo()} />
        <IconButton icon="color-mode" title={t("invert")} onClick={() => painting.invert()} />
        <IconButton icon="clear-all" title={t("clear")} onClick={() => painting.clear()} />
      </span>
      <ZoomButtons {...{ view, onView, fit }} />
      {onDone !== undefined && <DoneButton onDone={onDone} />}
    </div>
  );
}

/** What is to change, by which model, and how often. */

import { type EditingModel, type ImageEditorPush, mostResults, purposes, servesPurpose } from "../../imageEditor/imageEditorProtocol.ts";
import type { CanvasExtension } from "../../imageEditor/mask/canvasExtension.ts";
import { LinkButton, SecondaryButton } from "../Button.tsx";
import { ModelOptions } from "../ModelOptions.tsx";
import { TaskProgress } from "../media/TaskProgress.tsx";
import { toNumberText } from "../translation.ts";
import { type Draft, factorOf, strengthOf, withPurpose } from "./draft.ts";
import { ExtendCanvas } from "./ExtendCanvas.tsx";
import { t } from "./texts.ts";

interface FormProps {
  draft: Draft;
  onDraft(draft: Draft): void;
  /** undefined: not known yet. */
  models: readonly EditingModel[] | undefined;
  isPainted: boolean;
  image: { width: number; height: number };
  extension: CanvasExtension;
  onExtend(extension: CanvasExtension): void;
  /** What the service does; undefined: nothing. */
  running: Extract<ImageEditorPush, { type: "running" }> | undefined;
  error: string | undefined;
  /** What was done with earlier results. */
  note: string | undefined;
  onGenerate(): void;
  onStop(): void;
  onAddProvider(): void;
}

const counts = Array.from({ length: mostResults }, (_, index) => index + 1);

export function Form(props: FormProps) {
  const { draft, onDraft, models, image, extension, onExtend, running, error, note, onGenerate, onStop } = props;
  const model = models?.find(({ id }) => id === draft.model);
  const canGenerate = model !== undefined && draft.prompt.trim() !== "" && running === undefined;
  return (
    <form
      class="edit-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (canGenerate) onGenerate();
      }}
    >
      <label class="field">
        <span>{t("prompt")}</span>
        <textarea
          class="text"
          rows={3}
          dir="auto"
          value={draft.prompt}
          onInput={({ currentTarget }) => onDraft({ ...draft, prompt: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && canGenerate) onGenerate();
          }}
        />
      </label>
      <PurposeChoice {...props} />
      <Models {...props} />
      {draft.purpose === "edit" && <ExtendCanvas {...{ image, extension, onExtend }} />}
      <div class="run-region column">
        <div class="run bar">
          <label class="labelled">
            <span>{t("count")}</span>
            <select
              class="select"
              value={String(draft.count)}
              onChange={({ currentTarget }) => onDraft({ ...draft, count: Number(currentTarget.value) })}
            >
              {counts.map((count) => (
                <option key={count} value={String(count)}>
                  {count}
                </option>
              ))}
            </select>
          </label>
          {running === undefined ? (
            <button type="submit" class="button" disabled={!canGenerate}>
              {t("generate")}
            </button>
          ) : (
            <SecondaryButton onClick={onStop}>{t("stop")}</SecondaryButton>
          )}
        </div>
        <p role="status" class="bar">
          {running?.note ?? note}
        </p>
        <TaskProgress progress={running?.progress} barName={t("progress")} previewName={t("preview")} />
        {error !== undefined && (
          <p class="failure" role="alert">
            {t("failed", error)}
          </p>
        )}
      </div>
      <Keys />
    </form>
  );
}

/** Instead of the form, if only the mask is asked for. */
export function MaskForm({ isPainted, onUse }: { isPainted: boolean; onUse(): void }) {
  return (
    <form
      class="edit-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPainted) onUse();
      }}
    >
      <p class="quiet">{t(isPainted ? "onlyPainted" : "paintMask")}</p>
      <div class="run bar">
        <button type="submit" class="button" disabled={!isPainted}>
          {t("useMask")}
        </button>
      </div>
      <Keys />
    </form>
  );
}

function Keys() {
  return (
    <details class="keys">
      <summary>{t("keys")}</summary>
      <p class="quiet" id="canvas-help">
        {t("canvasHelp")}
      </p>
    </details>
  );
}

function Models({ draft, onDraft, models, isPainted, onAddProvider }: FormProps) {
  if (models === undefined) return <p class="quiet">{t("loading")}</p>;
  if (models.length === 0) {
    return (
      <p class="notice warning">
        {t("noModels")} <LinkButton onClick={onAddProvider}>{t("addProvider")}</LinkButton>
      </p>
    );
  }
  const model = models.find(({ id }) => id === draft.model);
  const able = models.filter((one) => servesPurpose(one, draft.purpose));
  return (
    <>
      <label class="field">
        <span>{t("model")}</span>
        <select
          class="select"
          value={draft.model ?? ""}
          onChange={({ currentTarget }) => onDraft({ ...draft, model: currentTarget.value })}
        >
          <ModelOptions models={able} />
        </select>
      </label>
      <LinkButton onClick={onAddProvider}>{t("addProvider")}</LinkButton>
      {model !== undefined && draft.purpose === "edit" && <MaskNote model={model} isPainted={isPainted} />}
      {model !== undefined && draft.purpose === "variations" && <Strength {...{ draft, onDraft, model }} />}
      {model !== undefined && draft.purpose === "upscale" && <Factor {...{ draft, onDraft, model }} />}
    </>
  );
}

/** Only what a model announces. */
function PurposeChoice({ draft, onDraft, models = [] }: FormProps) {
  const offered = purposes.filter((purpose) => purpose === draft.purpose || models.some((model) => servesPurpose(model, purpose)));
  return (
    <label class="field">
      <span>{t("purpose")}</span>
      <select
        class="select"
        value={draft.purpose}
        onChange={({ currentTarget }) => {
          const chosen = purposes.find((purpose) => purpose === currentTarget.value);
          if (chosen !== undefined) onDraft(withPurpose(draft, chosen));
        }}
      >
        {offered.map((purpose) => (
          <option key={purpose} value={purpose}>
            {t(purpose)}
          </option>
        ))}
      </select>
    </label>
  );
}

function MaskNote({ model, isPainted }: { model: EditingModel; isPainted: boolean }) {
  if (model.takesMask) return <p class="quiet">{t(isPainted ? "onlyPainted" : "nothingPainted")}</p>;
  const unused = isPainted ? ` ${t("maskUnused")}` : "";
  return (
    <p class="notice warning" role="note">
      {`${t("wholeImage", model.id)}${unused}`}
    </p>
  );
}

type SettingProps = Pick<FormProps, "draft" | "onDraft"> & { model: EditingModel };

function Strength({ draft, onDraft, model }: SettingProps) {
  if (model.strength === undefined) return <p class="quiet">{t("strengthUnknown", model.id)}</p>;
  const { minimum, maximum } = model.strength;
  const value = strengthOf(draft, model.strength);
  return (
    <label class="field">
      <span>{t("strength")}</span>
      <input
        type="range"
        min={minimum}
        max={maximum}
        step={(maximum - minimum) / 20}
        value={value}
        aria-valuetext={toNumberText(value)}
        onInput={({ currentTarget }) => onDraft({ ...draft, strength: Number(currentTarget.value) })}
      />
      <output>{toNumberText(value)}</output>
    </label>
  );
}

function Factor({ draft, onDraft, model }: SettingProps) {
  return (
    <label class="field">
      <span>{t("factor")}</span>
      <select
        class="select"
        value={factorOf(draft, model) ?? ""}
        onChange={({ currentTarget }) => onDraft({ ...draft, upscale: currentTarget.value })}
      >
        {model.upscale.map((factor) => (
          <option key={factor} value={factor}>
            {t("factorTimes", factor)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The form with the settings of a conversation. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Conversation } from "../../../chat/conversation/conversation.ts";
import type { ConversationSettings } from "../../../chat/conversation/turn.ts";
import { takesTool } from "../../../chat/request/refusedSettings.ts";
import { countCharacters, limits } from "../../../contract/limits.ts";
import { reasoningEfforts } from "../../../contract/reasoningEffort.ts";
import { Icon, IconButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { Popover } from "../Popover.tsx";
import { usePanel } from "../panel.ts";

type Change = (change: Partial<ConversationSettings>) => void;

function Toggle({ label, note, checked, onChange }: { label: string; note: string; checked: boolean; onChange: (next: boolean) => void }) {
  return (
    <label class="labelled toggle">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {label}
        <span class="note">{note}</span>
      </span>
    </label>
  );
}

const effortNames = { "": "effortDefault", low: "effortLow", medium: "effortMedium", high: "effortHigh" } as const;

function Effort({ settings, change }: { settings: ConversationSettings; change: Change }) {
  return (
    <fieldset class="segments">
      <legend>{t("effort")}</legend>
      {(["", ...reasoningEfforts] as const).map((effort) => (
        <label key={effort} class="segment">
          <input type="radio" name="effort" checked={settings.effort === effort} onChange={() => change({ effort })} />
          <span>{t(effortNames[effort])}</span>
        </label>
      ))}
    </fieldset>
  );
}

const imageFields = [
  { name: "size", label: "imageSize", hint: "1K" },
  { name: "quality", label: "imageQuality", hint: "high" },
  { name: "aspectRatio", label: "imageAspect", hint: "16:9" },
] as const;

function ImageFields({ settings, change }: { settings: ConversationSettings; change: Change }) {
  return (
    <div class="image-fields">
      {imageFields.map(({ name, label, hint }) => (
        <label key={name} class="note">
          {t(label)}
          <input
            type="text"
            class="text"
            placeholder={hint}
            defaultValue={settings.image[name]}
            onChange={(event) => change({ image: { ...settings.image, [name]: event.currentTarget.value.trim() } })}
          />
        </label>
      ))}
    </div>
  );
}

interface InstructionsProps {
  conversationId: string;
  settings: ConversationSettings;
  change: Change;
}

function Instructions({ conversationId, settings, change }: InstructionsProps) {
  const { store, host } = usePanel();
  const [text, setText] = useState(host.instructions(conversationId) ?? settings.instructions);
  const [name, setName] = useState("");
  const nameField = useRef<HTMLInputElement>(null);
  const length = countCharacters(text);
  const tooLong = length > limits.instructionsMaximum;
  const write = (next: string) => {
    setText(next);
    const isSent = countCharacters(next) <= limits.instructionsMaximum;
    host.rememberInstructions(conversationId, isSent ? undefined : next);
    if (isSent) change({ instructions: next });
  };
  const { presets } = store.state;
  // A new preset is added above the name field, which must stay visible.
  useLayoutEffect(() => {
    if (document.activeElement === nameField.current) nameField.current?.scrollIntoView({ block: "nearest" });
  }, [presets]);
  return (
    <div>
      <label>
        <span class="label-row">
          {t("instructions")}
          <span class={`counter note ${tooLong ? "over" : ""}`}>{t("instructionsCount", length, limits.instructionsMaximum)}</span>
        </span>
        <textarea
          class="text"
          rows={4}
          value={text}
          placeholder={t("instructionsHint")}
          onInput={(event) => write(event.currentTarget.value)}
        />
      </label>
      {tooLong && <div class="failure">{t("instructionsTooLong", limits.instructionsMaximum)}</div>}
      <div class="presets bar">
        {presets.map((preset) => (
          <span class="chip" key={preset.name}>
            <button type="button" class="chip-name cut" title={preset.text} onClick={() => write(preset.text)}>
              {preset.name}
            </button>
            <IconButton
              icon="close"
              title={t("presetDelete", preset.name)}
              onClick={() => host.call("deletePreset", { name: preset.name })}
            />
          </span>
        ))}
        {text !== "" && !tooLong && (
          <span class="one-line">
            <input
              ref={nameField}
              type="text"
              class="text"
              aria-label={t("presetName")}
              placeholder={t("presetHint")}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
            <IconButton
              icon="save"
              title={t("presetSave")}
              disabled={name.trim() === ""}
              onClick={() => {
                host.call("savePreset", { name: name.trim(), text });
                setName("");
                nameField.current?.focus();
              }}
            />
          </span>
        )}
      </div>
    </div>
  );
}

/** Shows the user's choices at once. The host returns each change, and the result of an earlier change must not revert a later one. */
function useOwnChoices(current: ConversationSettings): [ConversationSettings, Change] {
  const { host } = usePanel();
  const [pending, setPending] = useState<Partial<ConversationSettings>>({});
  useLayoutEffect(() => {
    const isReported = ([name, value]: [string, unknown]) =>
      Object.entries(current).some(([known, now]) => known === name && JSON.stringify(now) === JSON.stringify(value));
    setPending((before) => Object.fromEntries(Object.entries(before).filter((entry) => !isReported(entry))));
  }, [current]);
  const change: Change = (next) => {
    setPending((before) => ({ ...before, ...next }));
    host.call("changeSettings", { settings: next });
  };
  return [{ ...current, ...pending }, change];
}

export function RequestSettings({ conversation: { id, settings: current } }: { conversation: Conversation }) {
  const { store } = usePanel();
  const [settings, change] = useOwnChoices(current);
  const tools = store.toolsOf(settings.model);
  const [searches, draws] = [takesTool(tools, "webSearch"), takesTool(tools, "imageGeneration")];
  const uses = (searches && settings.webSearch) || (draws && settings.imageGeneration);
  const marked = settings.effort !== "" || uses || settings.instructions !== "";
  return (
    <Popover
      title={t("requestSettings")}
      buttonClass="icon-button"
      opensOn={["changeRequest"]}
      marked={marked}
      label={<Icon name="settings" />}
    >
      {() => (
        <div class="request-settings column">
          {searches && (
            <Toggle
              label={t("webSearch")}
              note={t("webSearchNote")}
              checked={settings.webSearch}
              onChange={(webSearch) => change({ webSearch })}
            />
          )}
          {draws && (
            <Toggle
              label={t("imageGeneration")}
              note={t("imageGenerationNote")}
              checked={settings.imageGeneration}
              onChange={(imageGeneration) => change({ imageGeneration })}
            />
          )}
          {draws && settings.imageGeneration && <ImageFields settings={settings} change={change} />}
          <Effort settings={settings} change={change} />
          <Instructions conversationId={id} settings={settings} change={change} />
        </div>
      )}
    </Popover>
  );
}

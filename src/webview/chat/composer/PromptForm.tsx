/** The form of a prompt document above the input: its fields as chips, inputs for its variables, and its errors. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { PromptForm as Form } from "../../../chat/request/promptForm.ts";
import { Icon, LinkButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import { DocumentChips } from "./DocumentChips.tsx";
import type { FormInput } from "./usePromptForm.ts";

interface PromptFormProps {
  form: Form;
  textOf: (input: FormInput) => string;
  onWrite: (input: FormInput, value: string) => void;
  onSend: () => void;
  onClose: () => void;
}

export function PromptForm({ form, textOf, onWrite, onSend, onClose }: PromptFormProps) {
  const { host } = usePanel();
  const section = useRef<HTMLElement>(null);
  // Focus the first empty field, if there is one.
  useLayoutEffect(() => {
    const fields = [...(section.current?.querySelectorAll("textarea") ?? [])];
    (fields.find(({ value }) => value === "") ?? fields[0])?.focus();
  }, [form.id]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && !event.shiftKey) onSend();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section class="prompt-form column" ref={section} aria-label={t("promptForm", form.name)}>
      <DocumentChips name={form.name} fields={form.fields} contents={form.contents} onClose={onClose} />
      {form.inputs.map((input) => (
        <label class="prompt-input" key={`${input.isQuestion} ${input.name}`}>
          <span>{input.name}</span>
          <textarea
            class="text growing"
            rows={1}
            dir="auto"
            value={textOf(input)}
            onInput={(event) => onWrite(input, event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </label>
      ))}
      {form.errors.length > 0 && (
        <div class="prompt-errors" role="alert">
          <ul class="list">
            {form.errors.map(({ message, line }) => (
              <li key={`${line} ${message}`}>
                <Icon name="error" />
                <span>{line === undefined ? message : t("promptLine", line, message)}</span>
              </li>
            ))}
          </ul>
          <LinkButton onClick={() => host.call("openPrompt", { id: form.id })}>{t("promptOpen")}</LinkButton>
        </div>
      )}
    </section>
  );
}

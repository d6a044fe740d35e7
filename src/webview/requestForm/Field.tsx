/** The control of one field of the request. */
import type { FormField } from "../../requestForm/requestForm.ts";
import { IconButton, SecondaryButton } from "../Button.tsx";
import { Choice } from "./Choice.tsx";
import type { Host } from "./host.ts";
import { Group, Labelled, refersTo } from "./Labelled.tsx";
import { t } from "./texts.ts";

interface FieldProps {
  host: Host;
  field: FormField;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

export function Field({ host, field, value, error, onChange }: FieldProps) {
  const { name, title, hint, isRequired, control } = field;
  const remarks = { id: `field-${name}`, label: title, hint, error };
  switch (control.type) {
    case "choice":
      return <Choice field={{ ...field, control }} {...{ value, remarks, onChange }} />;
    case "file":
      return (
        <Group {...remarks}>
          {value !== "" && (
            <ul class="images list">
              <li>
                {/^data:/i.test(value) && <img src={value} alt="" />}
                <span class="image-name cut small">{title}</span>
                <IconButton icon="close" title={t("removeImage", title)} onClick={() => onChange("")} />
              </li>
            </ul>
          )}
          <div class="bar">
            <SecondaryButton id={remarks.id} onClick={() => host.call("chooseFile", { name })}>
              {t("chooseFile")}
            </SecondaryButton>
            {control.canPaint && <SecondaryButton onClick={() => host.call("paintMask", { name })}>{t("paintMask")}</SecondaryButton>}
          </div>
        </Group>
      );
    case "number":
    case "text":
      return (
        <Labelled {...remarks}>
          <input
            type="text"
            class="text"
            id={remarks.id}
            inputMode={control.type === "text" ? "text" : control.isInteger ? "numeric" : "decimal"}
            placeholder={isRequired ? t("required") : t("default")}
            value={value}
            {...refersTo(remarks)}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        </Labelled>
      );
  }
}

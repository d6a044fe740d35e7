/** The control of one field of the request. */
import type { FormField } from "../../requestForm/requestForm.ts";
import { Choice } from "./Choice.tsx";
import { Labelled, refersTo } from "./Labelled.tsx";
import { t } from "./texts.ts";

interface FieldProps {
  field: FormField;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

export function Field({ field, value, error, onChange }: FieldProps) {
  const { name, title, hint, isRequired, control } = field;
  const remarks = { id: `field-${name}`, label: title, hint, error };
  switch (control.type) {
    case "choice":
      return <Choice field={{ ...field, control }} {...{ value, remarks, onChange }} />;
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

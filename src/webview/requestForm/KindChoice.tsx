/** The choice between kinds of output. */
import type { Kind } from "../../contract/kind.ts";
import type { RequestForm } from "../../requestForm/requestForm.ts";
import { t } from "./texts.ts";

export function KindChoice({ form, onChange }: { form: RequestForm; onChange(kind: Kind): void }) {
  return (
    <fieldset class="field">
      <legend>{t("kind")}</legend>
      <div class="segments">
        {form.kinds.map(({ kind, label }) => (
          <label key={kind} class="segment">
            <input type="radio" class="visually-hidden" name="kind" checked={kind === form.kind} onChange={() => onChange(kind)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

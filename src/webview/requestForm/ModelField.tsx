/** The choice of a model, grouped by provider. */
import { useState } from "preact/hooks";
import type { RequestForm } from "../../requestForm/requestForm.ts";
import { LinkButton } from "../Button.tsx";
import { ModelOptions } from "../ModelOptions.tsx";
import type { Host } from "./host.ts";
import { Labelled, refersTo } from "./Labelled.tsx";
import { t } from "./texts.ts";

/** The value of the row for typing a name. */
const otherRow = "\0other";

interface ModelFieldProps {
  host: Host;
  form: RequestForm;
  error: string | undefined;
}

export function ModelField({ host, form, error }: ModelFieldProps) {
  const { models, model, about, missing } = form;
  const [isOther, setOther] = useState(false);
  const remarks = { id: "model", label: t("model"), hint: missing, error };
  const typed = isOther || (model !== "" && !models.some(({ id }) => id === model));
  const choose = (row: string) => {
    setOther(row === otherRow);
    host.call("chooseModel", { model: row === otherRow ? "" : row });
  };
  return (
    <Labelled {...remarks}>
      <select
        id="model"
        class="select"
        value={typed ? otherRow : model}
        title={about}
        {...refersTo(remarks)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {model === "" && !typed && <option value="" />}
        <ModelOptions models={models} />
        <option value={otherRow}>{t("otherModel")}</option>
      </select>
      {typed && (
        <input
          type="text"
          class="text"
          aria-label={t("otherModelName")}
          defaultValue={model}
          {...refersTo(remarks)}
          onChange={({ currentTarget }) => host.call("chooseModel", { model: currentTarget.value })}
        />
      )}
      <LinkButton onClick={() => host.call("addProvider")}>{t("addProvider")}</LinkButton>
    </Labelled>
  );
}

/** The fields in which results differ, or all fields. */
import { useState } from "preact/hooks";
import { compareFields } from "../../library/compareFields.ts";
import type { ComparedResult } from "../../library/libraryProtocol.ts";
import { t } from "./texts.ts";

export function FieldTable({ results }: { results: readonly ComparedResult[] }) {
  const [hasAll, setAll] = useState(false);
  const fields = compareFields(results.map(({ prompt, fields: others }) => [[t("prompt"), prompt], ...others]));
  const shown = hasAll ? fields : fields.filter(({ differs }) => differs);
  return (
    <div class="fields">
      <div class="fields-head bar">
        <h2>{t(hasAll ? "fieldsAll" : "fieldsDiffering", shown.length)}</h2>
        <label class="labelled">
          <input type="checkbox" checked={hasAll} onChange={({ currentTarget }) => setAll(currentTarget.checked)} />
          {t("fieldsShowAll")}
        </label>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: must be scrollable by keyboard if it is wider than the panel */}
      <section class="fields-scroll" tabIndex={0} aria-label={t("fields")}>
        <table style={{ "--results": results.length }}>
          <thead>
            <tr>
              <td />
              {results.map(({ entry }) => (
                <th key={entry.number} scope="col">
                  {entry.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, values, differs }) => (
              <tr key={name} class={differs ? "differs" : ""}>
                <th scope="row">{name}</th>
                {values.map((value, index) => (
                  <td key={results[index]?.entry.number}>{value ?? <span class="quiet">{t("fieldAbsent")}</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** The options of a select element for a model, grouped by provider. */
import type { ModelRow } from "../contract/modelRow.ts";

export function ModelOptions({ models }: { models: readonly ModelRow[] }) {
  return [...Map.groupBy(models, ({ group }) => group)].map(([group, members]) => {
    const options = members.map(({ id, name, facts }) => (
      <option key={id} value={id}>
        {facts === "" ? name : `${name} — ${facts}`}
      </option>
    ));
    return group === "" ? (
      options
    ) : (
      <optgroup key={group} label={group}>
        {options}
      </optgroup>
    );
  });
}

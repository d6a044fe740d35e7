/** How many results are wanted. */
import { Labelled, refersTo } from "./Labelled.tsx";
import { t } from "./texts.ts";

interface CountProps {
  value: string | undefined;
  error: string | undefined;
  onInput(value: string): void;
}

export function Count({ value, error, onInput }: CountProps) {
  const remarks = { id: "count", label: t("count"), hint: t("countHint"), error };
  return (
    <Labelled {...remarks}>
      <input
        id={remarks.id}
        class="text count"
        type="number"
        min="1"
        max="99"
        value={value}
        {...refersTo(remarks)}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </Labelled>
  );
}

import { type Kind, kindTable } from "../../contract/kind.ts";
import { Icon } from "../Button.tsx";

/** Explains why there is no preview; the icon shows the kind. */
export function NoPreview({ kind, note }: { kind: Kind; note?: string }) {
  return (
    <span class={note === undefined ? "no-preview" : "no-preview noted"}>
      <Icon name={kind === "text" ? "file" : kindTable[kind].icon} />
      {note !== undefined && <span>{note}</span>}
    </span>
  );
}

/** A list of values, of which one is chosen; sizes are drawn. */
import { useState } from "preact/hooks";
import { describeShape, drawnSize, readShape, sortShapes } from "../../requestForm/imageShape.ts";
import type { FormField } from "../../requestForm/requestForm.ts";
import { Group, Labelled, type Remarks, refersTo } from "./Labelled.tsx";
import { t } from "./texts.ts";

interface ChoiceProps {
  field: FormField & { control: { type: "choice" } };
  value: string;
  remarks: Remarks;
  onChange(value: string): void;
}

/** More drawings than this are a list instead. */
const mostDrawn = 16;

/** The value of the row for typing another one. */
const otherRow = "\0other";

export function Choice(props: ChoiceProps) {
  const { name, control } = props.field;
  const shaped = control.values.filter((value) => readShape(value) !== undefined);
  const isDrawn = (name === "size" || name === "aspect_ratio") && shaped.length > 1 && control.values.length <= mostDrawn;
  // A typed value stays typed until another row is chosen.
  const [isOther, setOther] = useState(false);
  const typed = isOther || (props.value !== "" && !control.values.includes(props.value));
  const choose = (row: string) => {
    setOther(row === otherRow);
    props.onChange(row === otherRow ? "" : row);
  };
  const rows = [
    ...(props.field.isRequired ? [] : [{ row: "", label: t("default") }]),
    ...(isDrawn ? sortShapes(control.values) : control.values).map((row) => ({ row, label: isDrawn ? describeShape(row) : row })),
    ...(control.isOpen ? [{ row: otherRow, label: t("other") }] : []),
  ];
  const chosen = typed ? otherRow : props.value;
  const List = isDrawn ? Drawings : Options;
  return (
    <List {...{ rows, chosen, choose, remarks: props.remarks }}>
      {typed && (
        <input
          type="text"
          class="text"
          aria-label={t("otherValue", props.field.title)}
          value={props.value}
          {...refersTo(props.remarks)}
          onInput={({ currentTarget }) => props.onChange(currentTarget.value)}
        />
      )}
    </List>
  );
}

interface ListProps {
  rows: readonly { row: string; label: string }[];
  chosen: string;
  choose(row: string): void;
  remarks: Remarks;
  /** The input for another value. */
  children: preact.ComponentChildren;
}

function Options({ rows, chosen, choose, remarks, children }: ListProps) {
  const hasChosen = rows.some(({ row }) => row === chosen);
  return (
    <Labelled {...remarks}>
      <select
        id={remarks.id}
        class="select"
        value={chosen}
        {...refersTo(remarks)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {!hasChosen && <option value={chosen}>{chosen}</option>}
        {rows.map(({ row, label }) => (
          <option key={row} value={row}>
            {label}
          </option>
        ))}
      </select>
      {children}
    </Labelled>
  );
}

function Drawings({ rows, chosen, choose, remarks, children }: ListProps) {
  const largest = Math.max(0, ...rows.map(({ row }) => readShape(row)?.area ?? 0));
  return (
    <Group {...remarks}>
      <div class="segments">
        {rows.map(({ row, label }) => (
          <label key={row} class="segment tile">
            <input type="radio" name={remarks.id} value={row} checked={row === chosen} onChange={() => choose(row)} />
            <Drawing value={row} largest={largest} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {children}
    </Group>
  );
}

function Drawing({ value, largest }: { value: string; largest: number }) {
  const shape = readShape(value);
  const { width, height } = shape === undefined ? { width: 0, height: 0 } : drawnSize(shape, largest);
  return (
    <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
      {shape !== undefined && <rect x={18 - width / 2} y={18 - height / 2} width={width} height={height} rx="2" />}
    </svg>
  );
}

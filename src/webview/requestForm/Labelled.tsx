/** A control of the form with its label, its hint and what is wrong with it. */
import type { ComponentChildren } from "preact";

/** What is said about a control, besides its label. */
export interface Remarks {
  /** Unique in the page. */
  id: string;
  label: string;
  hint?: string;
  /** undefined: the value can be sent, or is not judged yet. */
  error?: string | undefined;
}

/** The attributes with which a control refers to its remarks. */
export function refersTo({ id, hint = "", error }: Remarks) {
  const ids = [...(hint === "" ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])];
  return {
    ...(ids.length === 0 ? {} : { "aria-describedby": ids.join(" ") }),
    ...(error === undefined ? {} : { "aria-invalid": true }),
  };
}

export function Labelled({ children, ...remarks }: Remarks & { children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={remarks.id}>{remarks.label}</label>
      {children}
      <RemarkLines {...remarks} />
    </div>
  );
}

/** A control of several elements. */
export function Group({ children, ...remarks }: Remarks & { children: ComponentChildren }) {
  return (
    <fieldset class="field" {...refersTo(remarks)}>
      <legend>{remarks.label}</legend>
      {children}
      <RemarkLines {...remarks} />
    </fieldset>
  );
}

function RemarkLines({ id, hint = "", error }: Remarks) {
  return (
    <>
      {hint !== "" && (
        <p class="note" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="failure small" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
}

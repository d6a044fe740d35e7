/** The form of a request: all its fields at once. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Kind } from "../../contract/kind.ts";
import { limits } from "../../contract/limits.ts";
import type { CheckedForm } from "../../requestForm/formProtocol.ts";
import type { RequestForm } from "../../requestForm/requestForm.ts";
import { PrimaryButton, SecondaryButton } from "../Button.tsx";
import { readUriList } from "../uriList.ts";
import { Count } from "./Count.tsx";
import { Field } from "./Field.tsx";
import type { Ask, Host } from "./host.ts";
import { ModelField } from "./ModelField.tsx";
import { Prompts } from "./Prompts.tsx";
import { References } from "./References.tsx";
import { t } from "./texts.ts";

/** What the user has typed, by control: the host answers later, and must not replace it. */
type Typed = Readonly<Record<string, string>>;

const nothingChecked: CheckedForm = { type: "checked", errors: {}, cost: [] };

/** Which of the host's numbers in `reset` a control belongs to. */
const partOf = (control: string): keyof RequestForm["reset"] => (control.startsWith("prompt ") ? "prompts" : "choices");

function valuesOf({ prompts, choices, count = "" }: RequestForm): Typed {
  return { ...choices, count, ...Object.fromEntries(prompts.map((prompt, index) => [`prompt ${index}`, prompt])) };
}

export function App({ host }: { host: Host }) {
  const [form, setForm] = useState<RequestForm>();
  const [typed, setTyped] = useState<Typed>({});
  const [checked, setChecked] = useState(nothingChecked);
  const [notAdded, setNotAdded] = useState<NotAdded>({ tooLarge: [], unreadable: [] });
  const lastReset = useRef<RequestForm["reset"]>(undefined);
  const root = useRef<HTMLFormElement>(null);
  const isFocusWanted = useRef(true);
  const { judge, isJudged, ask } = useJudged(root);

  useLayoutEffect(() => {
    host.listen((push) => {
      if (push.type === "checked") {
        setChecked(push);
        host.remember({ kept: push.kept });
        return;
      }
      const { form: next } = push;
      setForm(next);
      const last = lastReset.current;
      const isKept = ([control]: [string, string]) => last?.[partOf(control)] === next.reset[partOf(control)];
      setTyped((before) => ({ ...valuesOf(next), ...Object.fromEntries(Object.entries(before).filter(isKept)) }));
      lastReset.current = next.reset;
    });
  }, []);
  useLayoutEffect(() => {
    if (form === undefined || !isFocusWanted.current) return;
    isFocusWanted.current = false;
    root.current?.querySelector<HTMLElement>("textarea, select")?.focus();
  }, [form]);

  if (form === undefined) return <div class="empty">{t("loading")}</div>;

  const type = (control: string, value: string, send: () => void) => {
    setTyped((before) => ({ ...before, [control]: value }));
    judge(control);
    send();
  };
  const errorOf = (control: string) => (isJudged(control) ? checked.errors[control] : undefined);
  const take = async (transfer: DataTransfer) => setNotAdded(await takeImages(transfer, host));
  const notes = (["tooLarge", "unreadable"] as const).flatMap((why) =>
    notAdded[why].length === 0 ? [] : [t(why, notAdded[why].join(", "))],
  );
  const fileNotes = notes.length === 0 ? undefined : notes.join(" ");

  return (
    <form
      class="request-form page"
      aria-label={t("generate")}
      ref={root}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void ask(host.call("generate"));
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (event.dataTransfer !== null && form.references !== undefined) void take(event.dataTransfer);
      }}
      onPaste={(event) => {
        if (form.references === undefined || !event.clipboardData?.files.length) return;
        event.preventDefault();
        void take(event.clipboardData);
      }}
    >
      <main class="fields fill">
        <h1 class="visually-hidden">{t("generate")}</h1>
        {form.kinds.length > 1 && <KindChoice form={form} onChange={(kind) => host.call("chooseKind", { kind })} />}
        <Prompts
          {...{ host, ask, form, typed, errorOf }}
          onInput={(control, index, text) => type(control, text, () => host.call("setPrompt", { index, text }))}
        />
        <ModelField host={host} form={form} error={errorOf("model")} />
        {form.fields.map((field) => (
          <Field
            // Another model's rows replace a typed value.
            key={`${field.name} ${form.kind} ${form.model}`}
            {...{ host, field }}
            value={typed[field.name] ?? ""}
            error={errorOf(field.name)}
            onChange={(value) => type(field.name, value, () => host.call("setChoice", { name: field.name, value }))}
          />
        ))}
        {form.references && <References host={host} references={form.references} error={fileNotes ?? checked.errors.references} />}
        {form.count !== undefined && (
          <Count
            value={typed.count}
            error={errorOf("count")}
            onInput={(value) => type("count", value, () => host.call("setCount", { count: value }))}
          />
        )}
      </main>
      <Footer host={host} ask={ask} cost={checked.cost} canSave={form.canSave} />
    </form>
  );
}

/** Which controls show their errors: those that the user has changed, and all after the request was refused, when the first one gets the focus. */
function useJudged(root: RefObject<HTMLElement | null>) {
  const [judged, setJudged] = useState<ReadonlySet<string> | "all">(new Set());
  const [timesRefused, setTimesRefused] = useState(0);
  useLayoutEffect(() => {
    if (timesRefused === 0) return;
    root.current?.querySelector<HTMLElement>(':is(input, select, textarea)[aria-invalid="true"], [aria-invalid="true"] button')?.focus();
  }, [timesRefused]);
  const judge = (control: string) => {
    if (judged !== "all") setJudged(new Set([...judged, control]));
  };
  const ask: Ask = async (reply) => {
    if ((await reply)?.isAccepted !== false) return;
    setJudged("all");
    setTimesRefused((times) => times + 1);
  };
  return { judge, ask, isJudged: (control: string) => judged === "all" || judged.has(control) };
}

/** The names of files that could not be added. */
interface NotAdded {
  tooLarge: readonly string[];
  /** A folder of another program, for example. */
  unreadable: readonly string[];
}

/** Dropped editor tabs and Explorer entries are paths. */
async function takeImages(transfer: DataTransfer, host: Host): Promise<NotAdded> {
  const uris = readUriList(transfer.getData("application/vnd.code.uri-list") || transfer.getData("text/uri-list"));
  if (transfer.files.length === 0) {
    if (uris.length > 0) host.call("addImages", { uris });
    return { tooLarge: [], unreadable: [] };
  }
  const files = [...transfer.files].slice(0, limits.filesPerRequest);
  const tooLarge = files.filter(({ size }) => size > limits.fileBytesPerRequest);
  const unreadable: string[] = [];
  for (const file of files) {
    if (tooLarge.includes(file)) continue;
    const data = await file.arrayBuffer().catch(() => undefined);
    if (data === undefined) unreadable.push(file.name);
    else host.call("addFile", { name: file.name, data: new Uint8Array(data) });
  }
  return { tooLarge: tooLarge.map(({ name }) => name), unreadable };
}

/** The price of the request, and the actions on it. */
function Footer({ host, ask, cost, canSave }: { host: Host; ask: Ask; cost: readonly string[]; canSave: boolean }) {
  return (
    <footer class="footer bar">
      <div class="cost quiet" role="status">
        {cost.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
      <div class="bar">
        <PrimaryButton title={t("generateKeys")} onClick={() => ask(host.call("generate"))}>
          {t("generate")}
        </PrimaryButton>
        {canSave && <SecondaryButton onClick={() => ask(host.call("save"))}>{t("save")}</SecondaryButton>}
        <SecondaryButton onClick={() => host.call("cancel")}>{t("cancel")}</SecondaryButton>
      </div>
    </footer>
  );
}

/** The choice between kinds of output. */
function KindChoice({ form, onChange }: { form: RequestForm; onChange(kind: Kind): void }) {
  return (
    <fieldset class="field">
      <legend>{t("kind")}</legend>
      <div class="segments">
        {form.kinds.map(({ kind, label }) => (
          <label key={kind} class="segment">
            <input type="radio" name="kind" checked={kind === form.kind} onChange={() => onChange(kind)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The form of a prompt document above the input. Its values survive a reload of the page. */
import { useLayoutEffect, useState } from "preact/hooks";
import type { PromptForm } from "../../../chat/request/promptForm.ts";
import { type Panel, usePanel } from "../panel.ts";

/** Shows the form of a prompt document above the conversation's input. */
export async function openPromptForm({ store, host }: Panel, conversationId: string, id: string): Promise<void> {
  const reply = await host.call("choosePrompt", { id });
  if (reply !== undefined) store.ask({ type: "promptForm", conversationId, form: reply.form });
}

export type FormInput = PromptForm["inputs"][number];

const keyOf = ({ name, isQuestion }: FormInput) => `${isQuestion ? "?" : "="}${name}`;

interface ShownForm {
  form: PromptForm | undefined;
  canSend: boolean;
  textOf(input: FormInput): string;
  write(input: FormInput, value: string): void;
  /** Returns false if no form is open. */
  send(addition: string): boolean;
  close(): void;
}

export function usePromptForm(conversationId: string): ShownForm {
  const panel = usePanel();
  const { store, host } = panel;
  const [form, setForm] = useState<PromptForm | undefined>(undefined);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => host.form(conversationId)?.values ?? {});
  const [isSending, setSending] = useState(false);

  useLayoutEffect(() => {
    const stop = store.subscribeRequest("promptForm", (request) => {
      if (request.conversationId !== conversationId) return;
      setSending(false);
      const written = host.form(conversationId);
      const isKnown = request.form !== undefined && written?.id === request.form.id;
      if (!isKnown) {
        setValues({});
        host.rememberForm(conversationId, request.form && { id: request.form.id, values: {} });
      }
      setForm(request.form);
    });
    const written = host.form(conversationId);
    if (written !== undefined) void openPromptForm(panel, conversationId, written.id);
    return stop;
  }, [conversationId]);

  const textOf = (input: FormInput) => values[keyOf(input)] ?? input.value;
  const valuesOf = (inputs: readonly FormInput[]) => Object.fromEntries(inputs.map((input) => [input.name, textOf(input)]));
  return {
    form,
    // A document with errors can be sent too: it is checked again, because the errors may have been fixed.
    canSend: form !== undefined && !isSending,
    textOf,
    write(input, value) {
      if (form === undefined) return;
      const next = { ...values, [keyOf(input)]: value };
      setValues(next);
      host.rememberForm(conversationId, { id: form.id, values: next });
    },
    send(addition) {
      if (form === undefined) return false;
      setSending(true);
      const [variables, questions] = [false, true].map((isQuestion) => form.inputs.filter((input) => input.isQuestion === isQuestion));
      const filled = { id: form.id, values: valuesOf(variables ?? []), answers: valuesOf(questions ?? []) };
      void host.call("sendPrompt", { form: filled, text: addition }).then((reply) => {
        setSending(false);
        if (reply !== undefined) store.ask({ type: "promptForm", conversationId, form: reply.form });
      });
      return true;
    },
    close() {
      setForm(undefined);
      host.rememberForm(conversationId, undefined);
    },
  };
}

/** The prompts of the form, and the proposal of a better one. */
import type { RequestForm } from "../../requestForm/requestForm.ts";
import { LinkButton, PrimaryButton, SecondaryButton } from "../Button.tsx";
import type { Ask, Host } from "./host.ts";
import { Labelled, refersTo } from "./Labelled.tsx";
import { t } from "./texts.ts";

interface PromptsProps {
  host: Host;
  ask: Ask;
  form: RequestForm;
  typed: Readonly<Record<string, string>>;
  errorOf(control: string): string | undefined;
  onInput(control: string, index: number, text: string): void;
}

export function Prompts({ host, ask, form, typed, errorOf, onInput }: PromptsProps) {
  const { kind, prompts, linkHint, canImprove, proposal } = form;
  const [one, several] = kind === "audio" ? (["spokenText", "spokenTextOf"] as const) : (["prompt", "promptOf"] as const);
  return prompts.map((_, index) => {
    const control = `prompt ${index}`;
    const label = prompts.length === 1 ? t(one) : t(several, index + 1, prompts.length);
    const remarks = { id: `prompt-${index}`, label, hint: index === prompts.length - 1 ? linkHint : "", error: errorOf(control) };
    return (
      <Labelled key={control} {...remarks}>
        <textarea
          id={remarks.id}
          class="text"
          dir="auto"
          rows={prompts.length === 1 ? 5 : 3}
          value={typed[control]}
          {...refersTo(remarks)}
          onInput={({ currentTarget: { value } }) => onInput(control, index, value)}
        />
        {proposal?.index === index ? (
          <Proposal host={host} parts={proposal.parts} />
        ) : (
          canImprove && <LinkButton onClick={() => ask(host.call("improvePrompt", { index }))}>{t("improvePrompt")}</LinkButton>
        )}
      </Labelled>
    );
  });
}

function Proposal({ host, parts }: { host: Host; parts: NonNullable<RequestForm["proposal"]>["parts"] }) {
  let end = 0;
  return (
    <section class="proposal column" aria-label={t("proposedPrompt")}>
      <p class="proposed written" dir="auto">
        {parts.map(({ type, text }) => {
          const Part = type === "added" ? "ins" : type === "removed" ? "del" : "span";
          end += text.length;
          return <Part key={end}>{text}</Part>;
        })}
      </p>
      <div class="bar">
        <PrimaryButton onClick={() => host.call("answerProposal", { accepts: true })}>{t("usePrompt")}</PrimaryButton>
        <SecondaryButton onClick={() => host.call("answerProposal", { accepts: false })}>{t("keepPrompt")}</SecondaryButton>
      </div>
    </section>
  );
}

/** The parts of an answer: text, reasoning, refusal, images and sources. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { AssistantTurn } from "../../../chat/conversation/turn.ts";
import { listSources } from "../../../chat/texts/numberSources.ts";
import type { PanelTextName } from "../../../chat/texts/panelTexts.ts";
import type { OutputPart } from "../../../output/outputPart.ts";
import { Icon } from "../../Button.tsx";
import { hostOf, isAllowedLink } from "../../links.ts";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import { AnswerText } from "./AnswerText.tsx";
import { GeneratedImage } from "./GeneratedImage.tsx";
import { MediaTask } from "./MediaTask.tsx";

type PartOf<Kind extends OutputPart["kind"]> = Extract<OutputPart, { kind: Kind }>;

function Reasoning({ turn, part, running }: { turn: AssistantTurn; part: PartOf<"reasoning">; running: boolean }) {
  return (
    <details class="reasoning">
      <summary>
        <Icon name="chevron-right" />
        {t(running ? "thinking" : "reasoning")}
      </summary>
      <AnswerText turnId={turn.id} part={part} state={turn.state} />
    </details>
  );
}

function Refusal({ turn, part }: { turn: AssistantTurn; part: PartOf<"refusal"> }) {
  return (
    <div class="notice warning">
      <Icon name="circle-slash" />
      <div>
        <strong>{t("refused")}</strong>
        <AnswerText turnId={turn.id} part={part} state={turn.state} />
      </div>
    </div>
  );
}

/** By the type from the service, which may be any text. Other types, such as `mcp_call`, are not shown to the user. */
const stepNames = new Map<string, [running: PanelTextName, done: PanelTextName]>([
  ["web_search_call", ["webSearching", "webSearched"]],
  ["file_search_call", ["filesSearching", "filesSearched"]],
  ["code_interpreter_call", ["codeRunning", "codeRan"]],
]);

function nameStep(type: string, isRunning: boolean): string {
  const [now, then] = stepNames.get(type) ?? ["toolRunning", "toolRan"];
  return t(isRunning ? now : then);
}

function Step({ part, running }: { part: PartOf<"step">; running: boolean }) {
  return (
    <div class="step one-line quiet">
      <Icon name={part.type === "web_search_call" ? "globe" : "tools"} />
      {nameStep(part.type, running && !part.done)}
    </div>
  );
}

/** The sources change with the part's citations, which are rendered independently of the rest of the turn. */
function Sources({ turn, part }: { turn: AssistantTurn; part: PartOf<"text"> }) {
  const { store } = usePanel();
  const [, redraw] = useState(0);
  const count = useRef(0);
  useEffect(
    () =>
      store.subscribePart(turn.id, part.key, (change) => {
        if (change.type === "citationsChanged" && change.citations.length !== count.current) redraw((times) => times + 1);
      }),
    [turn.id, part.key],
  );
  count.current = part.citations.length;
  const sources = listSources(part.citations);
  if (sources.length === 0) return null;
  return (
    <details class="sources" open={sources.length <= 4}>
      <summary>
        <Icon name="chevron-right" />
        {t("sources", sources.length)}
      </summary>
      <ol>
        {sources.map(({ url, title }) => (
          <li key={url} dir="auto">
            {isAllowedLink(url) ? (
              <a href={url} title={url}>
                {title || url}
              </a>
            ) : (
              <span>{title || url}</span>
            )}
            <span class="host note">{hostOf(url)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

export function Part({ turn, part, running }: { turn: AssistantTurn; part: OutputPart; running: boolean }) {
  switch (part.kind) {
    case "text":
      return (
        <>
          <AnswerText turnId={turn.id} part={part} state={turn.state} />
          <Sources turn={turn} part={part} />
        </>
      );
    case "reasoning":
      return <Reasoning turn={turn} part={part} running={running} />;
    case "refusal":
      return <Refusal turn={turn} part={part} />;
    case "image":
      return <GeneratedImage turn={turn} part={part} />;
    case "step":
      return <Step part={part} running={running} />;
    case "task":
      return <MediaTask turnId={turn.id} part={part} />;
  }
}

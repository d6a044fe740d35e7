/** The parts of an answer: text, reasoning, refusal, images and sources. */
import { useEffect, useRef, useState } from "preact/hooks";
import { listSources } from "../../chat/numberSources.ts";
import type { PanelTextName } from "../../chat/panelTexts.ts";
import type { AnswerPart, AssistantTurn } from "../../chat/turn.ts";
import { hostOf, isAllowedLink } from "../links.ts";
import { t } from "../texts.ts";
import { AnswerText } from "./AnswerText.tsx";
import { Icon, IconButton } from "./Button.tsx";
import { Lightbox } from "./Lightbox.tsx";
import { usePanel } from "./panel.ts";

type PartOf<Kind extends AnswerPart["kind"]> = Extract<AnswerPart, { kind: Kind }>;

function Reasoning({ turn, part, running }: { turn: AssistantTurn; part: PartOf<"reasoning">; running: boolean }) {
  return (
    <details class="reasoning">
      <summary>
        <Icon name="chevron-right" />
        {t(running ? "thinking" : "reasoning")}
      </summary>
      <AnswerText turnId={turn.id} part={part} running={running} />
    </details>
  );
}

function Refusal({ turn, part, running }: { turn: AssistantTurn; part: PartOf<"refusal">; running: boolean }) {
  return (
    <div class="notice warning">
      <Icon name="circle-slash" />
      <div>
        <strong>{t("refused")}</strong>
        <AnswerText turnId={turn.id} part={part} running={running} />
      </div>
    </div>
  );
}

/** `files`: all images of the answer. */
function GeneratedImage({ part, files }: { part: PartOf<"image">; files: readonly string[] }) {
  const { store, host } = usePanel();
  const [failed, setFailed] = useState(false);
  const [large, setLarge] = useState(false);
  const file = part.file;
  if (part.state === "damaged" || failed) {
    return (
      <div class="notice error">
        <Icon name="error" />
        <div>{t("imageDamaged")}</div>
      </div>
    );
  }
  return (
    <figure class={files.length > 1 ? "image several" : "image"}>
      {file === undefined ? (
        <div class="image-waiting">
          <Icon name="sparkle" /> {t("imageDrawing")}
        </div>
      ) : (
        <button type="button" class="image-open" title={t("imageOpen")} aria-label={t("imageOpen")} onClick={() => setLarge(true)}>
          <img src={`${store.state.imageFolder}/${file}`} alt={t("imageGenerated")} loading="lazy" onError={() => setFailed(true)} />
        </button>
      )}
      {file !== undefined && part.state === "ready" && (
        <figcaption>
          <IconButton icon="save" title={t("imageSave")} onClick={() => host.post({ type: "saveImage", file })} />
          <IconButton icon="insert" title={t("imageInsert")} onClick={() => host.post({ type: "insertImage", file })} />
          <IconButton icon="references" title={t("imageUse")} onClick={() => host.post({ type: "useImage", file })} />
        </figcaption>
      )}
      {large && file !== undefined && <Lightbox files={files} first={files.indexOf(file)} onClose={() => setLarge(false)} />}
    </figure>
  );
}

/** By the type that the service reports, which may be any text. */
const stepNames = new Map<string, [running: PanelTextName, done: PanelTextName]>([
  ["web_search_call", ["webSearching", "webSearched"]],
  ["file_search_call", ["filesSearching", "filesSearched"]],
  ["code_interpreter_call", ["codeRunning", "codeRan"]],
]);

function nameStep(type: string, isRunning: boolean): string {
  const known = stepNames.get(type);
  if (known === undefined) return isRunning ? t("stepRunning", type) : type;
  const [now, then] = known;
  return t(isRunning ? now : then);
}

function Step({ part, running }: { part: PartOf<"step">; running: boolean }) {
  return (
    <div class="step">
      <Icon name={part.type === "web_search_call" ? "globe" : "tools"} />
      {nameStep(part.type, running && !part.done)}
    </div>
  );
}

/** Which sources there are changes with a part's citations, which are drawn without the rest of the turn. */
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
            <span class="host">{hostOf(url)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function filesOf({ parts }: AssistantTurn): string[] {
  return parts.flatMap((part) => (part.kind === "image" && part.state === "ready" && part.file !== undefined ? [part.file] : []));
}

export function Part({ turn, part, running }: { turn: AssistantTurn; part: AnswerPart; running: boolean }) {
  switch (part.kind) {
    case "text":
      return (
        <>
          <AnswerText turnId={turn.id} part={part} running={running} />
          <Sources turn={turn} part={part} />
        </>
      );
    case "reasoning":
      return <Reasoning turn={turn} part={part} running={running} />;
    case "refusal":
      return <Refusal turn={turn} part={part} running={running} />;
    case "image":
      return <GeneratedImage part={part} files={filesOf(turn)} />;
    case "step":
      return <Step part={part} running={running} />;
  }
}

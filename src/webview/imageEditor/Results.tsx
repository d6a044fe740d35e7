/** The results of a request: one beside the image with a swipe, or several as a grid. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { EditedResult } from "../../imageEditor/imageEditorProtocol.ts";
import { IconButton, SecondaryButton } from "../Button.tsx";
import { Overlay } from "../media/Overlay.tsx";
import { wholeImage } from "../media/viewport.ts";
import { ZoomButtons } from "../media/ZoomButtons.tsx";
import { DoneButton } from "./Toolbar.tsx";
import { t } from "./texts.ts";

export type ResultDecision = { name: "replace" | "discard" | "editResult"; position: number } | { name: "keep" } | { name: "done" };

interface ResultsProps {
  before: Pick<EditedResult, "name" | "address">;
  results: readonly EditedResult[];
  error: string | undefined;
  /** What was done with other results. */
  note: string | undefined;
  onDecide(decision: ResultDecision): void;
  onBack(): void;
}

const contentOf = ({ name, address }: ResultsProps["before"]) => <img key={address} src={address} alt={name} draggable={false} />;

/** An edit may be anywhere in the image: at first, all of it is seen. */
const firstEdge = 0;

export function Results({ before, results, error, note, onDecide, onBack }: ResultsProps) {
  const [compared, setCompared] = useState<string | undefined>(undefined);
  const [view, setView] = useState(wholeImage);
  const [fit, setFit] = useState<number | undefined>(undefined);
  const bar = useRef<HTMLDivElement>(null);
  const isAmongSeveral = results.length > 1;
  // A result that was discarded is not compared any more.
  const position = isAmongSeveral ? results.findIndex(({ address }) => address === compared) : 0;
  const shown = results[position];
  // Before the next key: an effect after painting would lose it.
  useLayoutEffect(() => bar.current?.querySelector("button")?.focus(), [compared]);
  const [only] = isAmongSeveral ? [] : results;
  const said = [
    only === undefined ? t("savedSeveral") : t("saved", only.name),
    only?.canReplace === false && t("otherFormat", before.name),
  ];
  return (
    <section class="edit-results page" aria-label={t("results", results.length)}>
      <div class="toolbar" ref={bar}>
        {shown !== undefined && isAmongSeveral ? (
          <IconButton icon="arrow-left" title={t("results", results.length)} onClick={() => setCompared(undefined)} />
        ) : (
          <IconButton icon="arrow-left" title={t("back")} onClick={onBack} />
        )}
        <h1>{shown === undefined ? t("results", results.length) : shown.name}</h1>
        {shown !== undefined && <ZoomButtons {...{ view, fit }} onView={setView} />}
        <span class="bar">
          {shown !== undefined && <Decisions {...{ shown, position, onDecide }} name={before.name} />}
          {(shown === undefined || !isAmongSeveral) && (
            <SecondaryButton title={t("keepHelp")} onClick={() => onDecide({ name: "keep" })}>
              {t("keepBeside", results.length)}
            </SecondaryButton>
          )}
          <DoneButton onDone={() => onDecide({ name: "done" })} />
        </span>
      </div>
      <p class="quiet saved" role="status">
        {[note, ...said].filter((one) => one).join(" ")}
      </p>
      {error !== undefined && (
        <p class="failure" role="alert">
          {error}
        </p>
      )}
      {shown === undefined ? (
        <div class="result-grid">
          {results.map((result, index) => (
            <figure class="column" key={result.address}>
              <button
                type="button"
                class="result-image"
                aria-label={t("compareThis", result.name)}
                onClick={() => setCompared(result.address)}
              >
                {contentOf(result)}
              </button>
              <figcaption class="bar">
                <span class="result-name">{result.name}</span>
                <span class="bar">
                  <Decisions shown={result} position={index} name={before.name} onDecide={onDecide} isNamed />
                </span>
              </figcaption>
            </figure>
          ))}
        </div>
      ) : (
        <Overlay
          mode="swipe"
          edge={firstEdge}
          first={{ name: `${t("before")}: ${before.name}`, content: contentOf(before) }}
          second={{ name: `${t("after")}: ${shown.name}`, content: contentOf(shown) }}
          view={view}
          onView={setView}
          onFit={setFit}
        />
      )}
    </section>
  );
}

interface DecisionsProps {
  shown: EditedResult;
  position: number;
  /** Of the image. */
  name: string;
  onDecide: ResultsProps["onDecide"];
  /** There are others of these buttons. */
  isNamed?: boolean;
}

/** What can be done with one result. */
function Decisions({ shown, position, name, onDecide, isNamed = false }: DecisionsProps) {
  const labelOf = (text: string) => (isNamed ? { "aria-label": `${text}: ${shown.name}` } : {});
  return (
    <>
      {shown.canReplace && (
        <button
          type="button"
          class="button"
          title={t("replaceHelp", name)}
          {...labelOf(t("replace", name))}
          onClick={() => onDecide({ name: "replace", position })}
        >
          {t("replace", name)}
        </button>
      )}
      <button
        type="button"
        class="button secondary"
        title={t("discardHelp", shown.name)}
        {...labelOf(t("discard"))}
        onClick={() => onDecide({ name: "discard", position })}
      >
        {t("discard")}
      </button>
      <button type="button" class="link-button" {...labelOf(t("editResult"))} onClick={() => onDecide({ name: "editResult", position })}>
        {t("editResult")}
      </button>
    </>
  );
}

/** A text part of an answer. It grows while it streams. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { type AnswerState, isRunning, isWhole } from "../../../chat/conversation/turn.ts";
import type { Citation } from "../../../output/outputPart.ts";
import { linkFiles } from "../../markdown/fileLinks.ts";
import { useMarkdown } from "../../markdown/loadMarkdown.ts";
import type { StreamedMarkdown } from "../../markdown/streamedMarkdown.ts";
import { cancelFrame, inNextFrame } from "../frames.ts";
import { usePanel } from "../panel.ts";
import type { PartChange } from "../panelStore.ts";
import { useFileLinks } from "../useFileLinks.ts";

interface AnswerTextProps {
  turnId: string;
  part: { key: string; text: string; citations?: readonly Citation[] };
  /** The answer's state, which says whether more text may arrive and whether the text is whole. */
  state: AnswerState;
}

/** Milliseconds without new text after which the typing indicator is animated; until then, the growing text itself shows progress. */
const flowEnds = 1000;

/** Shows text that could not be rendered as it is, so that one broken answer does not break the panel. */
function showRaw(element: HTMLElement, text: string): void {
  const raw = document.createElement("pre");
  raw.className = "raw";
  raw.textContent = text;
  element.replaceChildren(raw);
}

export function AnswerText(props: AnswerTextProps) {
  const renderer = useMarkdown();
  return renderer === undefined ? <div class="markdown" /> : <RenderedText {...props} renderer={renderer} />;
}

type Renderer = typeof import("../../markdown/streamedMarkdown.ts");

function RenderedText({ turnId, part, state, renderer }: AnswerTextProps & { renderer: Renderer }) {
  const running = isRunning(state);
  const { store } = usePanel();
  const files = useFileLinks();
  const element = useRef<HTMLDivElement>(null);
  const stream = useRef<StreamedMarkdown | undefined>(undefined);
  const isFinished = useRef(false);

  const attempt = (draw: () => void) => {
    try {
      draw();
    } catch {
      stream.current = undefined;
      if (element.current) showRaw(element.current, part.text);
    }
  };
  const start = () => {
    const holder = element.current;
    if (holder === null) return;
    holder.replaceChildren();
    isFinished.current = false;
    // Set at the start, even if much of the text is already there, so that the heights of blocks do not change later while the user reads.
    if (running) holder.classList.add("growing");
    attempt(() => {
      const created = new renderer.StreamedMarkdown(holder, {
        allowedImages: store.state.allowedImages,
        files,
        footnotePrefix: `footnote-${turnId}-${part.key}-`,
      });
      stream.current = created;
      if (part.citations) created.setCitations(part.citations);
      created.append(part.text);
      if (running) created.draw();
    });
    // What has ended is rendered once, as it stays.
    if (!running) finish();
  };
  const finish = () => {
    attempt(() => stream.current?.finish(isWhole(state) ? "whole" : "cut"));
    isFinished.current = true;
  };

  // A different part object is another version of the answer, even if the key is the same.
  useLayoutEffect(start, [part]);

  // A layout effect, because changes between the first rendering and the next paint would be lost otherwise.
  useLayoutEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined;
    const flow = () => {
      element.current?.classList.add("flowing");
      clearTimeout(rest);
      rest = setTimeout(() => element.current?.classList.remove("flowing"), flowEnds);
    };
    let later: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      clearTimeout(later);
      attempt(() => {
        const wait = stream.current?.draw() ?? 0;
        if (wait > 0) later = setTimeout(() => inNextFrame(draw), wait);
      });
    };
    const change = (next: PartChange) => {
      if (next.type === "textReplaced") {
        start();
        return;
      }
      if (stream.current === undefined && element.current) showRaw(element.current, part.text);
      attempt(() => {
        if (next.type === "textAppended") {
          flow();
          stream.current?.append(next.text);
        } else stream.current?.setCitations(next.citations);
      });
      inNextFrame(draw);
    };
    const redraw = () => {
      attempt(() => stream.current?.redrawImages());
      inNextFrame(draw);
    };
    const stops = [
      store.subscribePart(turnId, part.key, change),
      store.subscribeImages(redraw),
      store.subscribeFiles(() => element.current && linkFiles(element.current, files)),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(rest);
      clearTimeout(later);
      element.current?.classList.remove("flowing");
      cancelFrame(draw);
    };
  }, [part]);

  useLayoutEffect(() => {
    if (running && isFinished.current) start();
    else if (!running && !isFinished.current) finish();
  }, [running, part]);

  return <div class="markdown" ref={element} />;
}

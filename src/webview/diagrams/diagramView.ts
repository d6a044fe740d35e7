/** Replaces a code block with its diagram. The source is one click away. */
import type { PanelTextName } from "../../chat/texts/panelTexts.ts";
import { createIcon } from "../createIcon.ts";
import { t } from "../texts.ts";
import { whenNear } from "../whenNear.ts";
import { type Drawing, drawDiagram } from "./drawDiagram.ts";
import { readTheme, whenThemeChanges } from "./theme.ts";

/** Larger diagrams are drawn only on request. */
const large = { characters: 10_000, lines: 300 } as const;

interface DiagramView {
  source: string;
  toggle: HTMLElement;
  /** It is close to the viewport, or was requested. */
  isWanted: boolean;
}

const views = new WeakMap<Element, DiagramView>();
let isWatching = false;

/** The source of the diagram in an element. */
export function diagramSource(node: Node): string | undefined {
  return node instanceof Element ? views.get(node)?.source : undefined;
}

function isLarge(source: string): boolean {
  return source.length > large.characters || source.split("\n").length > large.lines;
}

function createToggle(): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button";
  button.dataset.action = "toggleDiagram";
  return button;
}

/** Shows either the block's diagram or its source. */
function choose(block: HTMLElement, toggle: HTMLElement, shown: "diagram" | "source"): void {
  block.dataset.shown = shown;
  const title = t(shown === "diagram" ? "diagramSource" : "diagramShow");
  if (!toggle.isConnected) block.querySelector(".code-actions")?.prepend(toggle);
  toggle.title = title;
  toggle.setAttribute("aria-label", title);
  toggle.replaceChildren(createIcon(shown === "diagram" ? "code" : "type-hierarchy-sub"));
}

function createNotice(text: string, button: PanelTextName | undefined): HTMLElement {
  const notice = document.createElement("div");
  notice.className = "diagram-notice note";
  notice.append(text);
  if (button !== undefined) {
    const draw = document.createElement("button");
    draw.type = "button";
    draw.className = "link-button";
    draw.dataset.action = "drawDiagram";
    draw.append(t(button));
    notice.append(" ", draw);
  }
  return notice;
}

/** undefined: it cannot be shown as an image. */
async function createImage(svg: string): Promise<HTMLElement | undefined> {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "diagram-image";
  button.dataset.action = "enlargeDiagram";
  button.title = t("imageOpen");
  button.setAttribute("aria-label", t("diagramOpen"));
  const image = document.createElement("img");
  image.alt = "";
  // An image runs no scripts and loads nothing.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  button.append(image);
  return button;
}

function createErrorNotice(drawing: Drawing): HTMLElement {
  switch (drawing.type) {
    case "late":
      return createNotice(t("diagramLate"), "diagramDraw");
    case "drawn":
      return createNotice(t("diagramInvalid"), undefined);
    case "missing":
      return createNotice(t("diagramMissing", drawing.kind), undefined);
    case "invalid":
      return createNotice(drawing.line === undefined ? t("diagramInvalid") : t("diagramInvalidAt", drawing.line), undefined);
  }
}

/** Replaces the content between the header and the source. */
function setBelowHeader(block: HTMLElement, element: HTMLElement): void {
  block.querySelector(":scope > :is(.diagram-image, .diagram-notice)")?.remove();
  block.querySelector(":scope > pre")?.before(element);
}

async function draw(block: HTMLElement, view: DiagramView): Promise<void> {
  const theme = readTheme();
  const drawing = await drawDiagram(view.source, theme, () => block.isConnected);
  const image = drawing?.type === "drawn" ? await createImage(drawing.svg) : undefined;
  if (drawing === undefined || JSON.stringify(readTheme()) !== JSON.stringify(theme)) return;
  if (image !== undefined) {
    setBelowHeader(block, image);
    choose(block, view.toggle, block.dataset.shown === "source" ? "source" : "diagram");
  } else {
    setBelowHeader(block, createErrorNotice(drawing));
    view.toggle.remove();
    delete block.dataset.shown;
  }
}

function want(block: HTMLElement, view: DiagramView): void {
  view.isWanted = true;
  void draw(block, view);
}

function watchTheme(): void {
  if (isWatching) return;
  isWatching = true;
  whenThemeChanges(() => {
    for (const block of document.querySelectorAll<HTMLElement>(".diagram")) {
      const view = views.get(block);
      if (view?.isWanted) void draw(block, view);
    }
  });
}

/** @param block A finished code block, which need not be in the document yet. */
export function showDiagram(block: HTMLElement, source: string): void {
  const view = { source, toggle: createToggle(), isWanted: false };
  views.set(block, view);
  block.classList.add("diagram");
  watchTheme();
  if (isLarge(source)) {
    setBelowHeader(block, createNotice(t("diagramLarge"), "diagramDraw"));
    return;
  }
  queueMicrotask(() => {
    if (block.isConnected) whenNear(block, () => want(block, view));
  });
}

function viewAround(element: Element): [HTMLElement, DiagramView] | undefined {
  const block = element.closest<HTMLElement>(".diagram");
  const view = block === null ? undefined : views.get(block);
  return block === null || view === undefined ? undefined : [block, view];
}

/** Draws the large diagram that contains the element. */
export function drawAround(element: Element): void {
  const [block, view] = viewAround(element) ?? [];
  if (block === undefined || view === undefined) return;
  setBelowHeader(block, createNotice(t("diagramDrawing"), undefined));
  want(block, view);
}

export function toggleDiagram(element: Element): void {
  const [block, view] = viewAround(element) ?? [];
  if (block === undefined || view === undefined) return;
  choose(block, view.toggle, block.dataset.shown === "diagram" ? "source" : "diagram");
}

/** Shows the source that contains the element, if the diagram is shown instead. */
export function showSource(element: Element): void {
  const [block, view] = viewAround(element) ?? [];
  if (block?.dataset.shown === "diagram" && view !== undefined) choose(block, view.toggle, "source");
}

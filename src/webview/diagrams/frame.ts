/** The frame that draws diagrams: hidden, without an origin, and with the panel's policy, which it inherits. */
import { type DiagramAnswer, type DiagramRequest, frameMessageSchema } from "./frame/messages.ts";

export interface DiagramFrame {
  /** undefined: the frame did not answer in time, and was removed. */
  draw(request: DiagramRequest): Promise<DiagramAnswer | undefined>;
  remove(): void;
}

/** Milliseconds for starting, and for each diagram. */
const longestWait = 20_000;

/** The frame's script, escaped so that it does not end the element early. */
async function readScript(): Promise<string> {
  const { default: runFrame } = await import("./diagramFrame.js");
  return `(${String(runFrame)})()`.replaceAll(/<(?=\/script|!--)/gi, "\\x3c");
}

function createElement(script: string): HTMLIFrameElement {
  const element = document.createElement("iframe");
  element.className = "diagram-frame";
  element.setAttribute("sandbox", "allow-scripts");
  element.setAttribute("aria-hidden", "true");
  element.tabIndex = -1;
  // The policy allows scripts with the nonce of the panel's own script, which is not the first script: that is VS Code's.
  const { nonce = "" } = document.querySelector<HTMLScriptElement>("script[nonce]") ?? {};
  element.srcdoc = `<!DOCTYPE html><meta charset="utf-8"><body><script nonce="${nonce}">${script}</script></body>`;
  return element;
}

/** undefined: it took too long. */
async function inTime<Value>(coming: Promise<Value>): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, longestWait, undefined);
  try {
    return await Promise.race([coming, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export async function openDiagramFrame(): Promise<DiagramFrame> {
  const element = createElement(await readScript());
  const ready = Promise.withResolvers<true>();
  let answered = (_id: number, _answer: DiagramAnswer): void => {};
  const receive = ({ source, data }: MessageEvent): void => {
    if (source !== element.contentWindow) return;
    const read = frameMessageSchema.safeParse(data);
    if (!read.success) return;
    if (read.data.type === "ready") ready.resolve(true);
    else answered(read.data.id, read.data.answer);
  };
  const remove = (): void => {
    window.removeEventListener("message", receive);
    element.remove();
  };
  window.addEventListener("message", receive);
  document.body.append(element);
  return {
    remove,
    async draw(request) {
      const answer = Promise.withResolvers<DiagramAnswer>();
      answered = (id, came) => {
        if (id === request.id) answer.resolve(came);
      };
      const isReady = await inTime(ready.promise);
      if (isReady) element.contentWindow?.postMessage(request, "*");
      const came = isReady && (await inTime(answer.promise));
      if (came === undefined) remove();
      return came;
    },
  };
}

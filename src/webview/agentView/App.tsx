/** Shows results in an agent's client beside the answer of a tool: files, prompt, cost and actions. */
import { useEffect, useState } from "preact/hooks";
import type { ViewFile, ViewTask } from "../../contract/agentView.ts";
import { writeMarkdownLink } from "../../contract/markdownLink.ts";
import { toAmountText, toSumsText } from "../translation.ts";
import { t } from "./texts.ts";
import type { Call, FilePreview, ViewState, ViewStore } from "./viewStore.ts";

interface AppProps {
  state: ViewState;
  store: ViewStore;
}

export function App({ state, store }: AppProps) {
  // The prompt of a call without an answer yet.
  const prompt = typeof state.input.prompt === "string" ? state.input.prompt : "";
  return (
    <main aria-label={t("title")}>
      {state.calls.map((call) => (
        <CallView key={call.number} call={call} prompt={prompt} store={store} />
      ))}
      <RepeatButton state={state} store={store} />
      <p class="notice" role="status">
        {state.notice}
      </p>
      {state.refusedLink !== undefined && <input readOnly value={state.refusedLink} aria-label={t("insertRefused")} />}
    </main>
  );
}

function CallView({ call, prompt, store }: { call: Call; prompt: string; store: ViewStore }) {
  switch (call.state) {
    case "waiting":
      return <Waiting prompt={prompt} />;
    case "cancelled":
      return <p class="text">{t("cancelled")}</p>;
    case "failed":
    case "answered": {
      const files = call.tasks.flatMap((task) => task.files.map((file) => ({ task, file })));
      const running = call.tasks.filter(({ state }) => state === "running");
      const isTextShown = files.length === 0 && running.length === 0;
      return (
        <>
          {files.map(({ task, file }) => (
            <FileView key={file.uri} task={task} file={file} store={store} />
          ))}
          {running.map((task) => (
            <Waiting key={task.id} prompt={task.prompt} />
          ))}
          {(isTextShown || call.state === "failed") && <p class={`text ${call.state}`}>{call.text}</p>}
        </>
      );
    }
  }
}

function Waiting({ prompt }: { prompt: string }) {
  return (
    <section class="result" aria-busy="true">
      <div class="placeholder">{t("generating")}</div>
      <p class="prompt">{prompt}</p>
    </section>
  );
}

function FileView({ task, file, store }: { task: ViewTask; file: ViewFile; store: ViewStore }) {
  const cost = task.cost === undefined ? t("costUnknown") : t("cost", toAmountText(task.cost, task.unit));
  return (
    <section class="result" aria-label={file.name}>
      <Media task={task} file={file} store={store} />
      <p class="prompt">{task.prompt}</p>
      <p class="facts">{[task.model, cost, file.path].join(" · ")}</p>
      <button type="button" onClick={() => void store.insertLink(writeLink(task, file))}>
        {t("insertLink")}
      </button>
    </section>
  );
}

function Media({ task, file, store }: { task: ViewTask; file: ViewFile; store: ViewStore }) {
  const [preview, setPreview] = useState<FilePreview | undefined>();
  useEffect(() => {
    let isLeft = false;
    void store.preview(file).then((next) => {
      if (!isLeft) setPreview(next);
    });
    return () => {
      isLeft = true;
    };
  }, [file.uri]);
  if (preview?.type !== "ready") return <div class="placeholder">{describePreview(preview, file.name)}</div>;
  if (file.mediaType.startsWith("image/")) return <img src={preview.address} alt={task.prompt || file.name} />;
  return file.mediaType.startsWith("audio/") ? (
    // biome-ignore lint/a11y/useMediaCaption: generated media have no captions; the prompt is shown below
    <audio controls src={preview.address} aria-label={file.name} />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: generated media have no captions; the prompt is shown below
    <video controls src={preview.address} aria-label={file.name} />
  );
}

function describePreview(preview: Exclude<FilePreview, { type: "ready" }> | undefined, name: string): string {
  switch (preview?.type) {
    case undefined:
      return t("loading", name);
    case "tooLarge":
      return t("tooLarge", name);
    case "gone":
      return t("gone", name);
  }
}

/** Not disabled while it is busy, so that it keeps the focus; clicks are ignored then. */
function RepeatButton({ state, store }: AppProps) {
  const { facts, calls, isRepeating } = state;
  const isReady = calls.every(({ tasks, state: of }) => of !== "waiting" && tasks.every((task) => task.state !== "running"));
  if (facts?.repeats !== true || Object.keys(state.input).length === 0) return null;
  const made = calls[0]?.tasks ?? [];
  const cost = toSumsText(made.flatMap(({ cost: amount, unit }) => (amount === undefined ? [] : [{ amount, unit }])));
  const title = cost === "" ? t("variantsBilled") : t("variantsCost", cost);
  return (
    <button type="button" title={title} aria-disabled={isRepeating || !isReady} onClick={() => isReady && void store.makeVariant()}>
      {t("variants")}
    </button>
  );
}

/** A Markdown link, relative to the workspace. */
function writeLink({ kind, prompt }: ViewTask, { path, name }: ViewFile): string {
  const isImage = kind === "image";
  return writeMarkdownLink({ isImage, path, description: isImage ? prompt.replaceAll(/\s+/g, " ") : name });
}

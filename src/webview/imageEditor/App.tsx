/** The image editor: the image with its mask and a form, or the results of a request. */
import { useEffect, useLayoutEffect, useMemo, useReducer, useState } from "preact/hooks";
import type { Decided, ImageEditorPush } from "../../imageEditor/imageEditorProtocol.ts";
import { type CanvasExtension, isExtended, noExtension } from "../../imageEditor/mask/canvasExtension.ts";
import { LinkButton } from "../Button.tsx";
import { wholeImage } from "../media/viewport.ts";
import { type Draft, factorOf, modelOfDraft, strengthOf, withPurpose } from "./draft.ts";
import { Form, MaskForm } from "./Form.tsx";
import type { Host } from "./host.ts";
import { MaskPainting } from "./maskPainting.ts";
import { changePage, firstPage, type PageChange } from "./pageState.ts";
import { type ResultDecision, Results } from "./Results.tsx";
import { Stage } from "./Stage.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { t } from "./texts.ts";
import type { ToolSettings } from "./tools.ts";

const storeMilliseconds = 400;
/** Part of the image's longer side that a new brush has. */
const firstBrush = 0.06;

type Image = Extract<ImageEditorPush, { type: "image" }>;

export function App({ host }: { host: Host }) {
  const [page, dispatch] = useReducer(changePage, firstPage);
  const [isUnreadable, setUnreadable] = useState(false);
  useLayoutEffect(() => {
    host.listen((push) => {
      if (push.type === "image") {
        host.remember({ target: push.target });
        setUnreadable(false);
      }
      dispatch(push);
    });
  }, []);
  const { image, because } = page;
  if (image === undefined || isUnreadable) {
    return (
      <div class="empty" role="status">
        {t(isUnreadable ? "gone" : (because ?? "loading"))}{" "}
        {because === "restricted" && <LinkButton onClick={() => host.call("trust")}>{t("trust")}</LinkButton>}
      </div>
    );
  }
  const { target, width, height } = image;
  // Each image has a mask of its own. One that was replaced in its file may have another size.
  return (
    <Editor key={`${target} ${width} ${height}`} {...{ host, page, image }} onChange={dispatch} onMissing={() => setUnreadable(true)} />
  );
}

interface EditorProps {
  host: Host;
  page: typeof firstPage;
  image: Image;
  onChange(change: PageChange): void;
  onMissing(): void;
}

function Editor({ host, page, image, onChange, onMissing }: EditorProps) {
  const painting = usePainting(host, image);
  const [draft, setDraft] = useState<Draft>(() => {
    const { prompt, model, purpose = "edit" } = host.remembered;
    return { purpose, prompt, model, count: 1, strength: undefined, upscale: undefined };
  });
  const [settings, setSettings] = useState<ToolSettings>(() => ({
    tool: "brush",
    size: Math.max(8, Math.round(Math.max(image.width, image.height) * firstBrush)),
    isSoft: false,
  }));
  const [view, setView] = useState(wholeImage);
  const [fit, setFit] = useState<number | undefined>(undefined);
  const { models, chosen, purpose, running, results, error, note, replacements } = page;
  const model = modelOfDraft(draft, models, chosen);
  const current = { ...draft, model: model?.id };

  function change(next: Draft): void {
    setDraft(next);
    const { prompt, model: name } = next;
    host.remember({ prompt, purpose: next.purpose, ...(name === undefined ? {} : { model: name }) });
  }
  useEffect(() => {
    if (purpose !== undefined) change(withPurpose(draft, purpose.purpose));
  }, [purpose]);

  // What is painted belongs to the image before.
  useEffect(() => {
    if (replacements > 0) painting.clear();
  }, [replacements]);

  async function generate(): Promise<void> {
    if (model === undefined) return;
    const isEdit = draft.purpose === "edit";
    const isMaskSent = isEdit && model.takesMask && !painting.isEmpty;
    const range = draft.purpose === "variations" ? model.strength : undefined;
    const factor = draft.purpose === "upscale" ? factorOf(draft, model) : undefined;
    const ended = await host.call("generate", {
      purpose: draft.purpose,
      prompt: draft.prompt.trim(),
      model: model.id,
      count: draft.count,
      extension: isEdit ? painting.extension : noExtension,
      ...(isMaskSent ? { mask: painting.runs() } : {}),
      ...(range === undefined ? {} : { strength: strengthOf(draft, range) }),
      ...(factor === undefined ? {} : { upscale: factor }),
    });
    if (ended !== undefined) onChange({ type: "ended", ...ended });
  }

  async function decide(decision: ResultDecision): Promise<void> {
    if (decision.name === "done") return host.call("done");
    if (decision.name === "keep") return show(await host.call("keep"));
    const { name, position } = decision;
    if (name === "editResult") return host.call("editResult", { position });
    show(await host.call(name, { position }));
  }

  function show(decided: Decided | undefined): void {
    if (decided !== undefined) onChange({ type: "decided", ...decided });
  }

  if (results.length > 0 && running === undefined) {
    const { name, address } = image;
    return <Results before={{ name, address }} {...{ results, error, note }} onBack={() => onChange({ type: "back" })} onDecide={decide} />;
  }
  const { extension } = painting;
  const onDone = image.isOnlyMasked ? undefined : () => host.call("done");
  return (
    <div class="page">
      <Toolbar {...{ painting, settings, view, fit }} onSettings={setSettings} onView={setView} onDone={onDone} />
      <div class="editor-body fill">
        <Stage
          name={image.name}
          address={image.address}
          {...{ painting, settings, view, onMissing }}
          onFit={setFit}
          onSettings={setSettings}
          onView={setView}
        />
        {image.isOnlyMasked ? (
          <MaskForm isPainted={!painting.isEmpty} onUse={() => host.call("useMask", { mask: painting.runs() })} />
        ) : (
          <Form
            draft={current}
            onDraft={change}
            isPainted={!painting.isEmpty}
            onExtend={(next: CanvasExtension) => painting.extend(next)}
            onGenerate={generate}
            onStop={() => host.call("stop")}
            onAddProvider={() => host.call("addProvider")}
            {...{ models, image, extension, running, error, note }}
          />
        )}
      </div>
    </div>
  );
}

/** The painting of an image, begun with what an earlier page has painted, and kept by the host after each step. Renders again after each step. */
function usePainting(host: Host, image: Image): MaskPainting {
  const painting = useMemo(() => {
    const made = new MaskPainting(image.width, image.height);
    const { extension = noExtension, mask } = image.painted ?? {};
    if (isExtended(extension)) made.extend(extension);
    if (mask !== undefined) made.restore(mask);
    return made;
  }, []);
  const [, render] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const store = () => {
      const { extension, isEmpty } = painting;
      host.call("painted", { extension, ...(isEmpty ? {} : { mask: painting.runs() }) });
    };
    painting.onStep = () => {
      render((steps) => steps + 1);
      clearTimeout(timer);
      timer = setTimeout(store, storeMilliseconds);
    };
    return () => clearTimeout(timer);
  }, []);
  return painting;
}

/** What the image editor shows, and how pushes and replies of the host change it. */
import type { Decided, EditedResult, EditingModel, Ended, ImageEditorPush } from "../../imageEditor/imageEditorProtocol.ts";

interface PageState {
  image: Extract<ImageEditorPush, { type: "image" }> | undefined;
  /** Why there is no image. */
  because: Extract<ImageEditorPush, { type: "nothing" }>["because"] | undefined;
  /** undefined: not known yet. */
  models: readonly EditingModel[] | undefined;
  /** The model that the host proposes. */
  chosen: string | undefined;
  /** What the user has chosen last outside the page; undefined: nothing. */
  purpose: Extract<ImageEditorPush, { type: "purpose" }> | undefined;
  /** What the service does; undefined: nothing. */
  running: Extract<ImageEditorPush, { type: "running" }> | undefined;
  results: readonly EditedResult[];
  error: string | undefined;
  /** What was done with results, or what becomes of a request that was stopped. */
  note: string | undefined;
  /** How often a result has taken the image's place. */
  replacements: number;
}

export const firstPage: PageState = {
  image: undefined,
  because: undefined,
  models: undefined,
  chosen: undefined,
  purpose: undefined,
  running: undefined,
  results: [],
  error: undefined,
  note: undefined,
  replacements: 0,
};

/**
 * `ended`: a request has ended. `decided`: what the user decided about results was done. `back`: the user goes back from the results to the
 * mask.
 */
export type PageChange = ImageEditorPush | ({ type: "ended" } & Ended) | ({ type: "decided" } & Decided) | { type: "back" };

export function changePage(page: PageState, change: PageChange): PageState {
  switch (change.type) {
    case "image": {
      const isSame = page.image?.target === change.target;
      return { ...page, image: change, because: undefined, ...(isSame ? {} : { results: [], error: undefined }) };
    }
    case "models":
      return { ...page, models: change.models, chosen: change.chosen };
    case "purpose":
      return { ...page, purpose: change, results: [], error: undefined, note: undefined };
    case "running":
      return { ...page, running: change, results: [], error: undefined, note: undefined };
    case "ended":
      return { ...page, running: undefined, results: change.results, error: change.error, note: change.note };
    case "decided":
      return {
        ...page,
        results: change.left,
        error: undefined,
        note: change.note,
        replacements: page.replacements + Number(change.isReplaced),
      };
    case "nothing":
      return { ...page, image: undefined, because: change.because };
    case "back":
      return { ...page, results: [], error: undefined };
  }
}

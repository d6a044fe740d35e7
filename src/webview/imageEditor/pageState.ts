/** What the image editor shows, and how messages of the host change it. */
import type { EditedResult, EditingModel, ToImageEditor } from "../../imageEditor/toImageEditor.ts";

interface PageState {
  image: Extract<ToImageEditor, { type: "image" }> | undefined;
  /** Why there is no image. */
  because: Extract<ToImageEditor, { type: "nothing" }>["because"] | undefined;
  /** undefined: not known yet. */
  models: readonly EditingModel[] | undefined;
  /** The model that the host proposes. */
  chosen: string | undefined;
  /** What the user has chosen last outside the page; undefined: nothing. */
  purpose: Extract<ToImageEditor, { type: "purpose" }> | undefined;
  /** What the service does; undefined: nothing. */
  running: Extract<ToImageEditor, { type: "running" }> | undefined;
  results: readonly EditedResult[];
  error: string | undefined;
  /** What was done with results. */
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

/** `back`: the user goes back from the results to the mask. */
export function changePage(page: PageState, message: ToImageEditor | { type: "back" }): PageState {
  switch (message.type) {
    case "image": {
      const isSame = page.image?.target === message.target;
      return { ...page, image: message, because: undefined, ...(isSame ? {} : { results: [], error: undefined }) };
    }
    case "models":
      return { ...page, models: message.models, chosen: message.chosen };
    case "purpose":
      return { ...page, purpose: message, results: [], error: undefined, note: undefined };
    case "running":
      return { ...page, running: message, results: [], error: undefined, note: undefined };
    case "ended":
      return { ...page, running: undefined, results: message.results, error: message.error };
    case "decided":
      return {
        ...page,
        results: message.left,
        error: undefined,
        note: message.note,
        replacements: page.replacements + Number(message.isReplaced),
      };
    case "nothing":
      return { ...page, image: undefined, because: message.because };
    case "back":
      return { ...page, results: [], error: undefined };
  }
}

/** HTML that nobody vouches for in; a fragment that runs nothing and loads nothing out. */
import createPurifier, { type DOMPurify } from "dompurify";

const tags = (
  "a abbr b blockquote br caption code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p " +
  "pre q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr"
).split(" ");
const attributes = ["align", "alt", "checked", "class", "colspan", "disabled", "href", "open", "rowspan", "src", "start", "title", "type"];

const linkScheme = /^(?:https?:\/\/|mailto:)/i;
const imageScheme = /^(?:https?:\/\/|data:image\/(?:png|jpeg|gif|webp);base64,)/i;
const languageClass = /^language-[^\s"'<>]+$/;

/** Whether a link may be followed at all: http, https or mailto. */
export function isAllowedLink(address: string): boolean {
  return linkScheme.test(address.trim());
}

/** Made with the first text: an empty panel is painted without it. */
let sharedPurifier: DOMPurify | undefined;

function preparePurifier(): DOMPurify {
  const purifier = createPurifier(window);

  purifier.addHook("afterSanitizeAttributes", (element) => {
    const name = element.nodeName;
    // The panel's own classes would let an answer dress up as the panel.
    const language = name === "CODE" ? [...element.classList].find((word) => languageClass.test(word)) : undefined;
    element.removeAttribute("class");
    if (language !== undefined) element.setAttribute("class", language);
    if (!(name === "A" && isAllowedLink(element.getAttribute("href") ?? ""))) element.removeAttribute("href");
    if (!(name === "IMG" && imageScheme.test((element.getAttribute("src") ?? "").trim()))) element.removeAttribute("src");
    if (name === "INPUT") {
      if (element.getAttribute("type") !== "checkbox") element.remove();
      else element.setAttribute("disabled", "");
    }
  });

  purifier.setConfig({
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Without this, DOMPurify reads these as addresses too.
    ADD_URI_SAFE_ATTR: ["align", "checked", "colspan", "disabled", "open", "rowspan", "start", "type"],
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|data:image\/(?:png|jpeg|gif|webp);base64,)/i,
    RETURN_DOM_FRAGMENT: true,
  });
  return purifier;
}

/** Nothing is loaded on the way: the parser works in a document of its own. */
export function sanitize(html: string): DocumentFragment {
  sharedPurifier ??= preparePurifier();
  // What is set above holds for every call, and is not read again; this only names the type of what is returned.
  return sharedPurifier.sanitize(html, { RETURN_DOM_FRAGMENT: true });
}

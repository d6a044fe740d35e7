/** Sanitizes untrusted HTML, so that it runs no scripts and loads nothing. */
import createPurifier, { type DOMPurify } from "dompurify";
import { fileOfLink } from "../../chat/request/fileReference.ts";
import { formatNamed, formatsThat } from "../../contract/fileFormats.ts";
import { htmlNames } from "../../markup/markdown/htmlTags.ts";
import { isAllowedLink } from "../links.ts";

const attributes = ["align", "alt", "checked", "class", "colspan", "disabled", "href", "open", "rowspan", "src", "start", "title", "type"];

const shownImage = `data:(?:${formatsThat("isShown")
  .map((name) => formatNamed(name).mediaType)
  .join("|")});base64,`;
const imageScheme = new RegExp(`^(?:https?://|${shownImage})`, "i");
const languageClass = /^language-[^\s"'<>]+$/;

/** Created with the first text, so that an empty panel is painted without it. */
let sharedPurifier: DOMPurify | undefined;

function preparePurifier(): DOMPurify {
  const purifier = createPurifier(window);

  // An address without one of the allowed schemes is removed. If it names a file, the panel asks the host for the file.
  purifier.addHook("uponSanitizeAttribute", (element, { attrName, attrValue }) => {
    const file = attrName === "href" && element instanceof HTMLElement && element.nodeName === "A" ? fileOfLink(attrValue) : undefined;
    if (file !== undefined) element.setAttribute("data-file", file);
  });
  purifier.addHook("afterSanitizeAttributes", (element) => {
    const name = element.nodeName;
    // With the panel's own classes, an answer could imitate parts of the panel.
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
    ALLOWED_TAGS: htmlNames,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Otherwise DOMPurify also treats these attributes as addresses.
    ADD_URI_SAFE_ATTR: ["align", "checked", "colspan", "disabled", "open", "rowspan", "start", "type"],
    ALLOWED_URI_REGEXP: new RegExp(`^(?:https?://|mailto:|${shownImage})`, "i"),
    RETURN_DOM_FRAGMENT: true,
  });
  return purifier;
}

/**
 * Tags as the parser for answers writes them, in which the sanitizer would change nothing. They have no attributes but the addresses of
 * pages, and values that are stated here.
 */
const plainTag = [
  "/?(?:p|strong|em|code|s|h[1-6]|ul|ol|li|blockquote|table|thead|tbody|tr|th|td)>",
  "[bh]r>",
  '/a>|a href="https?://(?:[^\\s"<>&]|&amp;)*">',
  'code class="language-[\\w-]+">',
  'ol start="\\d+">',
  't[dh] align="(?:left|center|right)">',
  'input type="checkbox" disabled=""(?: checked="")?>',
].join("|");
/** Finds another tag, or text before the first one, which the sanitizer reads as a part of the head. */
const notPlain = new RegExp(`^(?!<[a-z])|<(?!${plainTag})`);

/** In a document like that of the sanitizer, so that both read nested elements alike. */
let plainHolder: HTMLElement | undefined;

function readPlain(html: string): DocumentFragment {
  plainHolder ??= new DOMParser().parseFromString("", "text/html").body;
  plainHolder.innerHTML = html;
  const fragment = document.createDocumentFragment();
  fragment.append(...plainHolder.childNodes);
  return fragment;
}

/** The sanitizer takes several times as long as the browser's parser, so HTML in which it would find nothing does not pass it. */
export function sanitize(html: string): DocumentFragment {
  return notPlain.test(html) ? purify(html) : readPlain(html);
}

/**
 * Nothing is loaded during parsing, because the parser uses a separate document.
 * @internal
 */
export function purify(html: string): DocumentFragment {
  sharedPurifier ??= preparePurifier();
  // The configuration above applies to every call and is not read again here; this option only determines the return type.
  return sharedPurifier.sanitize(html, { RETURN_DOM_FRAGMENT: true });
}

/** Sanitizes untrusted HTML, so that it runs no scripts and loads nothing. */
import createPurifier, { type DOMPurify } from "dompurify";
import { fileOfLink } from "../../chat/fileReference.ts";
import { format, formatsThat } from "../../contract/fileFormats.ts";
import { htmlNames } from "../../markdown/htmlTags.ts";
import { isAllowedLink } from "../links.ts";

const attributes = ["align", "alt", "checked", "class", "colspan", "disabled", "href", "open", "rowspan", "src", "start", "title", "type"];

const shownImage = `data:(?:${formatsThat("isShown")
  .map((name) => format(name).mediaType)
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

/** Nothing is loaded during parsing, because the parser uses a separate document. */
export function sanitize(html: string): DocumentFragment {
  sharedPurifier ??= preparePurifier();
  // The configuration above applies to every call and is not read again here; this option only determines the return type.
  return sharedPurifier.sanitize(html, { RETURN_DOM_FRAGMENT: true });
}

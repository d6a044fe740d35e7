/** The frame of every page: head, header and headers. All values in the templates are escaped by `html`. */
import { html } from "hono/html";
import { iconPath } from "./icon.ts";
import { styleSheetLink } from "./styleSheet.ts";

/** A part of a page. */
export type Html = ReturnType<typeof html>;

/** Nothing runs, and everything comes from this service. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  // With less, browsers would leave the origin of forms out.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

export interface PageParts {
  title: string;
  /** On the right of the header. */
  account?: Html;
  main: Html;
}

export function pageDocument({ title, account, main }: PageParts): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Generation Studio</title>
<link rel="stylesheet" href="${styleSheetLink}">
<link rel="icon" type="image/svg+xml" href="${iconPath}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/"><img src="${iconPath}" alt="" width="28" height="28">Generation Studio</a>
${account}
</header>
<main id="main" tabindex="-1">
${main}
</main>
</body>
</html>
`;
}

/** The template of every page: head, header and HTTP headers. `html` escapes all values in the templates. */
import { html } from "hono/html";
import { iconPath } from "./icon.ts";
import { styleSheetLink } from "./styleSheet.ts";

/** A fragment of a page. */
export type Html = ReturnType<typeof html>;

/** No script runs, and everything is loaded from this service. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  // A stricter policy would make browsers omit the origin of forms.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

export interface PageParts {
  title: string;
  /** Shown on the right of the header. */
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

/** The template of every page: head, header and HTTP headers. `html` escapes all values in the templates. */
import { html } from "hono/html";
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
  /** The address of the page, with the session. */
  home?: string;
  /** Shown on the right of the header. */
  account?: Html;
  main: Html;
}

/** The product's icon, as in VS Code's activity bar. */
export const iconPath = "/status-icon.svg";
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5fbf"/>
<g transform="translate(4 4)" fill="none" stroke="#fff" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">
<path d="M20.25 12.5v6a1.75 1.75 0 0 1-1.75 1.75h-13a1.75 1.75 0 0 1-1.75-1.75v-13A1.75 1.75 0 0 1 5.5 3.75h6"/>
<path d="m3.9 17.4 4.3-4.4 3.4 3.3 2.6-2.5 5.9 5.3"/>
<path d="M17.6 2.75c.45 2.75 1.3 3.6 4.05 4.05-2.75.45-3.6 1.3-4.05 4.05-.45-2.75-1.3-3.6-4.05-4.05 2.75-.45 3.6-1.3 4.05-4.05Z"/>
</g></svg>
`;

export function pageDocument({ title, home = "/", account, main }: PageParts): Html {
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
<a class="brand" href="${home}"><img src="${iconPath}" alt="" width="28" height="28">Generation Studio</a>
${account}
</header>
<main id="main" tabindex="-1">
${main}
</main>
</body>
</html>
`;
}

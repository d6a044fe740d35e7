/** The answer to a form that cannot be processed. */
import { html } from "hono/html";
import { type Html, pageDocument } from "./document.ts";

export function errorPage(message: string): Html {
  return pageDocument({
    title: "Error",
    main: html`<section class="card sign-in">
<h1>That did not work</h1>
<p class="error" role="alert">${message}</p>
<p><a href="/">Back to the page</a></p>
</section>`,
  });
}

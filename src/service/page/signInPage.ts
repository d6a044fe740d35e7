import { html } from "hono/html";
import { type Html, pageDocument } from "./document.ts";

/** `error`: why the last attempt failed. */
export function signInPage(error?: string): Html {
  const isWrong = error !== undefined;
  return pageDocument({
    title: isWrong ? "Error: sign in" : "Sign in",
    main: html`<section class="card sign-in">
<h1>Sign in</h1>
<p>See which models you can use, what you have used, and your recent images, audio, videos and texts.</p>
${isWrong && html`<p class="error" role="alert" id="error">${error}</p>`}
<form method="post" action="/sign-in">
<label for="key">API key</label>
<input id="key" name="key" type="password" required autocomplete="current-password" spellcheck="false" aria-describedby="${isWrong ? "error key-help" : "key-help"}" ${isWrong && html`aria-invalid="true"`}>
<p class="note" id="key-help">The key with which you call this service. Whoever runs it gave it to you, or its command line printed it.</p>
<button class="primary" type="submit">Sign in</button>
</form>
<p class="note">You stay signed in for 12 hours in this browser, or until you sign out.</p>
</section>`,
  });
}

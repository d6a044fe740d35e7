/** The result of a task on the status page: files, text, or why there is none. */
import { html } from "hono/html";
import { filePath } from "../answers/describeV2Status.ts";
import { isKept, type StoredFile, type StoredTask, textOfOutput } from "../store/storedTask.ts";
import type { Html } from "./document.ts";
import { formatPageNumber, formatSize } from "./formatValues.ts";

/** Larger images, in bytes, are not displayed. */
const largestImage = 20 * 1024 ** 2;
/** How many characters are shown before and after expanding. */
const excerptLength = 200;
const longestText = 20_000;

export function taskResult(task: StoredTask): Html {
  if (!isKept(task)) return html`<p class="text">Not kept, as the request asked.</p>`;
  const text = textOfOutput(task.output);
  return html`${task.files.map((file, index) => filePart(task, file, index))}
${text !== "" && textPart(task, text)}
${task.error && html`<p class="error">${task.error.message}</p>`}`;
}

function filePart(task: StoredTask, file: StoredFile, index: number): Html {
  const path = encodeURI(filePath(file));
  const name = task.files.length > 1 ? `Result ${index + 1} of ${task.model}` : `Result of ${task.model}`;
  const link = html`<a class="open" href="${path}">Open ${file.format.toUpperCase()}<span class="hidden">: ${name}</span></a> <span class="note">${formatSize(file.size)}</span>`;
  const [type] = file.mediaType.split("/");
  if (type === "image" && file.size <= largestImage) {
    return html`<div class="file"><a class="thumbnail" href="${path}"><img src="${path}" alt="${name}" loading="lazy"></a><p>${link}</p></div>`;
  }
  if (type === "audio") {
    return html`<div class="file"><audio controls preload="none" src="${path}" aria-label="${name}"></audio><p>${link}</p></div>`;
  }
  if (type === "video") {
    return html`<div class="file"><video controls preload="metadata" src="${path}" aria-label="${name}"></video><p>${link}</p></div>`;
  }
  return html`<div class="file"><p>${link}</p></div>`;
}

function textPart(task: StoredTask, text: string): Html {
  const excerpt = cut(text, excerptLength);
  if (excerpt === text) return html`<p class="text">${text}</p>`;
  const whole = cut(text, longestText);
  return html`<details class="text">
<summary><span class="excerpt">${excerpt}…</span> <span class="more">The whole text (${formatPageNumber(text.length)} characters)</span></summary>
<p>${whole}</p>
${whole !== text && html`<p class="note">The text goes on. <code>GET /api/v1/responses/${task.id}</code> has all of it.</p>`}
</details>`;
}

/** Does not split a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

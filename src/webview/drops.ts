/** What is dragged over a page, from other programs or from VS Code's own views. */

/** Whether it contains files or addresses. Anything else, e.g. text, is left to the browser. */
export function holdsFiles(transfer: DataTransfer): boolean {
  return transfer.types.some((type) => /^files$|uri-list$/i.test(type));
}

/** Without this, the browser would navigate to a dropped file or address. */
export function stayOnDrop(): void {
  for (const type of ["dragover", "drop"] as const) {
    document.addEventListener(type, (event) => {
      if (event.dataTransfer !== null && holdsFiles(event.dataTransfer)) event.preventDefault();
    });
  }
}

/** Messages from the host in; the chat panel drawn out. */
document.body.textContent = "";

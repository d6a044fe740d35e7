/** Starts the page of the image editor and connects it to its host. */
import "./styles/imageEditor.css";
import { render } from "preact";
import { readTexts } from "../translation.ts";
import { App } from "./App.tsx";
import { connectImageEditorHost } from "./host.ts";

const root = document.getElementById("panel");
if (root !== null) {
  readTexts(root);
  const host = connectImageEditorHost();
  render(<App host={host} />, root);
  host.post({ type: "ready" });
}

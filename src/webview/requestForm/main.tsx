/** Starts the form of a request and connects it to its host. */
import "./styles/requestForm.css";
import { render } from "preact";
import { readTexts } from "../translation.ts";
import { App } from "./App.tsx";
import { connectFormHost } from "./host.ts";

const root = document.getElementById("panel");
if (root !== null) {
  readTexts(root);
  const host = connectFormHost();
  render(<App host={host} />, root);
  host.post({ type: "ready" });
}

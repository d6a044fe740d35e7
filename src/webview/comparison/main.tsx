/** Starts the page that compares models and connects it to its host. */
import "./styles/comparison.css";
import { render } from "preact";
import { readTexts } from "../translation.ts";
import { App } from "./App.tsx";
import { connectComparisonHost } from "./host.ts";

const root = document.getElementById("panel");
if (root !== null) {
  readTexts(root);
  const host = connectComparisonHost();
  render(<App host={host} />, root);
  host.post({ type: "ready" });
}

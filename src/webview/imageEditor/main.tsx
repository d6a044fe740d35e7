/** Starts the page of the image editor. */
import "./styles/imageEditor.css";
import { imageEditorProtocol } from "../../imageEditor/imageEditorProtocol.ts";
import { startPage } from "../startPage.ts";
import { App } from "./App.tsx";
import { pageState } from "./host.ts";

startPage(imageEditorProtocol, pageState, (host) => <App host={host} />);

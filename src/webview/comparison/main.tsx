/** Starts the page that compares models. */
import "./styles/comparison.css";
import { comparisonProtocol } from "../../library/comparison/comparisonProtocol.ts";
import { startPage } from "../startPage.ts";
import { App } from "./App.tsx";
import { pageState } from "./host.ts";

startPage(comparisonProtocol, pageState, (host) => <App host={host} />);

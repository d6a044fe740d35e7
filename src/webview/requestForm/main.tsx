/** Starts the form of a request. */
import "./styles/requestForm.css";
import { formProtocol } from "../../requestForm/formProtocol.ts";
import { startPage } from "../startPage.ts";
import { App } from "./App.tsx";
import { pageState } from "./host.ts";

startPage(formProtocol, pageState, (host) => <App host={host} />);

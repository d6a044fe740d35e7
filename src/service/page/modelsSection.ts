/** The models that an account may use, by provider, and whether each provider answers. */
import { html } from "hono/html";
import type { ProviderErrorKind, ProviderState } from "../../contract/processMessages.ts";
import { type Caller, mayUse } from "../account/accounts.ts";
import type { Catalogue, CatalogueModel } from "../catalogue.ts";
import type { Html } from "./document.ts";

export interface ListedProvider {
  state: ProviderState;
  models: readonly CatalogueModel[];
}

/** How many models are visible at first; the others can be expanded. */
const openModels = 12;

/** Leaves out providers of which the account may use nothing, except those that have listed no models but whose models it may use. */
export async function listProviders(catalogue: Catalogue, caller: Caller): Promise<ListedProvider[]> {
  const all = await catalogue.list();
  return catalogue.states().flatMap((state) => {
    const ofProvider = all.filter(({ provider }) => provider.name === state.name);
    const models = ofProvider.filter(({ id }) => mayUse(caller, id));
    const isMissing = ofProvider.length === 0 && mayUseSome(caller, `${state.name}/`);
    return models.length > 0 || isMissing ? [{ state, models }] : [];
  });
}

/** Whether the account may use models whose ids begin with `prefix`. */
function mayUseSome({ models }: Caller, prefix: string): boolean {
  if (models === undefined) return true;
  return models.some((pattern) => {
    const [start = ""] = pattern.split("*");
    return start.startsWith(prefix) || (pattern.includes("*") && prefix.startsWith(start));
  });
}

export function modelsSection(providers: readonly ListedProvider[]): Html {
  return html`<section class="card models" aria-labelledby="models">
<h2 id="models">Models</h2>
${providers.length === 0 ? html`<p class="note">There are no models for this account. Whoever runs the service can change that.</p>` : providers.map(providerPart)}
</section>`;
}

function providerPart({ state, models }: ListedProvider): Html {
  return html`<div class="provider">
<h3>${state.name} ${stateMark(state)}</h3>
${
  models.length > openModels
    ? html`<details><summary>Show all ${models.length} models<span class="hidden"> of ${state.name}</span></summary>${modelList(models)}</details>`
    : modelList(models)
}
</div>
`;
}

function modelList(models: readonly CatalogueModel[]): Html | undefined {
  if (models.length === 0) return undefined;
  return html`<ul>${models.map(({ id, model }) => html`<li><code>${id}</code> <span class="kinds">${model.kinds.join(", ")}</span></li>\n`)}</ul>`;
}

/** Error messages are not shown, because they may name machines that accounts should not know. */
function stateMark(state: ProviderState): Html {
  switch (state.type) {
    case "reachable":
      return html`<span class="state good">Reachable</span>`;
    case "unknown":
      return html`<span class="state">Has not answered yet</span>`;
    case "failed":
      return html`<span class="state bad">${reasons[state.kind]}</span>`;
  }
}

const reasons: Record<ProviderErrorKind, string> = {
  keyMissing: "Needs a key",
  keyRefused: "Refuses its key",
  unreachable: "Cannot be reached",
  other: "Does not list its models",
};

import { addStyle } from "../../prompt/styles/addStyle.ts";
import { findStylesOfWorkspace } from "../prompts/findStyles.ts";
import type { FormStyle } from "../requests/form/formRequest.ts";

/** The styles that can be chosen in a form. Those that cannot be used are left out: prompt documents report why. */
export async function formStyles(): Promise<FormStyle[]> {
  const styles = await findStylesOfWorkspace();
  return styles.filter(({ faults }) => faults.length === 0).map((style) => ({ ...style, addTo: (prompt) => addStyle(prompt, style) }));
}

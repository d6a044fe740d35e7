/** A permission for what exceeds no budget. */
import { Allowance } from "../../../src/generations/allowance.ts";

export async function allowed(): Promise<Allowance> {
  const allowance = await Allowance.check([], undefined, () => Promise.reject(new Error("Asked without a budget.")));
  if (allowance === undefined) throw new Error("Not allowed without a budget.");
  return allowance;
}

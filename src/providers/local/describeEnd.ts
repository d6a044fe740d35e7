/** Why the process of the engine ended in the middle of an answer, and what helps. */

/** How processes end that execute an instruction which the processor does not have. Sources: signal(7); NTSTATUS `STATUS_ILLEGAL_INSTRUCTION`. */
const unknownInstruction: readonly string[] = ["SIGILL", `code ${0xc000001d}`];
/** Of a process that the system ends because memory is short, and of llama.cpp when it gets none. */
const outOfMemory: readonly string[] = ["SIGKILL", "SIGABRT", "code 134", "code 137"];

/** @param reason a signal, or `code` and a number. */
export function describeEnd(reason: string): string {
  const sentence = `llama.cpp ended in the middle of the answer (${reason}).`;
  if (unknownInstruction.includes(reason)) return `${sentence} This processor is too old for it: install Ollama instead.`;
  if (outOfMemory.includes(reason)) return `${sentence} If memory is short, use a smaller model, or set a smaller context.`;
  return sentence;
}

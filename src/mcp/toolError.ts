/** Why a call of a tool is refused: a sentence for the agent and the person. Never holds a key. */
export class ToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ToolError";
  }
}

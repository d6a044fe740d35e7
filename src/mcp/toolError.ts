/** Why a tool call is refused, in one sentence for the agent and the user. Never contains a key. */
export class ToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ToolError";
  }
}

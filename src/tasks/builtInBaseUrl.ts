/** What a task of the built-in service remembers as its `baseUrl`: its port and key change with every start, its tasks stay. */
export const builtInBaseUrl = "built-in:";

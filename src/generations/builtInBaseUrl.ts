/** The `baseUrl` stored with tasks of the built-in service. Its port and key change with every start; its tasks are kept. */
export const builtInBaseUrl = "built-in:";

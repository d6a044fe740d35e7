/** Worker data in; a running built-in service, its address posted to the parent, out. */
export {};

/** Attributes of a message: Tab moves to each one, and on to its links and buttons; the arrow keys move between messages. */
export const tabStop = { tabIndex: 0 } as const;

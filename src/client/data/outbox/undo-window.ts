/** How long a tap on a card can be undone before it is sent, with a message, in milliseconds. */
export const tapUndoWindowMs = 6000;

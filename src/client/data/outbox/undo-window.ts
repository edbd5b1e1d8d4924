/** The time to undo a tap on a card before it is sent, and to show its message, in milliseconds. */
export const undoWindowMs = 6000;

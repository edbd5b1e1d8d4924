/**
 * The undo window of a tap on a card before it is sent, in milliseconds; its message shows as long.
 */
export const undoWindowMs = 6000;

/** How long a tap on a card can be undone before it is sent, in milliseconds; its message shows as long. */
export const undoWindowMs = 6000;

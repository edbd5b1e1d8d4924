/** How many tickets a part of a call changes: few enough for their owners to be let in soon. */
export const partSize = 50;

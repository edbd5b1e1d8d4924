/** Ties the menu to the two buttons that open it, one in each navigation. */
export const accountMenuId = 'account-menu';

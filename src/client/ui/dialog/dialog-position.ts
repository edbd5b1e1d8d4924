/**
 * Calls `setMessageSpace`, which changes the space for a message above dialogs, without moving their
 * content: a dialog that loses height is scrolled by the loss, and has this height until it closes.
 */
export function keepDialogsInPlace(changeRoom: () => void): void {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')];
  const earlier = dialogs.map((dialog) => ({
    room: messageSpaceOf(dialog),
    top: topOfContent(dialog),
  }));
  changeRoom();
  for (const [index, dialog] of dialogs.entries()) {
    dialog.style.removeProperty('--message-room');
    const { room, top } = earlier[index] ?? { room: 0, top: 0 };
    dialog.style.setProperty('--message-room', `${Math.max(room, messageSpaceOf(dialog))}px`);
    contentOf(dialog)?.scrollBy({ top: topOfContent(dialog) - top, behavior: 'instant' });
  }
}

function messageSpaceOf(dialog: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(dialog).getPropertyValue('--message-room'));
}

function contentOf(dialog: HTMLElement): Element | null {
  return dialog.querySelector('[data-content]');
}

function topOfContent(dialog: HTMLElement): number {
  return contentOf(dialog)?.getBoundingClientRect().top ?? 0;
}

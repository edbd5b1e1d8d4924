/** The last scroll position set by code; a different position means that a person scrolled. */
let codeScrollY = 0;

/** Scrolls the window by code; unlike a person's scrolling, this does not end a restoration. */
export function scrollWindow(top: number, before = scrollY): void {
  scrollTo({ top, behavior: 'instant' });
  codeScrollY += scrollY - before;
}

/** Marks the current scroll position as set by code. */
export function markScrollByCode(): void {
  codeScrollY = scrollY;
}

export function isScrolledByPerson(): boolean {
  return Math.abs(scrollY - codeScrollY) > 1;
}

/**
 * The space above the page in pixels: the height of the message in the top bar (`message`), and the
 * remaining space of an earlier message (`rest`).
 */
const messageSpace = { message: 0, rest: 0 };

function messageSpaceHeight(): number {
  return messageSpace.message + messageSpace.rest;
}

/**
 * The scroll position relative to the page's own top, in pixels, without the space of messages;
 * negative in that space.
 */
export function readPageScrollY(): number {
  return scrollY - messageSpaceHeight();
}

/**
 * Scrolls to a position returned by `readPageScrollY`. At 0 the page's top is at the window's top,
 * where a message covers the page.
 */
export function scrollPage(top: number): void {
  scrollWindow(top + messageSpaceHeight());
}

/**
 * Reserves space above the page for a message in the top bar, in pixels, and scrolls by this
 * amount, so that nothing moves and a person can scroll to all content. If a person has scrolled
 * into old space, the space stays until they scroll past it or open another page.
 */
export function reserveMessageSpace(height: number): void {
  const rest = messageSpaceHeight() - Math.max(0, scrollY) - height;
  setMessageSpace(height, Math.max(0, rest));
}

/** Shows a new page at its top, without the space of an earlier message. */
export function openPageAtTop(): void {
  const isAtTop = scrollY === 0;
  removeOldSpace();
  if (isAtTop) scrollPage(0);
}

function removeOldSpace(): void {
  if (messageSpace.rest > 0) setMessageSpace(messageSpace.message, 0);
}

function removePassedSpace(): void {
  if (scrollY >= messageSpace.rest) removeOldSpace();
}

function setMessageSpace(message: number, rest: number): void {
  const before = { room: messageSpaceHeight(), scrollY };
  Object.assign(messageSpace, { message, rest });
  const { style } = document.documentElement;
  // Browsers with scroll anchoring would scroll a second time.
  document.body.style.overflowAnchor = 'none';
  style.setProperty('--message-room', `${message}px`);
  style.setProperty('--message-rest', `${rest}px`);
  const change = messageSpaceHeight() - before.room;
  // If the document became shorter, the browser has already scrolled, so the old position is used.
  if (change !== 0) scrollWindow(before.scrollY + change, before.scrollY);
  document.body.style.overflowAnchor = '';
  if (rest > 0) addEventListener('scroll', removePassedSpace, { passive: true });
  else removeEventListener('scroll', removePassedSpace);
}

/** Removes the space before the router stores the scroll position, as a reload has no message. */
export function releaseMessageSpace(): void {
  if (messageSpaceHeight() > 0) setMessageSpace(0, 0);
}

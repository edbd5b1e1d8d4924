/** The last position set by code: any other position was set by a person. */
let ownScrollY = 0;

/** Scrolls the window without ending a restoration, which a person's scrolling would end. */
export function scrollWindow(top: number, before = scrollY): void {
  scrollTo({ top, behavior: 'instant' });
  ownScrollY += scrollY - before;
}

/** Marks the current scroll position as set by code. */
export function markScrollAsOwn(): void {
  ownScrollY = scrollY;
}

export function isScrolledByPerson(): boolean {
  return Math.abs(scrollY - ownScrollY) > 1;
}

/**
 * Pixels above the page in the document: the message in the top bar, and the remaining room of an
 * earlier one.
 */
const room = { message: 0, rest: 0 };

function roomHeight(): number {
  return room.message + room.rest;
}

/**
 * The scroll position relative to the page's own top, in pixels, independent of messages; negative
 * above it.
 */
export function readPageScrollY(): number {
  return scrollY - roomHeight();
}

/**
 * Scrolls to a position returned by `readPageScrollY`; 0 is the page's top, which a message covers by
 * its height.
 */
export function scrollPage(top: number): void {
  scrollWindow(top + roomHeight());
}

/**
 * Reserves room for a message in the top bar, in pixels, and scrolls the window by the same amount,
 * so that nothing moves and everything can be scrolled out from under the message. Room that a
 * person scrolled into remains until they scroll past it or open another page.
 */
export function reserveMessageSpace(height: number): void {
  const rest = roomHeight() - Math.max(0, scrollY) - height;
  changeRoom(height, Math.max(0, rest));
}

/** Shows a new page at its top, without the remaining room of a message. */
export function openPageAtTop(): void {
  const isAtTop = scrollY === 0;
  dropRest();
  if (isAtTop) scrollPage(0);
}

function dropRest(): void {
  if (room.rest > 0) changeRoom(room.message, 0);
}

function dropPassedRest(): void {
  if (scrollY >= room.rest) dropRest();
}

function changeRoom(message: number, rest: number): void {
  const before = { room: roomHeight(), scrollY };
  Object.assign(room, { message, rest });
  const { style } = document.documentElement;
  // Engines with scroll anchoring would move the window a second time.
  document.body.style.overflowAnchor = 'none';
  style.setProperty('--message-room', `${message}px`);
  style.setProperty('--message-rest', `${rest}px`);
  const change = roomHeight() - before.room;
  // A document that became shorter has already scrolled a window at its end.
  if (change !== 0) scrollWindow(before.scrollY + change, before.scrollY);
  document.body.style.overflowAnchor = '';
  if (rest > 0) addEventListener('scroll', dropPassedRest, { passive: true });
  else removeEventListener('scroll', dropPassedRest);
}

/** Drops the room before the router stores the position of a page that is left, for a reload without the message. */
export function releaseMessageSpace(): void {
  if (roomHeight() > 0) changeRoom(0, 0);
}

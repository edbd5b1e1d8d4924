/**
 * The texts that show the age of a snapshot in place of the status chip: with the time on the day
 * of the snapshot, with the date later.
 */
type SnapshotAgeTexts = { time: string; day: string };

type SnapshotOptions = {
  /** The reader of the page, as returned by `buildReaderKey`. */
  reader: string;
  asOf: SnapshotAgeTexts;
  now?: Date;
};

/**
 * Copies the visible part of the app into an inert `template`, without fields, dialogs, scripts and
 * URLs of other sites. Only links can be tapped. Content that depends on the clock (`data-live`)
 * becomes an empty box of the same size.
 */
export function createSnapshotMarkup(
  root: Element,
  { reader, asOf, now = new Date() }: SnapshotOptions,
): string {
  const template = document.createElement('template');
  const { lang, dir } = document.documentElement;
  Object.assign(template.dataset, {
    snapshot: '',
    reader,
    lang,
    dir,
    day: now.toDateString(),
    asOfTime: asOf.time,
    asOfDay: asOf.day,
  });
  for (const child of root.children) {
    const copy = copyElement(child);
    if (copy) template.content.append(copy);
  }
  return template.outerHTML;
}

/**
 * Elements that are not copied: they would run, contain raw text, lie over the page, or announce
 * changes.
 */
const droppedSelector = [
  'script, style, template, iframe, object, embed',
  'noscript, noembed, noframes, xmp, plaintext',
  'dialog, [popover], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]',
  '[data-sonner-toaster], [data-announcements]',
].join();
/** Fields and content that changes by the second; an empty box of the same size replaces them. */
const emptiedSelector = 'input, textarea, select, canvas, video, [data-live]';
/** Fields whose look depends only on their class. */
const plainFieldSelector =
  'input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea';
const inertSelector = 'button, summary, [role=button], [role=tab], [role=checkbox], [role=switch]';

function copyElement(element: Element): Element | undefined {
  if (element.matches(droppedSelector)) return undefined;
  const display = getComputedStyle(element).display;
  if (display === 'none' && !element.matches('[data-offline]')) return undefined;
  const { top, width, height } = element.getBoundingClientRect();
  // Content below the window is not copied; the app renders it.
  if (display !== 'contents' && top >= innerHeight) return undefined;
  if (element.matches(emptiedSelector)) return createEmptyBox(element, display, width, height);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a clone of an element is one
  const copy = element.cloneNode(false) as Element;
  cleanAttributes(copy);
  if (element.matches('[data-as-of]')) return copy;
  if (element.matches(inertSelector)) copy.setAttribute('inert', '');
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      const childCopy = copyElement(child);
      if (childCopy) copy.append(childCopy);
    } else if (child instanceof Text) copy.append(child.data);
  }
  return copy;
}

function createEmptyBox(element: Element, display: string, width: number, height: number): Element {
  const box = document.createElement('span');
  box.className = element.getAttribute('class') ?? '';
  const outer = display.startsWith('inline') ? 'inline-block;vertical-align:top' : 'block';
  const visibility = element.matches(plainFieldSelector) ? 'visible' : 'hidden';
  box.dataset['style'] =
    `display:${outer};visibility:${visibility};box-sizing:border-box;flex:none;width:${width}px;height:${height}px`;
  if (element.matches(':checked')) box.dataset['checked'] = '';
  return box;
}

/** Attributes that any element may have, besides `aria-*` and those of SVG shapes. */
const allowedAttributes = new Set([
  'class',
  'href',
  'src',
  'alt',
  'width',
  'height',
  'lang',
  'dir',
  'role',
  'hidden',
  'datetime',
  'colspan',
  'rowspan',
  'open',
  'disabled',
]);
const allowedDataAttributes = new Set([
  'data-style',
  'data-under-bar',
  'data-bar',
  'data-row',
  'data-sign',
  'data-as-of',
  'data-offline',
]);
/** Attributes that are not copied: references to ids, and attributes that announce changes. */
const droppedAria = /^aria-(?:controls|describedby|labelledby|owns|activedescendant|live|busy)$/;

function cleanAttributes(element: Element): void {
  const style = element.getAttribute('style');
  const isDrawing = element.namespaceURI === 'http://www.w3.org/2000/svg';
  for (const name of element.getAttributeNames()) {
    if (!isAllowedAttribute(name, element.getAttribute(name) ?? '', isDrawing))
      element.removeAttribute(name);
  }
  // Screen readers would announce live regions.
  if (/^(?:status|alert|log)$/.test(element.getAttribute('role') ?? ''))
    element.removeAttribute('role');
  if (style !== null && !/url\(/i.test(style)) element.setAttribute('data-style', style);
}

function isAllowedAttribute(name: string, value: string, isDrawing: boolean): boolean {
  if (name === 'href') return isDrawing ? value.startsWith('#') : isOwnPath(value);
  if (name === 'src') return isOwnPath(value);
  if (name.startsWith('aria-')) return !droppedAria.test(name);
  if (name.startsWith('data-'))
    return allowedDataAttributes.has(name) || name.startsWith('data-state');
  if (isDrawing) return !/^(?:on|style$|xlink)/i.test(name) && !/url\((?!["']?#)/i.test(value);
  return allowedAttributes.has(name);
}

/** True if a URL is a path of this site, without a host or scheme. */
function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address);
}

/** Finds targets below 24 px (WCAG 2.5.8); a link inside a sentence may be as high as its line. */
export function smallTargets(): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=radio]',
  );
  return [...targets].flatMap((target) => {
    if (!target.checkVisibility({ visibilityProperty: true })) return [];
    const label = target.closest('label') ?? document.querySelector(`label[for="${target.id}"]`);
    const boxes = [target, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect());
    const width = Math.max(...boxes.map((box) => box.width));
    const height = Math.max(...boxes.map((box) => box.height));
    const isInASentence = getComputedStyle(target).display === 'inline';
    // The skip link has a size of one pixel until it has the focus.
    if (isInASentence || width <= 1 || (width >= 24 && height >= 24)) return [];
    return [`${Math.round(width)} x ${Math.round(height)} px: ${target.outerHTML.slice(0, 160)}`];
  });
}

/** Describes the focused element; `wrong` says if it is hidden, covered or without a focus ring. */
export function focusedElement(): { what: string; wrong: string } {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body)
    return { what: '', wrong: '' };
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const what = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)} ${element.id} ${element.getAttribute('href') ?? ''}`;
  const box = element.getBoundingClientRect();
  const middle = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 22)] as const;
  if (box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) {
    return { what, wrong: 'out of the window' };
  }
  const above = document.elementFromPoint(...middle);
  const label = element.closest('label') ?? document.querySelector(`label[for="${element.id}"]`);
  const isSeen =
    above !== null &&
    (element.contains(above) || above.contains(element) || label?.contains(above) === true);
  if (!isSeen) return { what, wrong: `under ${above?.outerHTML.slice(0, 120) ?? 'nothing'}` };
  const ringed = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  const ringsInside = element.parentElement?.querySelector(':focus-visible + *') !== null;
  return { what, wrong: ringed || ringsInside ? '' : 'has no ring' };
}

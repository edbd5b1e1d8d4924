/** Finds state colours without a text or shape, and icons without a name. */
export function colourOnly(): string[] {
  const names = (element: Element) =>
    [
      element.textContent,
      ...[element, ...element.querySelectorAll('[aria-label], title')].map(
        (one) => one.getAttribute('aria-label') ?? '',
      ),
    ]
      .join('')
      .trim();
  const wrong: Element[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(
    'main *, header *, [role=dialog] *',
  )) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const states = [...element.classList].filter((one) =>
      /^(?:bg|text|border|stroke|fill)-(?:won|lost|waiting|saved)/.test(one),
    );
    const within = element.closest('[role=img], svg[aria-label], button, a, [aria-hidden=true]');
    const words =
      names(element) || (within ? names(within) : '') || within?.getAttribute('aria-hidden');
    if (states.length > 0 && !words) wrong.push(element);
    // A number in the colour of a win or loss also needs a sign (+ or −).
    const isFigure = /^[\d.,]+$/.test(element.textContent.trim());
    if (isFigure && states.some((one) => /^text-(?:won|lost)/.test(one))) wrong.push(element);
    if (element.matches('a, button') && names(element) === '') wrong.push(element);
  }
  return wrong.map((element) => element.outerHTML.slice(0, 160));
}

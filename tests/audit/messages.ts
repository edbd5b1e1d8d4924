/**
 * What is wrong with the message that is shown: it lies over something to press or to read that is
 * neither the top bar nor the foot of the page, another one is shown beside it, or it says that something went well while the
 * page says that something did not.
 */
export function wrongMessages(): string[] {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-messages] li')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  const alerts = [...document.querySelectorAll<HTMLElement>('main [role=alert]')].filter(
    (one) => one.textContent.trim() !== '' && one.checkVisibility({ visibilityProperty: true }),
  );
  // Refusals are read out at once, and everything else in its turn.
  const refusals = document.querySelector('[data-toasts-said] [role=alert]')?.textContent ?? '';
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      'main :is(a, button, input, select, textarea), [role=dialog], [data-bar], nav a, nav button',
    ),
  ].filter((one) => one.closest('header, footer, [data-messages]') === null);
  // What the page has scrolled under its top bar is covered by that.
  const topBar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return [
    ...(shown.length > 1 ? [`${shown.length} messages at once`] : []),
    ...shown.flatMap((message) => {
      const box = message.getBoundingClientRect();
      const covered = controls.filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const across = Math.min(right, box.right) - Math.max(left, box.left);
        const isAbove = control.closest('[role=dialog], [data-bar]') !== null;
        const from = Math.max(top, box.top, isAbove ? 0 : topBar);
        return across > 1 && Math.min(bottom, box.bottom) - from > 1;
      });
      const names = covered.map((one) => one.outerHTML.slice(0, 120));
      const isContrary = refusals === '' && alerts.length > 0;
      return [
        ...names.map((name) => `a message lies over ${name}`),
        ...(isContrary
          ? [`"${message.textContent}" stands beside "${alerts[0]?.textContent}"`]
          : []),
      ];
    }),
  ];
}

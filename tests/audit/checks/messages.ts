/**
 * Finds wrong toasts: a toast covers a control or text, a phone shows two toasts, or a toast
 * reports success while the page reports a failure.
 */
export function wrongMessages(): string[] {
  const shown = [
    ...document.querySelectorAll<HTMLElement>('[data-sonner-toast][data-removed=false]'),
  ].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const alerts = [...document.querySelectorAll<HTMLElement>('main [role=alert]')].filter(
    (one) => one.textContent.trim() !== '' && one.checkVisibility({ visibilityProperty: true }),
  );
  // Refusals are announced immediately (role alert); other messages are announced politely.
  const refusals = document.querySelector('[data-announcements] [role=alert]')?.textContent ?? '';
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      'main :is(a, button, input, select, textarea), [role=dialog], [data-bar], nav a, header :is(a, button)',
    ),
  ].filter((one) => one.closest('footer, [data-sonner-toaster]') === null);
  // The top bar covers content that is scrolled below it.
  const topBar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return [
    ...(innerWidth < 768 && shown.length > 1 ? [`${shown.length} messages at once`] : []),
    ...shown.flatMap((message) => {
      const box = message.getBoundingClientRect();
      const covered = controls.filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const across = Math.min(right, box.right) - Math.max(left, box.left);
        const isAbove = control.closest('header, [role=dialog], [data-bar]') !== null;
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

/** What makes a page wider than its window: the innermost thing that reaches furthest. */
export function sticksOut(): string[] {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth + 1) return [];
  const reaches = [...document.querySelectorAll('body *')].flatMap((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    const over = Math.max(right - root.clientWidth, -left);
    if (width <= 1 || over <= 1 || element.closest('.sr-only') !== null) return [];
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (around !== document.body && getComputedStyle(around).overflowX !== 'visible') return [];
    }
    return [{ element, over }];
  });
  const furthest = Math.max(0, ...reaches.map(({ over }) => over));
  const innermost = reaches.findLast(({ over }) => over > furthest - 1)?.element;
  const what = innermost?.outerHTML.slice(0, 240) ?? 'something that is not seen';
  return [
    `${root.scrollWidth} px wide for ${root.clientWidth}, ${Math.round(furthest)} px by ${what}`,
  ];
}

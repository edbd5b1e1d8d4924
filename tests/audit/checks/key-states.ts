/**
 * Finds price keys with unclear states: an open key has its own background or a dashed edge, a
 * picked key differs from an open key, and a closed key has the background of its card.
 */
export function unclearKeys(): string[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const light = (css: string): number => {
    if (canvas === null) return 0;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const parts = Array.from(canvas.getImageData(0, 0, 1, 1).data.slice(0, 3), (part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * (parts[0] ?? 0) + 0.7152 * (parts[1] ?? 0) + 0.0722 * (parts[2] ?? 0);
  };
  const groundOf = (element: Element | null): number => {
    for (let around = element; around; around = around.parentElement) {
      const { backgroundColor } = getComputedStyle(around);
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') return light(backgroundColor);
    }
    return 1;
  };
  const ratio = (one: number, other: number) =>
    (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const isNight = groundOf(document.body) < 0.2;
  return [...document.querySelectorAll<HTMLButtonElement>('button.figure[aria-pressed]')].flatMap(
    (key) => {
      if (!key.checkVisibility({ visibilityProperty: true })) return [];
      const name = key.getAttribute('aria-label') ?? key.textContent;
      const [own, card] = [groundOf(key), groundOf(key.parentElement)];
      const { borderStyle, borderColor } = getComputedStyle(key);
      if (key.disabled) return own === card ? [] : [`${name}: closed, and looks open`];
      if (key.getAttribute('aria-pressed') === 'true') {
        return ratio(own, card) >= (isNight ? 3 : 1.3) ? [] : [`${name}: picked, and hardly seen`];
      }
      if (borderStyle === 'dashed') {
        return ratio(light(borderColor), card) >= 3 ? [] : [`${name}: its dashes are hardly seen`];
      }
      if (isNight && own <= card) return [`${name}: darker than its card`];
      return ratio(own, card) >= 1.1 ? [] : [`${name}: open, and looks closed`];
    },
  );
}

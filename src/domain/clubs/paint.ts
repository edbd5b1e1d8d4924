/** Relative luminance of a colour such as "#DB0007", from 0 to 1, as defined by WCAG. */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, from 1 to 21, as defined by WCAG. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Colour of letters on a club's colour: the other colour if legible, else white or black. */
export function letterColour(ground: string, other: string): string {
  if (contrast(ground, other) >= 4.5) return other;
  return contrast(ground, '#ffffff') >= contrast(ground, '#14180f') ? '#ffffff' : '#14180f';
}

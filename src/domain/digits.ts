/** Where the digits of a script begin: Arabic, Persian and Urdu, Devanagari, Thai. */
const zeros = [0x660, 0x6f0, 0x966, 0xe50];

/** A text with every digit as 0 to 9, in whatever script it was typed. */
export function plainDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u0E50-\u0E59]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zeros.findLast((first) => first <= code) ?? code;
    return String(code - zero);
  });
}

/** Matches letters that are written from right to left, and bidi control characters. */
export const bidiCharacters =
  /\p{Bidi_Control}|[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Syriac}\p{Script=Nko}]/u;

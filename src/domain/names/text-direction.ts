/** Matches right-to-left letters and bidi control characters. */
export const bidiCharacters =
  /\p{Bidi_Control}|[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Syriac}\p{Script=Nko}]/u;

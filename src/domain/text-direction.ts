/** Finds letters that are written from right to left, and the invisible signs that turn a line. */
export const turningLetters =
  /\p{Bidi_Control}|[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Syriac}\p{Script=Nko}]/u;

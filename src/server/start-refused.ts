/** A start that cannot go on for a reason a person can act on: said in a sentence, without a stack. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

import { translated } from '../../locales/catalogues.ts';

/** Says an English sentence as the app says it in another language. */
export type Say = (english: string) => string;

export async function sayingIn(language: string): Promise<Say> {
  const english = await translated('en');
  const theirs = await translated(language);
  const keys = new Map(Object.entries(english).map(([key, sentence]) => [sentence, key]));
  return (sentence) => {
    const key = keys.get(sentence);
    if (key === undefined) throw new Error(`The app never says "${sentence}".`);
    return theirs[key] ?? sentence;
  };
}

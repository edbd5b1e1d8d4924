/** A known mistake, as changes of a source file; each text to be found stands there exactly once. */
export type PlantedBug = {
  name: string;
  /** From the root of the project. */
  file: string;
  edits: readonly { find: string; replace: string }[];
};

/** The source with the mistake in it; a text that is not there exactly once is an error. */
export function plant({ name, file, edits }: PlantedBug, source: string): string {
  return edits.reduce((text, { find, replace }) => {
    const times = text.split(find).length - 1;
    if (times !== 1) throw new Error(`${name}: found ${times} times in ${file}:\n${find}`);
    return text.replace(find, () => replace);
  }, source);
}

/** A change of the source at the node that follows the comment `// failpoint: NAME`. */
export type PlantedEdit = {
  /** The name of the failpoint; by default the bug's. */
  at?: string;
} & ({ before: string } | { after: string } | { instead: string });

/** A mistake that the checks must catch. */
export type PlantedBug = { name: string; edits: readonly PlantedEdit[] };

/** A planted bug: its name, which is its failpoint unless an edit says another, and its edits. */
export function bug(name: string, ...edits: PlantedEdit[]): PlantedBug {
  return { name, edits };
}

/** A change of the source at the node that follows the comment `// failpoint: NAME`. */
export type PlantedEdit = {
  /** The name of the failpoint; by default the bug's. */
  at?: string;
} & ({ before: string } | { after: string } | { instead: string });

/** A bug that the checks must detect. */
export type PlantedBug = { name: string; edits: readonly PlantedEdit[] };

/** Creates a planted bug; its name is its failpoint unless an edit names another. */
export function bug(name: string, ...edits: PlantedEdit[]): PlantedBug {
  return { name, edits };
}

/** A change of the syntax node after the comment `// failpoint: NAME`. */
export type PlantedEdit = {
  /** The name of the failpoint; by default that of the bug. */
  at?: string;
} & ({ before: string } | { after: string } | { instead: string });

/** A bug that the checks must detect. */
export type PlantedBug = { name: string; edits: readonly PlantedEdit[] };

/** Creates a planted bug. Its failpoint has the same name unless an edit sets `at`. */
export function bug(name: string, ...edits: PlantedEdit[]): PlantedBug {
  return { name, edits };
}

import { parseSync } from 'vite';
import type { PlantedBug, PlantedEdit } from './planted-bug.ts';

type Node = { type: string; start: number; end: number };

/** A failpoint of a source file: its name, and the syntax node after it. */
type Failpoint = { name: string; node: Node };

/** Finds the failpoints of a source: comments of the form `// failpoint: NAME`. */
export function failpointsIn(source: string): Failpoint[] {
  if (!source.includes('// failpoint: ')) return [];
  const { program, comments, errors } = parseSync('source.ts', source, { lang: 'ts' });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const nodes = [...nodesIn(program)].toSorted((one, other) => one.start - other.start);
  return comments.flatMap(({ value, end }) => {
    const name = /^ failpoint: (.+)$/.exec(value)?.[1];
    // Sorting is stable, so of several nodes with the same start the outermost is found.
    const node = nodes.find(({ start }) => start >= end);
    return name !== undefined && node ? [{ name, node }] : [];
  });
}

/** Applies those edits of the bugs whose failpoints are in the source. */
export function plant(bugs: readonly PlantedBug[], source: string): string {
  const edits = new Map<string, PlantedEdit>();
  for (const { name, edits: each } of bugs)
    for (const edit of each) edits.set(edit.at ?? name, edit);
  if (![...edits.keys()].some((name) => source.includes(`// failpoint: ${name}`))) return source;
  const failpoints = failpointsIn(source).toSorted(
    (one, other) => other.node.start - one.node.start,
  );
  return failpoints.reduce((text, { name, node }) => {
    const edit = edits.get(name);
    return edit ? edited(text, node, edit) : text;
  }, source);
}

function edited(text: string, { type, start, end }: Node, edit: PlantedEdit): string {
  const [before, marked, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const separator = /Statement$|Declaration$/.test(type) ? '\n' : ', ';
  if ('instead' in edit) return before + edit.instead + after;
  if ('before' in edit) return before + edit.before + separator + marked + after;
  return before + marked + separator + edit.after + after;
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

function isNode(value: object): value is Node {
  return 'type' in value && 'start' in value && 'end' in value;
}

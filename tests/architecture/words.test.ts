import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync('{src,tests}/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !path.endsWith('.gen.ts'),
);

/** Words that names must not contain, with the terms to use instead. */
const bannedWords: Record<string, string> = {
  asker: 'caller',
  askers: 'callers',
  chalk: 'ornament',
  chances: 'odds, matchOdds',
  deed: 'action, auditEntry',
  deeds: 'actions, auditEntries',
  least: 'min…',
  longest: 'max…',
  most: 'max…',
  said: 'reported, message',
  speak: 'report, notify',
  told: 'reported',
  understood: 'parsed',
  whoever: 'the caller, another member',
};

/** Terms for options with a minimum or maximum number of goals. */
const fieldTerms = new Set(['atLeast', 'atMost']);

/** Openings that comments must not have: a comment states a contract or reason, subject first. */
const bannedOpening = /^(?:What|The same|Whoever|Whether or not)\b/;

type Found = { names: string[]; openings: string[] };

/** Declared names and comment openings; no object keys, because they may be stored or sent. */
function read(path: string, source: string): Found {
  const { program, comments } = parseSync(path, source);
  const names: string[] = [];
  const add = (pattern: ESTree.Node | null | undefined): void => {
    if (!pattern) return;
    if (pattern.type === 'Identifier') names.push(pattern.name);
    else if (pattern.type === 'ObjectPattern')
      for (const part of pattern.properties) add(part.type === 'Property' ? part.value : part);
    else if (pattern.type === 'ArrayPattern') for (const part of pattern.elements) add(part);
    else if (pattern.type === 'AssignmentPattern') add(pattern.left);
    else if (pattern.type === 'RestElement') add(pattern.argument);
    else if (pattern.type === 'TSParameterProperty') add(pattern.parameter);
  };
  const addFunction = (node: ESTree.Function | ESTree.ArrowFunctionExpression): void => {
    add(node.id);
    for (const parameter of node.params) add(parameter);
  };
  new Visitor({
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    VariableDeclarator: ({ id }) => add(id),
    ClassDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
  }).visit(program);
  const openings = comments.map(({ value }) => value.replace(/^[*\s]+/, ''));
  return { names, openings };
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

const hasBannedWord = (name: string): boolean =>
  !fieldTerms.has(name) && wordsOf(name).some((word) => Object.hasOwn(bannedWords, word));

function faultsIn(path: string, source: string): string[] {
  const { names, openings } = read(path, source);
  return [
    ...(hasBannedWord(basename(path)) ? [`${path}: the file's name`] : []),
    ...names.filter(hasBannedWord).map((name) => `${path}: ${name}`),
    ...openings
      .filter((text) => bannedOpening.test(text))
      .map((text) => `${path}: "${text.slice(0, 40)}"`),
  ];
}

describe('plain words', () => {
  test('are enforced for names, files and openings of comments', () => {
    const planted = `
      /** What was told. */
      export function isTold({ asked: deed, rest }: Props, ...askers: string[]) {
        const [most = 1] = askers;
        type Said = { told: string };
        return (rest) => most;
      }`;
    expect(faultsIn('src/client/told-otherwise.tsx', planted)).toEqual([
      "src/client/told-otherwise.tsx: the file's name",
      ...['isTold', 'deed', 'askers', 'most', 'Said'].map(
        (name) => `src/client/told-otherwise.tsx: ${name}`,
      ),
      'src/client/told-otherwise.tsx: "What was told. "',
    ]);
  });

  test('no name and no comment has a banned word', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap((path) => faultsIn(path, readFileSync(join(root, path), 'utf8')))).toEqual(
      [],
    );
  });
});

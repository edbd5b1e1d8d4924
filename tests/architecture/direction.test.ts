import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../testing/machine/planted-project.ts';

/** Classes and properties of a physical side (left) instead of a logical side (start). */
const physical = [
  /(?<![\w-])-?(?:m|p|scroll-m|scroll-p)[lr]-[\w[(.]+/g,
  /(?<![\w-])-?(?:left|right)-[\d[(][\w[(.]*/g,
  /(?<![\w-])-?(?:left|right)-(?:auto|full|px)(?![\w-])/g,
  /(?<![\w-])(?:text|float|clear|object|origin)-(?:left|right)(?![\w-])/g,
  /(?<![\w-])border-[lr](?![a-z])[\w-[]*/g,
  /(?<![\w-])rounded-(?:[lr]|[tb][lr])(?![a-z])[\w-[]*/g,
  /(?<![\w-])(?:space-x-reverse|bg-(?:linear|gradient)-to-[lrtb]*[lr])(?![\w-])/g,
  /(?<![\w-])(?:margin|padding|border|inset)-(?:left|right)(?:-[a-z]+)?\s*:/g,
  /(?<![\w-])(?:left|right)\s*:\s*-?(?:[\d.]+[a-z%]*|auto)(?=;)/g,
  /(?<![\w-])(?:text-align|float)\s*:\s*(?:left|right)/g,
];

function sidesIn(source: string): string[] {
  return physical.flatMap((pattern) => source.match(pattern) ?? []);
}

const files = globSync('src/client/**/*.{tsx,ts,css}', { cwd: root }).filter(
  (file) => !file.endsWith('.gen.ts'),
);

describe('a screen in a right-to-left language', () => {
  test('uses neither left nor right in any class or style', () => {
    const found = files.flatMap((file) =>
      sidesIn(readFileSync(join(root, file), 'utf8')).map((side) => `${file}: ${side}`),
    );

    expect(files.length).toBeGreaterThan(150);
    expect(found).toEqual([]);
  });

  test.each([
    ['className="flex pl-4"', 'pl-4'],
    ['className="md:-mr-2 gap-1"', '-mr-2'],
    ['className="left-0"', 'left-0'],
    ['className="right-[12px]"', 'right-[12px'],
    ['className="text-left font-bold"', 'text-left'],
    ['className="border-l-2"', 'border-l-2'],
    ['className="rounded-tr-md"', 'rounded-tr-md'],
    ['className="scroll-ml-2"', 'scroll-ml-2'],
    ['className="bg-linear-to-r"', 'bg-linear-to-r'],
    ['margin-left: 4px;', 'margin-left:'],
    ['right: 0;', 'right: 0'],
    ['text-align: right;', 'text-align: right'],
  ])('the check finds %s', (source, side) => {
    expect(sidesIn(source)).toEqual([side]);
  });

  test.each(['ps-4', 'border-line', 'rounded-t-md', 'placeholder', 'inset-x-2', 'text-start'])(
    'the check accepts %s',
    (name) => {
      expect(sidesIn(`className="${name}"`)).toEqual([]);
    },
  );
});

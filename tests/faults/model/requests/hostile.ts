import type { Chance } from '../../world/chance.ts';

const texts = [
  '',
  ' ',
  '\t\r\n',
  '0',
  '-1',
  '1.5',
  '1e309',
  '-1e-400',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '9007199254740993',
  '2147483648',
  '99999999999999999999999999999999',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  "' or 1=1 --",
  "'; drop table members; --",
  String.raw`\x00\u0000\'`,
  '%',
  '_%_%_%',
  '%00',
  '%0d%0aset-cookie: a=b',
  '\r\nBcc: c@d.org',
  '../../../../etc/passwd',
  '..%2f..%2f',
  'file:///etc/passwd',
  '//evil.example',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '${7*7}{{7*7}}',
  '=cmd|1',
  '\0',
  'a\0b',
  '\uD800',
  '\uDFFFx',
  '\uFEFF',
  '\u202Edrowssap',
  '\u200B\u200D\u2060',
  'İıſß',
  'Аda',
  '👩‍👩‍👧‍👦',
  'e\u0301\u0301\u0301\u0301',
  '\u{10FFFF}',
  '2026-02-30T25:61:61Z',
  '9999-12-31T23:59:59.999Z',
  '0000-00-00T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00.000Z',
  '2026-00',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
  '(((((((((((((((((((a+)+)+)+',
];

const numbers = [
  0,
  -0,
  -1,
  0.1,
  1.005,
  1e-7,
  1e21,
  1e308,
  -1e308,
  5e-324,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  99_999_999_999,
];

/** A malicious or unusual text. */
export function hostileText(chance: Chance): string {
  const kind = chance.weigh({ known: 12, long: 1, random: 3, twice: 1 });
  if (kind === 'long') return chance.pick(texts.slice(1)).repeat(chance.between(30, 3_000));
  if (kind === 'twice') return chance.pick(texts) + chance.pick(texts);
  if (kind === 'known') return chance.pick(texts);
  const length = chance.between(0, 40);
  return Array.from({ length }, () =>
    String.fromCodePoint(chance.below(chance.happens(0.5) ? 0x80 : 0x11_0000)),
  ).join('');
}

/** A random JSON value. */
export function hostileValue(chance: Chance, depth = 0): unknown {
  const more = depth > 3 ? 0 : 2;
  const plain = { text: 8, number: 5, nothing: 2, switch: 2 };
  const kind = chance.weigh({ ...plain, list: more, object: more, deep: more / 6 });
  const inside = () => hostileValue(chance, depth + 1);
  if (kind === 'text') return hostileText(chance);
  if (kind === 'number') return chance.pick(numbers);
  if (kind === 'nothing') return null;
  if (kind === 'switch') return chance.happens(0.5);
  if (kind === 'deep') return deep(chance.between(5, 40));
  const length = depth === 0 && chance.happens(0.05) ? 300 : chance.between(0, 4);
  if (kind === 'list') return Array.from({ length }, inside);
  return Object.fromEntries(Array.from({ length }, () => [hostileText(chance), inside()]));
}

function deep(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { value };
  return value;
}

/** Damages JSON in ways that no client does. */
export function spoiled(chance: Chance, json: string): Buffer {
  const at = chance.below(json.length + 1);
  const inserted = (text: string | Buffer) =>
    Buffer.concat([Buffer.from(json.slice(0, at)), Buffer.from(text), Buffer.from(json.slice(at))]);
  const afterTheFirst = (more: string) => Buffer.from(json.replace(/^[{[]/, `$&${more}`));
  const kinds = {
    'cut off': () => Buffer.from(json.slice(0, at)),
    'not UTF-8': () => inserted(Buffer.from([0xc3, 0x28, 0xff])),
    'a byte order mark': () => Buffer.from(`\uFEFF${json}`),
    'no number': () => inserted(chance.pick(['NaN', 'Infinity', '-', '1e', '0x1'])),
    'a NUL': () => inserted('\0'),
    'a field of the prototype': () =>
      afterTheFirst(`"${chance.pick(['__proto__', 'constructor', 'prototype'])}":{"role":"x"},`),
    'a field twice': () => afterTheFirst('"id":1,"id":2,'),
    'half a character': () => inserted(String.raw`"\ud800"`),
    'twice the same': () => Buffer.from(json + json),
    'not JSON': () => Buffer.from(hostileText(chance)),
    'too much': () => Buffer.from(`[${json},"${'x'.repeat(70_000)}"]`),
    'too deep': () => Buffer.from('['.repeat(5_000)),
    bytes: () => Buffer.from(Array.from({ length: 64 }, () => chance.below(256))),
  };
  const names = Object.keys(kinds);
  const kind = chance.pick(names);
  return Object.entries(kinds).find(([name]) => name === kind)?.[1]() ?? Buffer.alloc(0);
}

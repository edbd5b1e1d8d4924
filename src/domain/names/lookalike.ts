import { foldText } from './text-folding.ts';

/**
 * Letters of other alphabets, small capitals and digits, by the Latin letter that they resemble
 * (Unicode TR39).
 */
const lettersByLatin: Readonly<Record<string, string>> = {
  a: 'ɑαаᗅᴀꓮꭺ',
  b: 'ƀƃƅɓʙβбвьѣҍᏼᖯᗷꓐꞵꮟ',
  c: 'ȼσсҫᴄⲥꓚꮯ𐐽',
  d: 'ƌɖɗԁᑯᗞᗪᴅꓒꓓꭰꮷ',
  e: 'ɇεеҽҿᴇⴹꓰꬲꭼ',
  f: 'ƒϝքᖴᵮẝꓝꜰꞙꬵ',
  g: 'ƍǥɠɡɢԍցᏻᶃꓖꮐ',
  h: 'ɦʜηнћңһӈӊհᏺᕼⱨⲏꓧꚕꮋꮒ',
  i: 'ƚǀɨɩɪɫɭʟιіӏߊᒪᛁᵻᵼⲓⳑⵏꓡꓲꙇꭵꮮ𐑃',
  j: 'ɉʝϳјᒍᴊꓙꭻ',
  k: 'ƙκкқҟᛕᴋⱪⲕꓗꝁꮶ',
  m: 'μϻмӎᗰᛖᴍⲙꓟꮇ',
  n: 'ƞɲɳɴνոռᵰⲛꓠ',
  o: 'ɵθοоѳөօଠဝჿዐᴏᴑⲟⴱⵁⵔꓳꝋꬽꬾꭴꮎꮻ𐐬𐓪',
  p: 'ƥρрᑭᴘᵽⲣꓑꮲ',
  q: 'ʠԛգզⵕꞯ',
  r: 'ɍɼɽʀгғᖇᴦᵲⲅꓣꭇꭈꭱꮁꮢ𐓜',
  s: 'ƽʂѕտᵴꓢꜱꮥꮪ𐑈',
  t: 'ŧƭʈτтҭᴛᵵⱦⲧꓔꭲ',
  u: 'ʉʋսሀᑌᴜᵾꓴꞟꭎꭒꮜ𐓶',
  v: 'ѵᐯᴠⴸꓦꛟꮩ',
  w: 'ɯѡѽԝաᴡꓪꝡꮃꮤ',
  x: 'χхҳᕁᕽᚷⲭⵝꓫꭓ',
  y: 'ƴɏɣʏγυуүұყᶌỿⲩꓬꭚꭹꮍ',
  z: 'ƶȥʐζᴢᵶꓜꮓ',
};

/** Digits and signs typed instead of a letter; capital "I" and small "l" are equal. */
const digitsAndSignsByLatin: Readonly<Record<string, string>> = {
  a: '4@',
  b: '8',
  e: '3',
  g: '9',
  i: '1l!|',
  o: '0',
  s: '5$',
  t: '7',
};

/** First code points of alphabets of enclosed letters and regional indicators. */
const enclosedAlphabetStarts = [0x1f150, 0x1f170, 0x1f1e6];

/** Signs that are ignored when names are compared. */
const separators = ` '"-‐–—._,;:·•ʻʼ/()&+*?`;

const alphabet = 'abcdefghijklmnopqrstuvwxyz';

const letterReplacements = Array.from(alphabet).flatMap((latin, at) =>
  [
    ...Array.from((lettersByLatin[latin] ?? '') + (digitsAndSignsByLatin[latin] ?? '')),
    ...enclosedAlphabetStarts.map((first) => String.fromCodePoint(first + at)),
  ].map((letter) => [letter, latin === 'l' ? 'i' : latin] as const),
);

/**
 * Letters and their replacements, for SQL's `translate`, which removes letters without a
 * counterpart in `to`.
 */
export const lookalikeTranslation = {
  from: letterReplacements.map(([letter]) => letter).join('') + separators,
  to: letterReplacements.map(([, latin]) => latin).join(''),
};

const latinByLetter = new Map<string, string>([
  ...letterReplacements,
  ...Array.from(separators).map((separator) => [separator, ''] as const),
]);

/** Pairs of letters that resemble a single letter. */
export const lookalikeLetterPairs = [
  ['rn', 'm'],
  ['vv', 'w'],
] as const;

/** Reduces a text to its visual outline: names with equal outlines look alike. */
export function toLookalikeOutline(text: string): string {
  const letters = Array.from(foldText(text))
    .map((letter) => latinByLetter.get(letter) ?? letter)
    .join('');
  return lookalikeLetterPairs.reduce(
    (outline, [two, one]) => outline.replaceAll(two, one),
    letters,
  );
}

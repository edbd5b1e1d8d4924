import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';

import { limiter } from '../concurrency.ts';

/** argon2id, which is the library's own choice of kind, at the cost OWASP asks for at least. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Every hash takes 19 MB and a core for a moment. A crowd that logs in must not stop the rest.
const limited = limiter({ atOnce: 2, waiting: 500 });

export async function hashPassword(password: string): Promise<string> {
  return limited(async () => hash(password, cost));
}

let nobodys: Promise<string> | undefined;

/** Takes as long for an address nobody has as for a wrong password. */
export async function isPasswordOf(hashed: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword(randomBytes(32).toString('hex'));
  const against = hashed ?? (await nobodys);
  const matches = await limited(async () => verify(against, password));
  return matches && hashed !== undefined;
}

/** Whether a password was hashed at a lower cost than is asked for today. */
export function isHashedCheaply(hashed: string): boolean {
  const { memoryCost, timeCost } = parseOptions(hashed);
  return memoryCost < cost.memoryCost || timeCost < cost.timeCost;
}

/** What people choose most, without the figures and marks they put at the end. */
const words = new Set(
  `
  abcdefgh abcdefghi abcdefghij abcd aaaa access account admin administrator alexander amanda
  america andrea andrew angel anthony apple arsenal asdf asdfgh asdfghj asdfghjkl asdfasdf ashley
  bailey barcelona baseball basketball batman beautiful benjamin betting biteme blessing blink
  bubbles butterfly buster changeme charlie chelsea chocolate chris christian christine computer
  cookie corvette cricket daniel default diamond dolphin dragon einstein elizabeth emmanuel enter
  everton faith family favour fire flower football forever freedom friend friends ginger god goodluck
  google guest hannah harley heaven hello helloworld hunter hunting iloveyou iloveu internet
  jennifer jessica jesus jesuschrist jordan joseph joshua juventus killer king kingdom letmein
  linkinpark liverpool login london love lovely loveme loveyou lucky madrid maggie manchester
  manchesterunited manutd master matrix matthew maverick mercedes michael michelle midnight monday
  money monkey monster mother mustang mynoob naruto nicole nigeria odds pass passw password passwort
  passcode patrick peanut pepper pepsi phoenix please pokemon prince princess qazwsx qazwsxedc qwer
  qwert qwerty qwertyu qwertyui qwertyuiop qwertz qwertzuiop querty ranger realmadrid rangers
  rainbow robert root samantha samsung secret sesame shadow silver slipknot snoopy soccer sophie
  spider spiderman starwars startrek steelers stupid success summer sunday sunflower sunshine super
  superman superstar teacher tennis test testing thomas thunder tiger tigger tipster tipsters
  tottenham touchdown touchline trustno trustnoone united unknown user victoria volleyball welcome
  whatever william winner winter wizard xxxxxx yankees yellow zxcv zxcvbn zxcvbnm
  pw paul peter default mypassword thepassword newpassword football soccer passwordpassword
  `
    .trim()
    .split(/\s+/),
);

/** Rows of keys and of figures, which are also typed backwards and twice. */
const rows = [
  '01234567890',
  '12345678901234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
];

/** Patterns on the keyboard that hold figures in their middle. */
const patterns = new Set(
  `
  1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qazxsw2 qaz123wsx zaq12wsx zaq1zaq1
  1a2b3c4d a1b2c3d4 a1s2d3f4 123qweasd 123qweasdzxc 123abc123 12qwaszx 1234qwer 12345qwert qwe123rty
  123qwe123 qwer1234qwer abc123abc 147258369 789456123 159753456 741852963 963852741 11223344
  1122334455 12341234 12121212 123123123 123321123 12344321 1234554321 123654789 987654321 98765432
  10203040 112233445566 13131313 696969696 55555555 147852369 159357456 trustno1 p4ssw0rd pa55word
  `
    .trim()
    .split(/\s+/),
);

/** More figures and marks than this around a word make a password of their own. */
const longestDecoration = 8;

/** Whether anybody who guesses would guess this soon, knowing what is known of its owner. */
export function isCommonFor(
  password: string,
  { email, userName }: { email: string; userName: string },
): boolean {
  const [localPart = ''] = email.split('@');
  return isCommon(password, [email, localPart, userName]);
}

function isCommon(password: string, own: readonly string[]): boolean {
  const plain = password.toLowerCase().trim();
  if (new Set(plain).size <= 2 || patterns.has(plain) || isRow(plain)) return true;
  const bare = plain.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}@$]+$/u, '');
  const known = new Set(own.map((each) => each.toLowerCase()));
  if (known.has(plain)) return true;
  if (plain.length - bare.length > longestDecoration) return false;
  return words.has(bare) || words.has(unmasked(bare)) || known.has(bare);
}

function isRow(plain: string): boolean {
  const backwards = [...plain].toReversed().join('');
  return rows.some((row) => row.includes(plain) || row.includes(backwards));
}

const masks: Record<string, string> = { '@': 'a', $: 's', 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's' };

/** "p@ssw0rd" is "password". */
function unmasked(word: string): string {
  return word.replaceAll(/[@$01345]/g, (mark) => masks[mark] ?? mark);
}

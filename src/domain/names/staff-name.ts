import { folded } from './folded.ts';
import { outlineOf } from './lookalike.ts';

/** The site's own name, which no member's name may contain. */
const site = 'touchline';

/** Words for the people who run a site, in all languages of the app. */
const staffWords =
  'admin admins administrator administrators administration moderator moderators support official administrateur administrateurs administratrice modérateur modérateurs modératrice assistance officiel officielle administrador administradores administradora administración administração moderador moderadora moderadores soporte suporte oficial oficiais oficiales msimamizi wasimamizi usimamizi msaada rasmi مشرف مشرفون مشرفين مدير مسؤول إدارة ادارة إداري دعم رسمي رسمية أدمن ادمن админ адмін модератор تاتشلاين توتشلاين'.split(
    ' ',
  );

/** Words that do not change a staff word next to them: "Admin Team" and "AdminTeam" are refused. */
const addedWords = 'the our site web app team help desk staff bot ال'.split(' ');

const anyOf = (words: readonly string[]) => words.map(outlineOf).join('|');
const [added, staff] = [anyOf(addedWords), anyOf(staffWords)];
const ofStaff = new RegExp(`^(?:${added})*(?:${staff})(?:${added}|${staff})*$`, 'u');

/** True if a name can be mistaken for one of the site's staff, in any spelling. */
export function isStaffName(...names: readonly string[]): boolean {
  const words = folded(names.join(' ')).split(/[^\p{L}\p{N}\p{So}@$!|]+/u);
  if (outlineOf(words.join('')).includes(outlineOf(site))) return true;
  return words.some((_, first) =>
    words.some((_, last) => last >= first && isOfStaff(words.slice(first, last + 1).join(''))),
  );
}

/** Tests a word with and without the figures at its ends. */
function isOfStaff(word: string): boolean {
  const bare = word.replaceAll(/^[\p{N}!|]+|[\p{N}!|]+$/gu, '');
  return ofStaff.test(outlineOf(word)) || ofStaff.test(outlineOf(bare));
}

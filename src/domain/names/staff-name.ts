import { foldText } from './text-folding.ts';
import { toLookalikeOutline } from './lookalike.ts';

/** The site's own name, which no member's name may contain. */
const siteName = 'touchline';

/** Words for a site's staff, in all languages of the app. */
const staffWords =
  'admin admins administrator administrators administration moderator moderators support official administrateur administrateurs administratrice modérateur modérateurs modératrice assistance officiel officielle administrador administradores administradora administración administração moderador moderadora moderadores soporte suporte oficial oficiais oficiales msimamizi wasimamizi usimamizi msaada rasmi مشرف مشرفون مشرفين مدير مسؤول إدارة ادارة إداري دعم رسمي رسمية أدمن ادمن админ адмін модератор تاتشلاين توتشلاين'.split(
    ' ',
  );

/** Words that may accompany a staff word: "Admin Team" and "AdminTeam" are refused. */
const addedWords = 'the our site web app team help desk staff bot ال'.split(' ');

const toAlternatives = (words: readonly string[]) => words.map(toLookalikeOutline).join('|');
const [added, staff] = [toAlternatives(addedWords), toAlternatives(staffWords)];
const staffNamePattern = new RegExp(`^(?:${added})*(?:${staff})(?:${added}|${staff})*$`, 'u');

/** True if a name can be mistaken for the site's staff, in any spelling. */
export function isStaffName(...names: readonly string[]): boolean {
  const words = foldText(names.join(' ')).split(/[^\p{L}\p{N}\p{So}@$!|]+/u);
  if (toLookalikeOutline(words.join('')).includes(toLookalikeOutline(siteName))) return true;
  return words.some((_, first) =>
    words.some((_, last) => last >= first && isStaffWord(words.slice(first, last + 1).join(''))),
  );
}

/** True if a word, with or without digits at its ends, names staff. */
function isStaffWord(word: string): boolean {
  const bare = word.replaceAll(/^[\p{N}!|]+|[\p{N}!|]+$/gu, '');
  return (
    staffNamePattern.test(toLookalikeOutline(word)) ||
    staffNamePattern.test(toLookalikeOutline(bare))
  );
}

import { ar } from './words/ar.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { pt } from './words/pt.ts';
import { sw } from './words/sw.ts';
import type { Words } from './words/words.ts';

/** Contents of a mail, as plain text and as a page. */
export type Text = { subject: string; body: string; html: string };

/** Each language a mail can be in. */
export const wordsByLanguage: Readonly<Record<string, Words>> = { en, fr, es, pt, sw, ar };

/** Which mail it is. */
export type LetterName = Exclude<keyof Words, 'hello' | 'signature'>;

/**
 * A mail with its one link, in a language; English where that is none of ours. No mail repeats what
 * somebody typed into a form: it would deliver a stranger's words for us. `account` is a masked address.
 */
export function letter(name: LetterName, link: string, language: string, account = ''): Text {
  const words = wordsByLanguage[language] ?? en;
  const { subject, button, after } = words[name];
  const before = words[name].before.replace('{account}', account);
  const paragraphs = [words.hello, before, link, ...after, `-- \nTouchline\n${words.signature}`];
  return {
    subject,
    body: `${paragraphs.join('\n\n')}\n`,
    html: page(words === wordsByLanguage[language] ? language : 'en', {
      subject,
      above: [words.hello, before],
      link,
      button,
      below: after,
      signature: words.signature,
    }),
  };
}

/** The first language of a header such as `fr-CM,fr;q=0.9,en;q=0.8` that mails can be in. */
export function languageAsked(accepted: string | undefined): string {
  const wanted = (accepted ?? '').split(',').map((each) => {
    const [tag = '', ...parameters] = each.trim().toLowerCase().split(';');
    const weight = parameters.find((one) => one.trim().startsWith('q='));
    return { code: tag.split('-')[0] ?? '', weight: Number(weight?.trim().slice(2) ?? 1) };
  });
  const known = wanted.filter(
    ({ code, weight }) => weight > 0 && Object.hasOwn(wordsByLanguage, code),
  );
  return known.toSorted((one, other) => other.weight - one.weight)[0]?.code ?? 'en';
}

type Parts = {
  subject: string;
  above: readonly string[];
  link: string;
  button: string;
  below: readonly string[];
  signature: string;
};

/** Mail as a page without pictures or addresses of other hosts, so that opening it is not reported to anybody. */
function page(language: string, { subject, above, link, button, below, signature }: Parts): string {
  const href = escaped(link);
  const paragraphs = (lines: readonly string[]) =>
    lines.map((line) => `<p>${escaped(line)}</p>`).join('');
  const look =
    'background:#f5c400;color:#111;padding:12px 20px;text-decoration:none;font-weight:bold';
  return (
    `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">` +
    `<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>` +
    '<body style="font:16px/1.5 sans-serif;max-width:36em;margin:0 auto;padding:16px">' +
    paragraphs(above) +
    `<p><a href="${href}" style="display:inline-block;${look}">${escaped(button)}</a></p>` +
    `<p style="font-size:13px;overflow-wrap:anywhere" dir="ltr">${href}</p>` +
    paragraphs(below) +
    `<hr><p style="font-size:13px">Touchline<br>${escaped(signature)}</p></body></html>`
  );
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

import { i18nOf } from '../platform/translations.ts';
import { hello, type LetterName, letters, signature } from './letters.ts';

/** Contents of a mail, as plain text and as a page. */
export type MailContent = { subject: string; body: string; html: string };

/**
 * A mail with its one link, in a language; English if the language has no catalogue. No mail repeats
 * what a person typed into a form: that would deliver a stranger's words for us. `account` is a
 * masked address.
 */
export function renderMail(
  name: LetterName,
  link: string,
  language: string,
  account = '',
): MailContent {
  const i18n = i18nOf(language);
  const subject = i18n._(letters[name].subject);
  const above = [i18n._(hello), i18n._({ ...letters[name].before, values: { account } })];
  const below = letters[name].after.map((sentence) => i18n._(sentence));
  const parts = {
    subject,
    above,
    link,
    button: i18n._(letters[name].button),
    below,
    signature: i18n._(signature),
  };
  const paragraphs = [...above, link, ...below, `-- \nTouchline\n${parts.signature}`];
  return { subject, body: `${paragraphs.join('\n\n')}\n`, html: page(i18n.locale, parts) };
}

type MailParts = {
  subject: string;
  above: readonly string[];
  link: string;
  button: string;
  below: readonly string[];
  signature: string;
};

/** Mail as a page without pictures or addresses of other hosts, so that opening it is not reported to anybody. */
function page(
  language: string,
  { subject, above, link, button, below, signature }: MailParts,
): string {
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

import { escapeHtml } from '../platform/escaping.ts';
import { loadI18n } from '../platform/translations.ts';
import { mailGreeting, type LetterName, letters, mailSignature } from './letters.ts';

/** The content of a mail as plain text and HTML. */
export type MailContent = { subject: string; body: string; html: string };

/**
 * Renders a mail with its link; in English if the language has no catalogue. Mails never contain
 * text from a form, because strangers could send spam that way. `account` is a masked address.
 */
export function renderMail(
  name: LetterName,
  link: string,
  language: string,
  account = '',
): MailContent {
  const i18n = loadI18n(language);
  const subject = i18n._(letters[name].subject);
  const above = [i18n._(mailGreeting), i18n._({ ...letters[name].before, values: { account } })];
  const below = letters[name].after.map((sentence) => i18n._(sentence));
  const parts = {
    subject,
    above,
    link,
    button: i18n._(letters[name].button),
    below,
    signature: i18n._(mailSignature),
  };
  const paragraphs = [...above, link, ...below, `-- \nTouchline\n${parts.signature}`];
  return { subject, body: `${paragraphs.join('\n\n')}\n`, html: renderHtml(i18n.locale, parts) };
}

type MailTexts = {
  subject: string;
  above: readonly string[];
  link: string;
  button: string;
  below: readonly string[];
  signature: string;
};

/** Uses no pictures or links of other hosts, which could reveal that the mail was opened. */
function renderHtml(
  language: string,
  { subject, above, link, button, below, signature }: MailTexts,
): string {
  const href = escapeHtml(link);
  const paragraphs = (lines: readonly string[]) =>
    lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
  const look =
    'background:#f5c400;color:#111;padding:12px 20px;text-decoration:none;font-weight:bold';
  return (
    `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">` +
    `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    '<body style="font:16px/1.5 sans-serif;max-width:36em;margin:0 auto;padding:16px">' +
    paragraphs(above) +
    `<p><a href="${href}" style="display:inline-block;${look}">${escapeHtml(button)}</a></p>` +
    `<p style="font-size:13px;overflow-wrap:anywhere" dir="ltr">${href}</p>` +
    paragraphs(below) +
    `<hr><p style="font-size:13px">Touchline<br>${escapeHtml(signature)}</p></body></html>`
  );
}

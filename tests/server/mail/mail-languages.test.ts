import { describe, expect, test } from 'vitest';

import { languages } from '#client/data/languages.ts';
import { type LetterName, letters } from '#server/mail/letters.ts';
import { renderMail } from '#server/mail/texts.ts';
import { createSmtpTransport } from '#server/mail/transports.ts';
import { parseAcceptLanguage } from '#server/platform/translations.ts';

import { theApi } from '../../testing/server/api.ts';
import { aClock, minute } from '../../testing/clock/clock.ts';
import { aJobRunner } from '../../testing/server/jobs.ts';
import { aMailServer, newestMailTo } from '../../testing/outside/mail.ts';
import { aRegistration, logIn, register } from '../../testing/people/members.ts';

const link = 'https://tips.example/account/x/token?a=1&b="2"';
const isName = (name: string): name is LetterName => name in letters;
const names = Object.keys(letters).filter(isName);
const everyMail = languages.flatMap(({ code, dir }) => names.map((name) => ({ code, dir, name })));

/** Returns the sentences of an HTML mail without its link and the name of the site. */
function textsIn(html: string): string[] {
  return (html.match(/(?<=>)[^<]+/g) ?? []).filter((text) => !/^(https:|Touchline$)/.test(text));
}

describe('a mail', () => {
  test.each(everyMail)(
    '$name in $code contains its link as text and as HTML',
    ({ code, dir, name }) => {
      const { subject, body, html } = renderMail(name, link, code);

      expect(subject).not.toMatch(/[\r\n]/);
      expect(body.match(/https?:\/\/\S+/g)).toEqual([link]);
      expect(html).toContain(`<html lang="${code}" dir="${dir}">`);
      expect(html).toContain('href="https://tips.example/account/x/token?a=1&amp;b=&quot;2&quot;"');
      expect(html).not.toMatch(/<img|src=|<script|url\(/);
    },
  );

  test.each(everyMail.filter(({ code }) => code !== 'en'))(
    '$name in $code contains no English sentence',
    ({ code, name }) => {
      const english = textsIn(renderMail(name, link, 'en').html);

      const texts = textsIn(renderMail(name, link, code).html);

      expect(texts).toHaveLength(english.length);
      expect(texts.filter((text) => english.includes(text))).toEqual([]);
    },
  );

  test('in an unsupported language is in English', () => {
    expect(renderMail('reset', link, 'xx')).toEqual(renderMail('reset', link, 'en'));
  });
});

describe('the language of a mail', () => {
  test('is that of the request before the first login', async () => {
    const api = await theApi({ clock: aClock() });
    const form = aRegistration();
    const headers = { 'accept-language': 'sw' };

    await api.post('/api/users', { body: form, headers });

    expect((await newestMailTo(api, form.email)).subject).toBe(
      renderMail('activation', link, 'sw').subject,
    );
  });

  test('is that of the latest login of its recipient, not that of the request', async () => {
    const clock = aClock();
    const api = await theApi({ clock });
    const form = await register(api);
    await logIn(api, form, { 'accept-language': 'fr' });
    clock.passes(minute);

    const headers = { 'accept-language': 'ar' };
    await api.post('/api/auth/forgotPassword', { body: { email: form.email }, headers });

    const mail = await newestMailTo(api, form.email);
    expect(mail.subject).toBe(renderMail('reset', link, 'fr').subject);
    expect(mail.html).toContain('lang="fr"');
  });

  test.each([
    ['fr-CM,fr;q=0.9,en;q=0.8', 'fr'],
    ['de, es;q=0.3, pt;q=0.7', 'pt'],
    ['AR', 'ar'],
    ['fr;q=0, sw', 'sw'],
    ['*', 'en'],
    ['constructor', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('for Accept-Language %s is %s', (accepted, language) => {
    expect(parseAcceptLanguage(accepted)).toBe(language);
  });
});

test('a mail is sent as text and HTML, and neither is stored afterwards', async () => {
  const api = await theApi({ clock: aClock() });
  const { email } = await register(api);
  const server = await aMailServer();
  const mail = createSmtpTransport(server.url, 'Touchline <no-reply@tips.example>');

  await (await aJobRunner({ ...api, mail })).run();
  mail.close();

  expect(server.accepted[0]).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(server.accepted[0]).toMatch(/^Content-Type: text\/plain/m);
  expect(server.accepted[0]).toMatch(/^Content-Type: text\/html/m);
  expect(await newestMailTo(api, email)).toMatchObject({ body: '', html: '' });
});

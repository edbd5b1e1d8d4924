import { i18n } from '@lingui/core';
import { runInThisContext } from 'node:vm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { chooseLanguage, listFormatLocales, loadStartLanguage } from '#client/data/language.ts';
import { selectLanguage } from '#client/data/languages.ts';
import { isMissingChunkError } from '#client/startup/missing-chunk.ts';
import { chosenLanguage } from '#client/session/preferences.ts';
import { monthName } from '#client/ui/formats.ts';
import { registerMessageReceiver, type Toast } from '#client/ui/messages/toasts.ts';
import {
  waitForFullCatalogue,
  waitForCatalogueOfPage,
  isCatalogueMissing,
} from '#client/startup/message-catalogue.ts';
import { pageMessagesId } from '#contract/site/page-data.ts';
import { languageScript } from '../../../locales/catalogues.ts';

/** A site that serves all catalogues except those in `lacks`. */
function aSite({ lacks = [] }: { lacks?: string[] } = {}) {
  const requests: string[] = [];
  const fetch = async (language: string): Promise<unknown> => {
    requests.push(language);
    if (lacks.includes(language)) throw new TypeError('There are no words.');
    return { messages: { greeting: [`a word of ${language}`] } };
  };
  return { requests, fetch };
}

function aReaderOf(...preferred: string[]): { toasts: Toast[] } {
  localStorage.clear();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(preferred);
  const toasts: Toast[] = [];
  const end = registerMessageReceiver({ show: (toast) => toasts.push(toast) });
  onTestFinished(() => {
    end();
    vi.restoreAllMocks();
    localStorage.clear();
  });
  return { toasts };
}

const page = () => ({ lang: document.documentElement.lang, dir: document.documentElement.dir });

const wishes = [
  { chosen: undefined, preferred: ['fr-CA', 'en'], spoken: 'fr', why: 'it has a region' },
  { chosen: undefined, preferred: ['yo', 'pt-BR'], spoken: 'pt', why: 'the first supported one' },
  { chosen: undefined, preferred: ['AR-eg'], spoken: 'ar', why: 'upper and lower case are equal' },
  { chosen: undefined, preferred: ['eng'], spoken: 'en', why: 'a longer code is another language' },
  { chosen: undefined, preferred: ['tr', 'ja'], spoken: 'en', why: 'none of them is supported' },
  { chosen: undefined, preferred: [], spoken: 'en', why: 'the browser names none' },
  { chosen: 'sw', preferred: ['fr'], spoken: 'sw', why: 'a chosen language has priority' },
  {
    chosen: 'xx',
    preferred: ['es'],
    spoken: 'es',
    why: 'a language of another build does not count',
  },
  { chosen: '../api', preferred: ['es'], spoken: 'es', why: 'any text may be in the storage' },
];

describe('the language of a start', () => {
  test.each(wishes)('is $spoken, and its catalogue is preloaded before the app: $why', (wish) => {
    aReaderOf(...wish.preferred);
    expect(selectLanguage(wish.chosen, wish.preferred)).toBe(wish.spoken);
    if (wish.chosen !== undefined) chosenLanguage.set(wish.chosen);

    const added: unknown[] = [];
    // The mock only records links, because happy-dom would fetch a link in the head.
    vi.spyOn(document.head, 'append').mockImplementation((link) => void added.push(link));
    runInThisContext(languageScript());

    expect(added).toEqual([expect.objectContaining({ rel: 'preload', as: 'fetch' })]);
    expect(added).toEqual([
      expect.objectContaining({ href: expect.stringMatching(`/assets/i18n/${wish.spoken}.json$`) }),
    ]);
    expect(page()).toEqual({ lang: wish.spoken, dir: wish.spoken === 'ar' ? 'rtl' : 'ltr' });
  });

  test('is not preloaded if the page contains the texts of its first screen', () => {
    aReaderOf('fr');
    aPageWithWords('fr');
    const added: unknown[] = [];
    vi.spyOn(document.head, 'append').mockImplementation((link) => void added.push(link));

    runInThisContext(languageScript());

    expect(added).toEqual([]);
  });

  test('sets the text direction of the page', async () => {
    aReaderOf('ar-EG');

    await loadStartLanguage(aSite().fetch);

    expect(page()).toEqual({ lang: 'ar', dir: 'rtl' });
    expect(i18n.locale).toBe('ar');
    expect(i18n._('greeting')).toBe('a word of ar');
  });

  test('falls back to English if its catalogue cannot be fetched, and reports that once', async () => {
    const reader = aReaderOf('fr');
    const site = aSite({ lacks: ['fr'] });

    await loadStartLanguage(site.fetch);

    expect(site.requests).toEqual(['fr', 'fr', 'en']);
    expect(page()).toEqual({ lang: 'en', dir: 'ltr' });
    expect(reader.toasts.map(({ title }) => title)).toEqual(['Français could not be fetched']);
    expect(chosenLanguage.get()).toBeUndefined();
  });

  test('fails if not even the English catalogue can be fetched', async () => {
    aReaderOf('fr');

    await expect(loadStartLanguage(aSite({ lacks: ['fr', 'en'] }).fetch)).rejects.toThrow(
      'no words',
    );
  });

  test.each([
    { what: 'a page instead of JSON', answer: '<html></html>' },
    { what: 'a list', answer: [] },
    { what: 'an object without messages', answer: { messages: null } },
  ])('is English if the catalogue is $what', async ({ answer }) => {
    aReaderOf('es');
    const site = aSite();

    await loadStartLanguage(async (requests) =>
      requests === 'es' ? answer : site.fetch(requests),
    );

    expect(i18n.locale).toBe('en');
  });
});

/** Adds the texts of the first screen to the page, as the server does. */
function aPageWithWords(language: string): void {
  const element = document.createElement('script');
  Object.assign(element, { id: pageMessagesId, type: 'application/json', lang: language });
  element.textContent = JSON.stringify({ messages: { first: [`a first word of ${language}`] } });
  document.head.append(element);
  onTestFinished(() => element.remove());
}

describe('texts that the page contains', () => {
  test('are used at once, and the whole catalogue is fetched when another text is needed', async () => {
    aReaderOf('fr');
    aPageWithWords('fr');
    const site = aSite();

    await loadStartLanguage(site.fetch);
    expect(i18n._('first')).toBe('a first word of fr');
    expect(site.requests).toEqual([]);

    await Promise.all([waitForFullCatalogue(), waitForFullCatalogue()]);
    expect(i18n._('greeting')).toBe('a word of fr');
    await waitForFullCatalogue();
    expect(site.requests).toEqual(['fr']);
  });

  test('are ignored if the reader has chosen another language', async () => {
    aReaderOf('fr');
    chosenLanguage.set('sw');
    aPageWithWords('fr');
    const site = aSite();

    await loadStartLanguage(site.fetch);

    expect(site.requests).toEqual(['sw']);
    expect(i18n._('greeting')).toBe('a word of sw');
  });

  test('are enough for their own page, but not for another page', async () => {
    aReaderOf('fr');
    aPageWithWords('fr');
    const site = aSite();
    await loadStartLanguage(site.fetch);

    await waitForCatalogueOfPage(location.pathname);
    expect(site.requests).toEqual([]);

    await waitForCatalogueOfPage('/somewhere/else');
    expect(i18n._('greeting')).toBe('a word of fr');
  });

  test('do not replace a language that was chosen during the fetch', async () => {
    aReaderOf('fr');
    aPageWithWords('fr');
    const french = Promise.withResolvers<void>();
    const site = aSite();
    await loadStartLanguage(async (language) => {
      await french.promise;
      return site.fetch(language);
    });

    const all = waitForFullCatalogue();
    await chooseLanguage('sw', site.fetch);
    french.resolve();
    await all;

    expect(i18n.locale).toBe('sw');
    expect(page()).toEqual({ lang: 'sw', dir: 'ltr' });
  });

  test('are used while the catalogue cannot be fetched, and the fetch is retried', async () => {
    aReaderOf('fr');
    aPageWithWords('fr');
    const lacks = ['fr'];
    const site = aSite({ lacks });
    await loadStartLanguage(site.fetch);

    await expect(waitForFullCatalogue()).rejects.toSatisfy(isMissingChunkError);
    await waitForCatalogueOfPage('/somewhere/else');
    expect(isCatalogueMissing.get()).toBe(true);
    lacks.pop();
    await waitForCatalogueOfPage('/somewhere/else');
    expect(isCatalogueMissing.get()).toBe(false);

    expect(i18n._('greeting')).toBe('a word of fr');
  });
});

describe('another language', () => {
  test('is used at once, and stored for the next start', async () => {
    aReaderOf('en');
    const { fetch } = aSite();
    await loadStartLanguage(fetch);

    await chooseLanguage('ar', fetch);

    expect(i18n.locale).toBe('ar');
    expect(page()).toEqual({ lang: 'ar', dir: 'rtl' });
    expect(chosenLanguage.get()).toBe('ar');
  });

  test('that cannot be fetched changes nothing, and is reported', async () => {
    const reader = aReaderOf('en');
    await loadStartLanguage(aSite().fetch);

    await chooseLanguage('pt', aSite({ lacks: ['pt'] }).fetch);

    expect(i18n.locale).toBe('en');
    expect(page()).toEqual({ lang: 'en', dir: 'ltr' });
    expect(chosenLanguage.get()).toBeUndefined();
    expect(reader.toasts.map(({ title }) => title)).toEqual(['Português could not be fetched']);
  });

  test('is the one that was chosen last, in whatever order the catalogues arrive', async () => {
    const reader = aReaderOf('en');
    const { fetch } = aSite();
    await loadStartLanguage(fetch);
    const french = Promise.withResolvers<void>();

    const slow = chooseLanguage('fr', async (language) => {
      await french.promise;
      return fetch(language);
    });
    await chooseLanguage('sw', fetch);
    french.resolve();
    await slow;

    expect(i18n.locale).toBe('sw');
    expect(chosenLanguage.get()).toBe('sw');
    expect(reader.toasts).toEqual([]);
  });
});

describe('dates and numbers', () => {
  test.each([
    { reader: ['en-NG', 'yo'], formatted: 'en-NG', why: 'the reader has a region' },
    { reader: ['sw-KE', 'en-KE'], formatted: 'en-KE', why: 'any region of the reader counts' },
    { reader: ['en'], formatted: 'en-GB', why: 'English alone would be American' },
    { reader: ['tr-TR'], formatted: 'en-GB', why: 'the reader has no English region' },
    { reader: ['eng-XX'], formatted: 'en-GB', why: 'a language may begin alike' },
  ])('have the format of $formatted for $reader, because $why', ({ reader, formatted }) => {
    expect(listFormatLocales('en', reader)[0]).toBe(formatted);
  });

  test.each([
    ['ar', '11.8', 'نوفمبر 2026'],
    ['ar-EG', '١١٫٨', 'نوفمبر ٢٠٢٦'],
    ['ar-SA', '١١٫٨', 'نوفمبر ٢٠٢٦'],
  ])('have Gregorian months and the digits of a reader of %s', async (reader, number, month) => {
    aReaderOf(reader);
    await loadStartLanguage(async () => ({ messages: {} }));

    expect(i18n.number(11.8)).toBe(number);
    expect(monthName('2026-11')).toBe(month);
  });
});

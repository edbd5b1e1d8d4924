import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  languages,
  ownSentences,
  sentencesInTheSource,
  translated,
} from '../../locales/catalogues.ts';

const all = await sentencesInTheSource();

describe('the texts of the app and the server', () => {
  const sentences = Object.keys(all);

  test.each(languages)(
    'are all in locales/%s.po: `npm run messages` adds them',
    async (language) => {
      const known = await translated(language);

      expect(sentences.filter((key) => !(key in known))).toEqual([]);
    },
  );

  test.each(languages)('are all translated into %s', async (language) => {
    const own = await ownSentences(language);

    expect(sentences.filter((key) => !(key in own))).toEqual([]);
  });

  test.each(languages)(
    'are in locales/%s.po without references to source lines',
    async (language) => {
      const text = await readFile(
        join(import.meta.dirname, '..', '..', 'locales', `${language}.po`),
        'utf8',
      );

      expect(text.split('\n').filter((line) => line.startsWith('#:'))).toEqual([]);
    },
  );
});

test('the app does not download the texts of mails', async () => {
  const app = Object.values(await sentencesInTheSource('src/client/'));

  expect(Object.values(all)).toContain('Activate your Touchline account');
  expect(app).toContain('Choose a new password');
  expect(app).not.toContain('Activate your Touchline account');
});

import { i18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { pushedNoticeTexts } from '#client/ui/messages/notice-text.ts';
import { pushedNoticeKinds } from '#domain/notice.ts';
import { readNoticeTexts } from '#sync/notification-preference.ts';
import { pushWordsDocument } from '#sync/refresh/document-names.ts';
import { showPushNotification } from '#worker/notifications.ts';
import { aClosedApp } from '../testing/engine/a-closed-app.ts';

const tipId = '0192f0c1-7d3a-7b52-9c44-1f2e3d4c5b6a';
const arabic = { lang: 'ar', dir: 'rtl', news: { settled: 'حُسم توقع.' } };

type Shown = { title: string } & NotificationOptions;

/** The notifications that a push shows; `value` is the text that the member's page has stored. */
async function shownFor(pushed: unknown, value: unknown, isAllowed = true): Promise<Shown[]> {
  const phone = await aClosedApp({ url: 'https://a.test' });
  if (value) await phone.store.documents.put({ name: pushWordsDocument, value, fetchedAt: 0 });
  const shown: Shown[] = [];
  const words = async () => readNoticeTexts(phone.background.databases);
  await showPushNotification(pushed, words, {
    isAllowed: () => isAllowed,
    registration: {
      showNotification: async (title, options = {}) => void shown.push({ title, ...options }),
    },
  });
  return shown;
}

describe('a push', () => {
  test('is shown in the texts that the page stored, and opens its tip', async () => {
    expect(await shownFor({ kind: 'settled', tipId }, arabic)).toMatchObject([
      {
        title: 'Touchline',
        body: arabic.news.settled,
        lang: 'ar',
        dir: 'rtl',
        tag: `touchline-tip-${tipId}`,
        data: { path: `/tip/${tipId}` },
      },
    ]);
  });

  test.each(pushedNoticeKinds)('of %s has English texts if the page stored none', async (kind) => {
    i18n.loadAndActivate({ locale: 'en', messages: {} });
    expect(await shownFor({ kind, tipId }, undefined)).toMatchObject([
      {
        body: pushedNoticeTexts()[kind],
        lang: 'en',
        data: { path: `/tip/${tipId}` },
      },
    ]);
  });

  test.each([
    [undefined],
    ['text'],
    [{ kind: 'gossip', tipId }],
    [{ kind: 'settled', tipId: '../x' }],
  ])('of %j, which is unreadable, shows a general text', async (pushed) => {
    const [shown] = await shownFor(pushed, undefined);

    expect(shown).toMatchObject({ body: 'Something new on Touchline.', data: {} });
    expect(shown?.data).toEqual({ path: undefined });
  });

  test('is not shown if the browser blocks notifications', async () => {
    expect(await shownFor({ kind: 'settled', tipId }, arabic, false)).toEqual([]);
  });
});

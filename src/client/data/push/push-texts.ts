import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { pushedNoticeTexts } from '#client/ui/messages/notice-text.ts';
import { describeNoConnection, describeServerReason } from '#client/ui/messages/problems.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import type { NoticeTexts } from '#sync/notification-preference.ts';
import { directionOf } from '../languages.ts';
import type { PushAnswer } from './push.ts';

/** The texts of pushed notices in the current language. */
export function usePushTexts(): NoticeTexts {
  const { i18n } = useLingui();
  const lang = i18n.locale;
  return useMemo(() => ({ lang, dir: directionOf(lang), news: pushedNoticeTexts() }), [lang]);
}

/** Returns a function that shows a message if a change of the push choices failed. */
export function useReportPushFailure(): (answer: PushAnswer) => void {
  const { t } = useLingui();
  const textOf = (answer: PushAnswer): string | undefined => {
    switch (answer.kind) {
      case 'ok':
        return undefined;
      case 'refused':
        return describeServerReason(answer.problem);
      case 'unreachable':
        return describeNoConnection();
      case 'blocked':
        return t`Notifications are blocked in your browser.`;
      case 'failed':
        return t`Your browser could not be reached for notifications. Try again later.`;
      case 'dismissed':
        return '';
    }
  };
  return (answer) => {
    const text = textOf(answer);
    if (text === '') notify({ tone: 'waiting', title: t`Notifications stay off` });
    else if (text !== undefined) notify({ tone: 'lost', title: t`Not saved`, text });
  };
}

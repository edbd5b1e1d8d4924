import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { Device } from '#contract/account/security.ts';
import type { AccountAnswer } from '#client/data/account/accounts.ts';
import { useAccounts, useLogOut } from '#client/data/account/use-accounts.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmButton } from '#client/ui/dialog/question.tsx';
import { mediumDate, mediumDateTime } from '#client/ui/formats.ts';
import { focusHeadingAfter } from '#client/ui/focus.ts';
import { Problem } from '#client/ui/notice.tsx';
import { noConnectionWords } from '#client/ui/messages/problems.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { Ltr } from '#client/ui/text.tsx';
import { useSending } from '#client/ui/use-task.ts';

type DevicesProps = { devices: readonly Device[]; onChanged: () => Promise<void> };

/** Every logged-in device, with a button that logs it out. */
export function Devices({ devices, onChanged }: DevicesProps) {
  const { t } = useLingui();
  const callAccount = useAccounts();
  const { busy, problem, send } = useSending();
  const leaveEverywhere = useLeaveEverywhere();
  const change = async (call: Parameters<typeof callAccount<AccountAnswer>>[0], success: string) =>
    send(async () => {
      const answer = await callAccount(call);
      if (answer.kind === 'ok') {
        notify({ tone: 'won', title: success });
        await onChanged();
      }
      return wordsOf(answer);
    });
  return (
    <>
      <ul className="grid gap-3">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-2">
            <DeviceFacts device={device} />
            {!device.here && (
              <Button
                ref={focusHeadingAfter}
                busy={busy}
                onClick={() =>
                  void change(
                    (accounts) => accounts.endDevice(device.id),
                    t`That device is logged out`,
                  )
                }
              >
                {t`Log out`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Problem text={problem} />
      <div className="grid gap-2">
        {devices.length > 1 && (
          <ConfirmButton
            words={t`Log out everywhere else`}
            question={t`Every other device has to log in again. What was saved on them stays there.`}
            keep={t`Cancel`}
            onConfirm={() =>
              void change(
                (accounts) => accounts.logOutEverywhere(true),
                t`Every other device is logged out`,
              )
            }
          />
        )}
        <ConfirmButton
          words={t`Log out everywhere, here too`}
          question={t`Every device has to log in again. What you saved stays on this phone, locked for you.`}
          keep={t`Cancel`}
          onConfirm={() => void send(leaveEverywhere)}
        />
      </div>
    </>
  );
}

function DeviceFacts({ device: { device, here, startedAt, lastUsedAt } }: { device: Device }) {
  const { t } = useLingui();
  const since = mediumDate(startedAt);
  const used = mediumDateTime(lastUsedAt);
  return (
    <div className="min-w-0">
      <p className="font-semibold">{device === '' ? t`Unknown device` : <Ltr>{device}</Ltr>}</p>
      <p className="text-sm text-dim">
        {here
          ? t`This device, logged in since ${since}`
          : t`Logged in since ${since}, last used ${used}`}
      </p>
    </div>
  );
}

/**
 * Ends every session, then this device's own by the usual logout; resolves to the error text of a
 * failure.
 */
function useLeaveEverywhere() {
  const { t } = useLingui();
  const callAccount = useAccounts();
  const logOut = useLogOut();
  const navigate = useNavigate();
  return async (): Promise<string | undefined> => {
    const answer = await callAccount((accounts) => accounts.logOutEverywhere(false));
    if (answer.kind !== 'ok') return wordsOf(answer);
    await logOut('keep');
    await navigate({ to: '/' });
    notify({ tone: 'won', title: t`You are logged out everywhere` });
    return undefined;
  };
}

function wordsOf(answer: AccountAnswer): string | undefined {
  if (answer.kind === 'ok') return undefined;
  return answer.kind === 'refused' ? answer.message : noConnectionWords();
}

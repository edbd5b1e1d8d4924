import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import {
  type DeviceSession,
  endDeviceSession,
  logoutEverywhere,
} from '#contract/account/security.ts';
import type { AccountAnswer } from '#client/data/account/account-api.ts';
import { useServerAction } from '#client/data/account/server-call.ts';
import { type AccountApi, useLogOut } from '#client/data/account/use-account-api.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmButton } from '#client/ui/dialog/inline-question.tsx';
import { momentText } from '#client/ui/formats.ts';
import { focusHeadingOnRemoval } from '#client/ui/focus.ts';
import { ProblemNotice } from '#client/ui/notice.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { Ltr } from '#client/ui/text.tsx';

type DevicesProps = { devices: readonly DeviceSession[]; onChanged: () => void };

/** All logged-in devices, each with a button that logs it out. */
export function Devices({ devices, onChanged }: DevicesProps) {
  const { busy, problem, send } = useServerAction();
  const logOut = useLogOut();
  const navigate = useNavigate();
  const change = async (call: (accounts: AccountApi) => Promise<AccountAnswer>, title: string) =>
    send({
      call,
      onSuccess: () => {
        notify({ tone: 'won', title });
        onChanged();
      },
    });
  // Ends all sessions on the server, then logs out on this device.
  const leaveEverywhere = async () =>
    send({
      call: (accounts) => accounts.call(logoutEverywhere, { body: { stayHere: false } }),
      onSuccess: async () => {
        await logOut('keep');
        await navigate({ to: '/' });
        notify({ tone: 'won', title: t`You are logged out everywhere` });
      },
    });
  return (
    <>
      <ul className="grid gap-3">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-2">
            <DeviceFacts device={device} />
            {!device.here && (
              <Button
                ref={focusHeadingOnRemoval}
                busy={busy}
                onClick={() =>
                  void change(
                    (accounts) => accounts.call(endDeviceSession, { params: { id: device.id } }),
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
      <ProblemNotice text={problem} />
      <div className="grid gap-2">
        {devices.length > 1 && (
          <ConfirmButton
            words={t`Log out everywhere else`}
            question={t`Every other device has to log in again. What was saved on them stays there.`}
            keep={t`Cancel`}
            onConfirm={() =>
              void change(
                (accounts) => accounts.call(logoutEverywhere, { body: { stayHere: true } }),
                t`Every other device is logged out`,
              )
            }
          />
        )}
        <ConfirmButton
          words={t`Log out everywhere, here too`}
          question={t`Every device has to log in again. What you saved stays on this phone, locked for you.`}
          keep={t`Cancel`}
          onConfirm={() => void leaveEverywhere()}
        />
      </div>
    </>
  );
}

function DeviceFacts({
  device: { device, here, startedAt, lastUsedAt },
}: {
  device: DeviceSession;
}) {
  const since = momentText(startedAt, 'date');
  const used = momentText(lastUsedAt, 'date-time');
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

import { t } from '@lingui/core/macro';
import { type PushControls, usePushControls } from '#client/data/push/push.ts';
import { usePushTexts, useReportPushFailure } from '#client/data/push/push-texts.ts';
import { Button } from '#client/ui/button.tsx';
import { isolateForeignText } from '#client/ui/formats.ts';
import { Icon, TickIcon } from '#client/ui/icon.tsx';
import { useTask } from '#client/ui/use-task.ts';

type PushBellProps = { tipsterId: string; name: string };

/** Turns pushes of a followed tipster's tips on or off; the first tap requests permission. */
export function PushBell(props: PushBellProps) {
  const push = usePushControls();
  if (!push || push.state === 'unsupported') return undefined;
  return <Bell {...props} push={push} />;
}

function Bell({ tipsterId, name, push }: PushBellProps & { push: PushControls }) {
  const { state, choices, turnOn, chooseTipster } = push;
  const words = usePushTexts();
  const report = useReportPushFailure();
  const { busy, run } = useTask();
  const isOn = state === 'on' && choices.tipsters.includes(tipsterId);
  const whom = isolateForeignText(name);
  const change = async () =>
    run(async () => {
      const begun = state === 'on' ? undefined : await turnOn(words);
      report(begun && begun.kind !== 'ok' ? begun : await chooseTipster(tipsterId, !isOn));
    });
  return (
    <Button
      aria-pressed={isOn}
      aria-label={t`Notify me of tips by ${whom}`}
      busy={busy}
      onClick={() => void change()}
      className="min-w-11 px-2.5!"
    >
      <Icon name="bell" className="size-5.5" />
      {isOn && <TickIcon />}
    </Button>
  );
}

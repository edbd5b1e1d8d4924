import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import {
  type PushControls,
  type PushChoices,
  usePushControls,
  useStorePushTexts,
} from '#client/data/push/push.ts';
import { usePushTexts, useReportPushFailure } from '#client/data/push/push-texts.ts';
import { noticeKindText } from '#client/ui/messages/notice-text.ts';
import { controlClasses } from '#client/ui/classes.ts';
import { countText } from '#client/ui/formats.ts';
import { useTask } from '#client/ui/use-task.ts';
import { pushedNoticeKinds, type PushedNoticeKind } from '#domain/notice.ts';
import { SettingRow, SwitchRow } from './setting-rows.tsx';

/** Push settings of this browser, off at first; empty if the server sends no pushes. */
export function PushChoice() {
  const push = usePushControls();
  if (!push) return undefined;
  if (push.state === 'unsupported') {
    return (
      <SettingRow
        label={t`Notify me`}
        hint={t`This browser shows no news while the app is closed.`}
      />
    );
  }
  return <PushSwitch push={push} />;
}

function PushSwitch({ push }: { push: PushControls }) {
  const { state, turnOn, turnOff } = push;
  const words = usePushTexts();
  useStorePushTexts(words, state === 'on');
  const report = useReportPushFailure();
  const { busy, run } = useTask();
  const change = async (isOn: boolean) =>
    run(async () => report(isOn ? await turnOn(words) : await turnOff()));
  return (
    <>
      <SwitchRow
        checked={state === 'on'}
        disabled={state === 'blocked'}
        onChange={(isOn) => {
          if (!busy) void change(isOn);
        }}
        label={t`Notify me`}
        hint={
          state === 'blocked'
            ? t`Notifications are blocked in your browser.`
            : t`Of tips, odds and results, also while the app is closed. A locked screen names nobody and no game.`
        }
      />
      {state === 'on' && <PushChoiceRows push={push} />}
    </>
  );
}

function PushChoiceRows({ push }: { push: PushControls }) {
  const { choices, choose } = push;
  const report = useReportPushFailure();
  const change = async (kind: PushedNoticeKind, isOn: boolean) => {
    const others = choices.kinds.filter((one) => one !== kind);
    report(await choose({ kinds: isOn ? [...others, kind] : others }));
  };
  return (
    <>
      {pushedNoticeKinds.map((kind) => (
        <SwitchRow
          key={kind}
          checked={choices.kinds.includes(kind)}
          onChange={(isOn) => void change(kind, isOn)}
          label={noticeKindText(kind)}
        />
      ))}
      <QuietHours
        quiet={choices.quiet}
        onChoose={async (quiet) => report(await choose({ quiet }))}
      />
      <SettingRow
        label={t`Whose tips`}
        hint={<PushedTipstersText count={choices.tipsters.length} />}
      />
    </>
  );
}

function PushedTipstersText({ count }: { count: number }) {
  const shown = countText(count);
  return count === 0
    ? t`Your own. For others, tap the bell on their page.`
    : t`Your own, and those of tipsters whose bell is on: ${shown}.`;
}

type QuietHoursProps = {
  quiet: PushChoices['quiet'];
  onChoose: (quiet: PushChoices['quiet']) => Promise<void>;
};

const defaultQuietHours = { from: 22 * 60, until: 7 * 60 };

/** Chooses hours without pushes, in the phone's time zone. */
function QuietHours({ quiet, onChoose }: QuietHoursProps) {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <SwitchRow
        checked={quiet !== null}
        onChange={(isOn) => void onChoose(isOn ? { ...defaultQuietHours, zone } : null)}
        label={t`Quiet hours`}
        hint={t`What happens then waits in your messages.`}
      />
      {quiet !== null && (
        <SettingRow label={<span className="text-sm text-dim">{quiet.zone}</span>}>
          <span className="flex flex-wrap items-end gap-3">
            <TimeOfDay
              label={t`From`}
              minute={quiet.from}
              onChoose={(from) => void onChoose({ ...quiet, from, zone })}
            />
            <TimeOfDay
              label={t`Until`}
              minute={quiet.until}
              onChoose={(until) => void onChoose({ ...quiet, until, zone })}
            />
          </span>
        </SettingRow>
      )}
    </>
  );
}

type TimeOfDayProps = { label: string; minute: number; onChoose: (minute: number) => void };

/** A time field that saves on blur, because a time is typed digit by digit. */
function TimeOfDay({ label, minute, onChoose }: TimeOfDayProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const apply = () => {
    const [hours, minutes] = (typed ?? '').split(':').map(Number);
    setTyped(undefined);
    if (hours === undefined || minutes === undefined) return;
    const chosen = hours * 60 + minutes;
    if (chosen !== minute) onChoose(chosen);
  };
  return (
    <span>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="time"
        required
        value={typed ?? toTimeInputValue(minute)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={apply}
        className={`figure ${controlClasses}`}
      />
    </span>
  );
}

function toTimeInputValue(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

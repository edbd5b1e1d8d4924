import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { loadMessages } from '#client/data/language.ts';
import { ScoreBoxes } from '#client/features/desk/score-boxes.tsx';
import { type ResultBoxName, resultBoxNames } from '#client/features/desk/result-draft.ts';
import { typesKey } from '../../../testing/components/keys.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const empty = { halfHome: '', halfAway: '', fullHome: '', fullAway: '' };

/** Renders the four boxes in a form; returns a function that reads their values in order. */
async function showBoxes(): Promise<() => string> {
  await loadMessages('en', async () => ({ messages: {} }));
  function Boxes() {
    const [digits, setDigits] = useState(empty);
    return (
      <form>
        <ScoreBoxes
          teams={{ home: 'Arsenal', away: 'Chelsea' }}
          digits={digits}
          error={undefined}
          onDigits={(box, text) => setDigits((before) => ({ ...before, [box]: text }))}
        />
      </form>
    );
  }
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Boxes />
      </I18nProvider>,
    ),
  );
  onTestFinished(async () => {
    await act(async () => root.unmount());
    container.remove();
  });
  return () => resultBoxNames.map((box) => boxOf(box).value).join(' ');
}

function boxOf(name: ResultBoxName): HTMLInputElement {
  const box = document.querySelectorAll('[data-box]')[resultBoxNames.indexOf(name)];
  return box instanceof HTMLInputElement ? box : expect.unreachable(`no box ${name}`);
}

/** Presses keys one by one, each in the box that is focused at that moment. */
function typesOver(keys: string): void {
  act(() => {
    boxOf('halfHome').blur();
    boxOf('halfHome').focus();
  });
  for (const key of keys) act(() => typesKey(key));
}

// The boxes are independent, so two digits typed over each other are the only cases.
const goals = [0, 1];
/** All scores with at most one goal a side at half-time and at full time, as digits such as "0011". */
const scores = goals.flatMap((halfHome) =>
  goals.flatMap((halfAway) =>
    goals.flatMap((fullHome) =>
      goals.flatMap((fullAway) =>
        halfHome <= fullHome && halfAway <= fullAway
          ? [`${halfHome}${halfAway}${fullHome}${fullAway}`]
          : [],
      ),
    ),
  ),
);

test.each(scores)('every digit typed over %s is in its own box', async (before) => {
  const shown = await showBoxes();

  const wrong = scores.flatMap((after) => {
    typesOver(before);
    typesOver(after);
    const is = shown();
    return is === [...after].join(' ') ? [] : [`${before} to ${after}: ${is}`];
  });

  expect(wrong).toEqual([]);
});

test('the first digit replaces two digits, and Backspace allows a second digit', async () => {
  const shown = await showBoxes();

  typesOver('1');
  act(() => boxOf('halfHome').focus());
  act(() => boxOf('halfHome').setSelectionRange(1, 1));
  act(() => typesKey('3'));
  expect(shown(), 'also where a browser selects nothing').toBe('3   ');

  act(() => {
    boxOf('halfAway').dispatchEvent(backspace());
  });
  act(() => typesKey('0'));
  expect(shown()).toBe('30   ');
  expect(document.activeElement).toBe(boxOf('halfAway'));

  typesOver('3');
  expect(shown()).toBe('3   ');
  expect(document.activeElement).toBe(boxOf('halfAway'));
});

function backspace(): KeyboardEvent {
  return new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true, cancelable: true });
}

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { useReportSavedUnlessAnswered } from '#client/data/device/sync-state.ts';
import {
  endMessageWithOperation,
  awaitOperationState,
} from '#client/data/outbox/operation-message.ts';
import { registerMessageReceiver, type Toast } from '#client/ui/messages/toasts.ts';
import { mainSubjectOf } from '#sync/outbox/subjects.ts';
import { createObservable } from '#sync/observable.ts';
import { discardOperation } from '#sync/outbox/outbox.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { Reachability } from '#sync/status.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { otherMemberId, row } from '../../../testing/engine/samples.ts';
import { blockWrites } from '../../../testing/components/a-busy-disk.ts';
import { anEngine } from '../../../testing/components/an-engine.ts';
import { aPhone, aScreen, type Phone } from '../../../testing/components/a-screen.tsx';

const operation = row();

async function aPhoneWithOne(): Promise<Phone> {
  const phone = aPhone();
  await phone.store.operations.put(operation);
  return phone;
}

const change = async ({ store }: Phone, values: Partial<OperationRow>) =>
  store.operations.update(operation.seq, values);

describe('a message about an operation', () => {
  const message: Toast = {
    tone: 'saved',
    title: 'Saved on this phone',
    operation: operation.id,
    undo: () => undefined,
  };

  /** Shows a message about the operation and one about another operation. */
  async function aPageWithMessage() {
    const phone = await aPhoneWithOne();
    const other: Toast = { ...message, operation: 'another' };
    let shown: Toast[] = [message, other];
    onTestFinished(
      registerMessageReceiver({
        revise: (revise) => {
          shown = shown.flatMap((toast) => revise(toast) ?? []);
        },
      }),
    );
    endMessageWithOperation(phone.store, message);
    return { phone, other, shown: () => shown };
  }

  test.each(['acked', 'rejected', 'conflict'] as const)('disappears in state %s', async (state) => {
    const { phone, other, shown } = await aPageWithMessage();

    await change(phone, { state });

    await expect.poll(shown).toEqual([other]);
  });

  test('disappears once the operation is discarded', async () => {
    const { phone, other, shown } = await aPageWithMessage();

    await discardOperation(phone.store, operation.id);

    await expect.poll(shown).toEqual([other]);
  });

  test('loses its undo once the operation was sent', async () => {
    const { phone, other, shown } = await aPageWithMessage();
    const { undo: _, ...withoutUndo } = message;

    await change(phone, { state: 'unknown', sentEver: true });

    await expect.poll(shown).toEqual([withoutUndo, other]);
  });
});

describe('a change with the network up', () => {
  function SaveButton() {
    const saySaved = useReportSavedUnlessAnswered();
    const pending = {
      operation: operation.id,
      subject: mainSubjectOf(operation),
      undo: () => undefined,
    };
    return (
      <button type="button" onClick={() => saySaved('Will be sent when you are online.', pending)}>
        Save
      </button>
    );
  }

  async function aPageThatSaved() {
    const phone = await aPhoneWithOne();
    const engine = { ...anEngine(phone), reachability: createObservable<Reachability>('online') };
    const screen = await aScreen(<SaveButton />, phone, { engine });
    await screen.presses('Save');
    return { phone, screen };
  }

  test('is reported as saved on this phone if the server is unreachable, without an undo', async () => {
    const { phone, screen } = await aPageThatSaved();

    await change(phone, { state: 'unknown', attempts: 1, sentEver: true });

    expect(await screen.messages()).toEqual([
      {
        tone: 'saved',
        title: 'Saved on this phone',
        text: 'Will be sent when you are online.',
        operation: operation.id,
        subject: mainSubjectOf(operation),
      },
    ]);
  });

  test('is reported only by its outcome if the response arrives at once', async () => {
    const { phone, screen } = await aPageThatSaved();

    await change(phone, { state: 'acked', attempts: 1, sentEver: true });
    await phone.store.operations.clear();

    await screen.queued(0);
    expect(screen.toasts).toEqual([]);
  });

  test('is unsent if the disk is slower than the waiting time', async () => {
    // Another member's database: Dexie shares live query results among databases of one name.
    const { store } = databases(otherMemberId);
    await store.operations.put(operation);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const endBusy = blockWrites(store);

    const state = awaitOperationState(store, operation.id);
    await vi.advanceTimersByTimeAsync(1500);
    vi.useRealTimers();
    endBusy();

    expect(await state).toBe('unsent');
  });
});

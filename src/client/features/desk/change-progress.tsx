import type { ReactNode } from 'react';
import { useChangeState } from '#client/data/outbox/change-state.ts';
import { ChangeStateTag } from '#client/ui/tag.tsx';
import type { OperationKind } from '#sync/operations/registry.ts';
import { fixtureSubject } from '#sync/outbox/subjects.ts';

type ChangeProgressProps = {
  kind: OperationKind;
  fixtureIds: readonly string[];
  /** The number and kind of changes, such as "3 results", in front of the state. */
  about?: ReactNode;
  /** Replaces the state once the server has acknowledged all changes. */
  confirmed: ReactNode;
};

/** The state of this device's changes of one kind to these fixtures; empty without changes. */
export function ChangeProgress({ kind, fixtureIds, about, confirmed }: ChangeProgressProps) {
  const state = useChangeState(kind, fixtureIds.map(fixtureSubject));
  if (state === undefined) return undefined;
  if (state === 'confirmed') return <span className="font-semibold text-won">{confirmed}</span>;
  return (
    <>
      {about} <ChangeStateTag state={state} />
    </>
  );
}

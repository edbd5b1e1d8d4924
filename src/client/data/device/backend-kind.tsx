import type { ReactNode } from 'react';
import type { Engine } from '#sync/engine.ts';
import { useEngineValue } from './running.ts';

/** True for a backend with the calls of the spec only; false until the backend is known. */
export function isSpecOnly(engine: Pick<Engine, 'backend'> | undefined): boolean {
  return engine?.backend.get()?.kind === 'spec';
}

/** True for a backend with the calls of the spec only; follows the connection. */
export function useIsSpecOnly(): boolean {
  return useEngineValue(({ backend }) => backend, undefined)?.kind === 'spec';
}

type TouchlineOnlyProps = { children: ReactNode; instead?: ReactNode };

/** Content that a spec-only backend cannot serve; it shows `instead` there. */
export function TouchlineOnly({ children, instead }: TouchlineOnlyProps) {
  return useIsSpecOnly() ? instead : children;
}

/** Whether the backend has tipsters' records and monthly tables. */
export function useHasRecords(): boolean {
  return !useIsSpecOnly();
}

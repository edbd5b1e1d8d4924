/** Messages from a page: activate a new version, or fetch missing catalogues. */
export type WorkerCommand = { type: 'SKIP_WAITING' | 'FETCH_CATALOGUES' };

/** Parses a message; undefined unless a page of this origin sent it in exactly this shape. */
export function parseWorkerCommand(
  event: Pick<ExtendableMessageEvent, 'data' | 'origin' | 'source'>,
  ownOrigin: string,
): WorkerCommand | undefined {
  if (event.origin !== ownOrigin || event.source === null) return undefined;
  const data: unknown = event.data;
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (Object.keys(data).length !== 1) return undefined;
  const { type } = data;
  return type === 'SKIP_WAITING' || type === 'FETCH_CATALOGUES' ? { type } : undefined;
}

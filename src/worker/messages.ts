/** What a page may ask of the worker: to take over, and to fetch the languages it still lacks. */
export type Message = { type: 'SKIP_WAITING' | 'KEEP_CATALOGUES' };

/** The message, if a page of this origin sent one of exactly these shapes; else nothing. */
export function readMessage(
  event: Pick<ExtendableMessageEvent, 'data' | 'origin' | 'source'>,
  ownOrigin: string,
): Message | undefined {
  if (event.origin !== ownOrigin || event.source === null) return undefined;
  const data: unknown = event.data;
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (Object.keys(data).length !== 1) return undefined;
  const { type } = data;
  return type === 'SKIP_WAITING' || type === 'KEEP_CATALOGUES' ? { type } : undefined;
}

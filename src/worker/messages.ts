/** What a page may ask of the worker. */
export type Message = { type: 'SKIP_WAITING' } | { type: 'KEEP_CATALOGUE'; language: string };

/** The message, if a page of this origin sent one of exactly these shapes; else nothing. */
export function readMessage(
  event: Pick<ExtendableMessageEvent, 'data' | 'origin' | 'source'>,
  ownOrigin: string,
): Message | undefined {
  if (event.origin !== ownOrigin || event.source === null) return undefined;
  const data: unknown = event.data;
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  const fields = Object.keys(data).length;
  if (data.type === 'SKIP_WAITING' && fields === 1) return { type: data.type };
  if (data.type !== 'KEEP_CATALOGUE' || fields !== 2 || !('language' in data)) return undefined;
  const { language } = data;
  if (typeof language !== 'string' || !/^[a-z]{2}(?:-[A-Za-z]{2,4})?$/.test(language)) {
    return undefined;
  }
  return { type: data.type, language };
}

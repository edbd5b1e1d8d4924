import { useDevice } from './device-context.tsx';
import { useDocument } from './use-document.ts';

/** When the feed's prices were taken; undefined when nobody told. */
export function usePricedAt(): string | undefined {
  const value = useDocument(useDevice().publicStore, 'fixtures');
  if (typeof value !== 'object' || value === null || !('pricedAt' in value)) return undefined;
  return typeof value.pricedAt === 'string' ? value.pricedAt : undefined;
}

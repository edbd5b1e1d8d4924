import { saltedHash } from './proof/hashes.ts';
import type { ReplayedTip } from './proof/tip-replay.ts';
import type { Tip } from './tips.ts';

/** True if a tip has a text that can be removed. */
export function hasText({ analysis }: { analysis?: string | undefined }): boolean {
  return Boolean(analysis);
}

/** True if a tip has a text, or had one that was removed. */
export function hasOrHadText(tip: Pick<Tip, 'analysis' | 'analysisRemovedBy'>): boolean {
  return hasText(tip) || tip.analysisRemovedBy !== undefined;
}

/** The fields of a tip without its texts. */
export function removeTexts<Fields extends { analysis?: unknown }>(
  tip: Fields,
): Omit<Fields, 'analysis'> {
  const { analysis: _, ...rest } = tip;
  return rest;
}

/** True if a removed text is absent, and any other text matches the digest or text of the post. */
export async function hasSameTexts(
  listed: Tip,
  tip: ReplayedTip,
  salt: string | undefined,
): Promise<boolean> {
  const { analysis = '', analysisRemovedBy } = listed;
  if (analysisRemovedBy !== tip.analysisRemovedBy) return false;
  if (tip.analysisRemovedBy !== undefined) return !hasText(listed);
  if (tip.analysis !== undefined && tip.analysis !== analysis) return false;
  if (tip.analysisDigest === undefined) return analysis === (tip.analysis ?? '');
  return salt !== undefined && (await saltedHash(salt, analysis)) === tip.analysisDigest;
}

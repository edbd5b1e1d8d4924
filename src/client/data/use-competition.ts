import type { CompetitionTable } from '#contract/records.ts';
import { competitionDocument } from '#sync/document-names.ts';
import { type Fetched, useFetched } from './use-document.ts';

/** The table of a month, of the running one unless asked otherwise; null when it was never here. */
export function useCompetition(month?: string): Fetched<CompetitionTable> | null | undefined {
  return useFetched(competitionDocument(month), isTable);
}

// Checked against the contract when it was written; this tells it from a document of another build.
function isTable(value: unknown): value is CompetitionTable {
  return (
    typeof value === 'object' &&
    value !== null &&
    'month' in value &&
    'months' in value &&
    'minimum' in value &&
    'rows' in value
  );
}

import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { analysisLimit } from '#contract/limits.ts';
import { countText } from '#client/ui/formats.ts';
import { control } from '#client/ui/classes.ts';

type AnalysisFieldProps = { analysis: string; onAnalysis: (analysis: string) => void };

/** Why the tipster thinks so. What is typed is kept at once, and never cut: too long is said. */
export function AnalysisField({ analysis, onAnalysis }: AnalysisFieldProps) {
  const id = useId();
  // The stored text comes back a moment after each key; the field must not wait for it.
  const [typed, setTyped] = useState(analysis);
  const tooLong = typed.length > analysisLimit;
  const length = countText(typed.length);
  const limit = countText(analysisLimit);
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        <Trans>Analysis</Trans>
      </label>
      <textarea
        id={id}
        rows={2}
        dir="auto"
        value={typed}
        aria-invalid={tooLong || undefined}
        aria-describedby={`${id}-length`}
        onChange={({ target }) => {
          setTyped(target.value);
          onAnalysis(target.value);
        }}
        className={`${control} field-sizing-content max-h-60`}
      />
      <p
        id={`${id}-length`}
        className={tooLong ? 'text-sm font-semibold text-lost' : 'text-xs text-dim'}
      >
        {tooLong ? (
          <Trans>
            {length} characters: at most {limit} fit
          </Trans>
        ) : (
          <Trans>
            {length} of {limit} characters
          </Trans>
        )}
      </p>
    </div>
  );
}

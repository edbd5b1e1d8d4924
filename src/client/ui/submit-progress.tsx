import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';

/** Progress of a submitted form, indeterminate because a few bytes have no measurable progress. */
export function SubmitProgress() {
  const { t } = useLingui();
  const id = useId();
  return (
    <div role="status" className="text-sm text-dim">
      <label htmlFor={id}>{t`Processing...`}</label>
      <progress id={id} className="block w-full accent-ink" />
    </div>
  );
}

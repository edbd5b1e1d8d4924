import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';

/** An indeterminate progress bar while a form is being sent. */
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

import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';

/** Says that a form is on its way; how far a change of a few bytes has come is not known. */
export function UploadProgress() {
  const { t } = useLingui();
  const id = useId();
  return (
    <div role="status" className="text-sm text-dim">
      <label htmlFor={id}>{t`Processing...`}</label>
      <progress id={id} className="block w-full accent-ink" />
    </div>
  );
}

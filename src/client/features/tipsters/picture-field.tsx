import { t } from '@lingui/core/macro';
import { useEffect, useId, useMemo, useState } from 'react';
import { shrinkPicture, type PictureProblem, type Shrunk } from './shrink-picture.ts';
import { Picture } from '#client/ui/tipster.tsx';
import { useTask } from '#client/ui/use-task.ts';

type PictureFieldProps = {
  name: { firstName: string; lastName: string };
  /** The picture as this phone knows it. */
  current: string | null;
  /** What was chosen and is not saved yet. */
  chosen: Shrunk | undefined;
  onChoose: (picture: Shrunk) => void;
  /** Makes a file small enough to be queued; a test hands its own canvas in. */
  shrink?: (file: Blob) => Promise<Shrunk | PictureProblem>;
};

/** One's picture: chosen from the phone or its camera, made small, and shown before it is saved. */
export function PictureField({
  name,
  current,
  chosen,
  onChoose,
  shrink = shrinkPicture,
}: PictureFieldProps) {
  const id = useId();
  const preview = usePreview(chosen);
  const { busy, run } = useTask();
  const [problem, setProblem] = useState<PictureProblem>();
  const reasons: Record<PictureProblem, string> = {
    'picture-too-large': t`This picture is too large. Choose a smaller one.`,
    'picture-unreadable': t`This picture cannot be read. Choose a JPEG, PNG or WebP picture.`,
  };

  const choose = async (file: File | undefined) => {
    // The list of the phone was closed without a choice.
    if (file === undefined) return;
    await run(async () => {
      const shrunk = await shrink(file);
      setProblem(typeof shrunk === 'string' ? shrunk : undefined);
      if (typeof shrunk !== 'string') onChoose(shrunk);
    });
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Picture name={name} picture={preview ?? current} size="large" />
      <div className="grid min-w-0 flex-1 basis-40 gap-1">
        <input
          type="file"
          id={id}
          accept="image/*"
          aria-describedby={`${id}-news`}
          aria-invalid={problem !== undefined || undefined}
          className="peer sr-only"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            void choose(file);
            // The same file may be chosen again after it was refused.
            currentTarget.value = '';
          }}
        />
        <label
          htmlFor={id}
          className="edge inline-flex min-h-11 cursor-pointer items-center justify-center justify-self-start rounded-sm bg-card px-4 py-2 font-semibold peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink hover:bg-sunk"
        >
          {current === null && chosen === undefined
            ? t`Choose a picture`
            : t`Choose another picture`}
        </label>
        <p id={`${id}-news`} role="status" className="text-sm text-dim">
          {busy ? (
            t`Making it smaller…`
          ) : problem !== undefined ? (
            <span className="font-semibold text-lost">{reasons[problem]}</span>
          ) : chosen ? (
            t`It goes along when you save your changes.`
          ) : (
            t`Your phone makes it small before it is sent.`
          )}
        </p>
      </div>
    </div>
  );
}

/** An address for a picture that only this page holds. */
function usePreview(picture: Shrunk | undefined): string | undefined {
  const address = useMemo(
    () => picture && URL.createObjectURL(new Blob([picture.bytes], { type: picture.type })),
    [picture],
  );
  useEffect(() => {
    if (address === undefined) return undefined;
    return () => URL.revokeObjectURL(address);
  }, [address]);
  return address;
}

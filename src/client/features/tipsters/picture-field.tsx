import { t } from '@lingui/core/macro';
import { useEffect, useId, useMemo, useState } from 'react';
import { shrinkPicture, type PictureProblem, type ShrunkPicture } from './shrink-picture.ts';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { useTask } from '#client/ui/use-task.ts';

type PictureFieldProps = {
  /** The member, with the current picture on this phone. */
  of: { firstName: string; lastName: string; picture: string | null } | undefined;
  /** The chosen picture, which is not saved yet. */
  chosen: ShrunkPicture | undefined;
  onChoose: (picture: ShrunkPicture) => void;
};

/** The member's picture: chosen from files or camera, shrunk, and previewed before it is saved. */
export function PictureField({ of = blankMember, chosen, onChoose }: PictureFieldProps) {
  const id = useId();
  const preview = usePreviewUrl(chosen);
  const { busy, run } = useTask();
  const [problem, setProblem] = useState<PictureProblem>();

  const choose = async (file: File | undefined) => {
    // The file dialog was closed without a choice.
    if (file === undefined) return;
    await run(async () => {
      const shrunk = await shrinkPicture(file);
      setProblem(typeof shrunk === 'string' ? shrunk : undefined);
      if (typeof shrunk !== 'string') onChoose(shrunk);
    });
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={`${of.firstName} ${of.lastName}`} picture={preview ?? of.picture} size={76} />
      <div className="grid min-w-0 flex-1 basis-40 gap-1">
        <FileInput id={id} isWrong={problem !== undefined} onFile={(file) => void choose(file)}>
          {of.picture === null && !chosen ? t`Choose a picture` : t`Choose another picture`}
        </FileInput>
        <p id={`${id}-status`} role="status" className="text-sm text-dim">
          {busy ? (
            t`Making it smaller…`
          ) : (
            <PictureStatus problem={problem} isChosen={chosen !== undefined} />
          )}
        </p>
      </div>
    </div>
  );
}

const blankMember = { firstName: '', lastName: '', picture: null };

type FileInputProps = {
  id: string;
  isWrong: boolean;
  onFile: (file: File | undefined) => void;
  children: string;
};

/** The native file input, with a label that looks like a button. */
function FileInput({ id, isWrong, onFile, children }: FileInputProps) {
  return (
    <>
      <input
        type="file"
        id={id}
        accept="image/*"
        aria-describedby={`${id}-status`}
        aria-invalid={isWrong || undefined}
        className="peer sr-only"
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          // The empty value lets the person choose the same file again after a refusal.
          currentTarget.value = '';
        }}
      />
      <label
        htmlFor={id}
        className="control-border inline-flex min-h-11 cursor-pointer items-center justify-center justify-self-start rounded-sm bg-card px-4 py-2 font-semibold peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink hover:bg-sunk"
      >
        {children}
      </label>
    </>
  );
}

function PictureStatus({
  problem,
  isChosen,
}: {
  problem: PictureProblem | undefined;
  isChosen: boolean;
}) {
  const reasons: Record<PictureProblem, string> = {
    'picture-too-large': t`This picture is too large. Choose a smaller one.`,
    'picture-unreadable': t`This picture cannot be read. Choose a JPEG, PNG or WebP picture.`,
  };
  if (problem) return <span className="font-semibold text-lost">{reasons[problem]}</span>;
  return isChosen ? t`Saved with your changes.` : t`Your phone makes it small before it is sent.`;
}

/** An object URL of the chosen picture; revoked when it is replaced. */
function usePreviewUrl(picture: ShrunkPicture | undefined): string | undefined {
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

import { Trans } from '@lingui/react/macro';

/** The shape of a profile while it is on its way: the head, its buttons, the figures. */
export function ProfileSkeleton() {
  return (
    <div role="status" className="min-h-dvh">
      <div className="flex items-center gap-4">
        <div className="skeleton size-18 rounded-full" />
        <div className="grid flex-1 gap-2">
          <div className="skeleton h-7 max-w-60 rounded-sm" />
          <p className="text-sm text-dim">
            <Trans>Fetching User Profile</Trans>
          </p>
        </div>
      </div>
      <div aria-hidden="true">
        <div className="skeleton mt-4 h-11 rounded-sm" />
        <div className="skeleton mt-18 h-50 rounded-md" />
      </div>
    </div>
  );
}

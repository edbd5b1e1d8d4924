import { Trans } from '@lingui/react/macro';
import { Skeleton } from '#client/ui/notice.tsx';

/** The shape of a profile while it is on its way: the head, its buttons, the figures. */
export function ProfileSkeleton() {
  return (
    <div role="status" className="min-h-dvh">
      <div className="flex items-center gap-4">
        <Skeleton className="size-18 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-7 max-w-60 rounded-sm" />
          <p className="text-sm text-dim">
            <Trans>Fetching User Profile</Trans>
          </p>
        </div>
      </div>
      <div aria-hidden="true">
        <Skeleton className="mt-4 h-11 rounded-sm" />
        <Skeleton className="mt-18 h-50 rounded-md" />
      </div>
    </div>
  );
}

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { joinClasses } from './classes.ts';
import { focusHeadingOnRemoval } from './focus.ts';
import { fetchedAtText } from './formats.ts';
import { Icon } from './icon.tsx';
import { OfflineContext, useOffline } from './offline.ts';

const tones = {
  calm: 'bg-sunk text-ink',
  saved: 'bg-saved-ground text-saved',
  warning: 'bg-lost-ground text-lost',
  good: 'bg-won-ground text-won',
} as const;

type NoticeProps = {
  tone?: keyof typeof tones;
  title?: ReactNode;
  /** `alert` interrupts screen readers, so use it only for the result of a person's own action. */
  role?: 'status' | 'alert' | 'note';
  children?: ReactNode;
  /** Buttons below the text. */
  actions?: ReactNode;
};

/** A message that is part of the page, unlike a toast. */
export function Notice({ tone = 'calm', title, role, children, actions }: NoticeProps) {
  return (
    <div role={role} className={joinClasses('rounded-sm px-4 py-3 wrap-break-word', tones[tone])}>
      {title !== undefined && <p className="font-bold">{title}</p>}
      {children !== undefined && <div className="text-sm">{children}</div>}
      {actions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

/** The reason why a person's own action failed; renders nothing without a text. */
export function ProblemNotice({ text }: { text: string | undefined }) {
  if (text === undefined) return undefined;
  return (
    <Notice role="alert" tone="warning">
      {text}
    </Notice>
  );
}

type EmptyStateProps = {
  /** Names the missing content; the text below explains how to get it. */
  title?: ReactNode;
  /** Content above the text, such as avatars to follow. */
  picture?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
};

/** Replaces an empty list: one sentence, and an action that adds something to the list. */
export function EmptyState({ title, picture, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2.5 px-4 py-6 text-center">
      {picture}
      {title !== undefined && <p className="font-narrow text-lg font-bold">{title}</p>}
      <p className="max-w-80 text-dim">{children}</p>
      {action !== undefined && <div className="mt-1.5">{action}</div>}
    </div>
  );
}

const shapes = {
  line: { height: 'h-6', words: 'top-0.5' },
  row: { height: 'h-16', words: 'top-3' },
  card: { height: 'h-36', words: 'top-3' },
} as const;

type LoadingProps = {
  /** A text of the specification, such as "Fetching tipsters"; shown and announced. */
  label: ReactNode;
  /** The number and shape of the placeholders, so that nothing moves when rows arrive. */
  rows?: number;
  shape?: keyof typeof shapes | 'tip';
};

/** A grey placeholder. While one is visible (`hasSkeleton`), background work waits. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`skeleton ${className}`} />;
}

/** Placeholders for rows that are being fetched. */
export function Loading({ label, rows = 3, shape = 'card' }: LoadingProps) {
  const { height, words } = shapes[shape === 'tip' ? 'card' : shape];
  return (
    <div role="status" className="relative">
      <div aria-hidden="true" className="grid grid-cols-1 gap-3">
        {Array.from({ length: rows }, (_, row) =>
          shape === 'tip' ? (
            <TipSkeleton key={row} />
          ) : (
            <Skeleton key={row} className={`rounded-md ${height}`} />
          ),
        )}
      </div>
      {/* On the first placeholder: a line of its own would disappear and move the rows up. */}
      <p
        className={joinClasses(
          'absolute text-sm text-dim',
          // Large text takes two lines; the background hides the placeholder behind the text.
          shape === 'tip' && 'bg-card',
          shape === 'tip' ? 'start-15.5 end-3 top-2.5' : `inset-x-4 ${words}`,
        )}
      >
        {label}
      </p>
    </div>
  );
}

/** The placeholder of a tip card: header, three legs and footer. */
function TipSkeleton() {
  return (
    <div className="card-border rounded-md bg-card">
      <div className="flex items-end gap-2.5 px-3 pt-2.5 pb-1.5">
        <Skeleton className="size-10 shrink-0 rounded-full" />
        <Skeleton className="h-3.5 w-48 rounded-tag" />
      </div>
      <div className="divide-y divide-line px-3">
        {[0, 1, 2].map((leg) => (
          <div key={leg} className="flex min-h-12 items-center gap-2.5">
            <Skeleton className="h-7 w-12.5 rounded-tag" />
            <Skeleton className="h-7 min-w-0 flex-1 rounded-tag" />
            <Skeleton className="h-4 w-8 rounded-tag" />
          </div>
        ))}
      </div>
      <div className="mt-0.5 flex min-h-16 items-center gap-2 px-3.5">
        <Skeleton className="h-8 w-24 rounded-tag" />
        <Skeleton className="ms-auto h-11 w-40 rounded-sm" />
      </div>
    </div>
  );
}

type RetryButtonProps = { onRetry: () => void; look?: 'primary' | 'quiet'; className?: string };

/** A button that fetches again; hidden offline, where a fetch fails and is repeated later. */
export function RetryButton({ onRetry, look, className }: RetryButtonProps) {
  if (useOffline()) return undefined;
  return (
    <Button
      ref={focusHeadingOnRemoval}
      {...(look && { look })}
      {...(className !== undefined && { className })}
      onClick={onRetry}
    >
      <Trans>Retry</Trans>
    </Button>
  );
}

type FetchFailedNoticeProps = {
  children: ReactNode;
  /** The text shown offline; by default, that nothing is on this phone. */
  offline?: ReactNode;
  onRetry: () => void;
};

/** Reports that rows could not be fetched, if no rows are stored. */
export function FetchFailedNotice({ children, offline, onRetry }: FetchFailedNoticeProps) {
  const isOffline = useOffline();
  const nothingHere = offline ?? (
    <Trans>This is not on this phone yet. It comes when you are online.</Trans>
  );
  return (
    <Notice
      role="status"
      tone="saved"
      actions={isOffline ? undefined : <RetryButton onRetry={onRetry} />}
    >
      {isOffline ? nothingHere : children}
    </Notice>
  );
}

/** The state of a refresh of visible rows. */
type ShownRefresh = { state: 'waiting' | 'fresh' | 'failed'; retry: () => void };

type StoredAgeProps = {
  /** The time of the last fetch, if known. */
  fetchedAt: number | undefined;
  /** A sentence about later rows: "New tips come when you are online." */
  children: ReactNode;
};

/** The age of stored rows, and the reason why newer rows are missing. */
export function StoredAge({ fetchedAt, children }: StoredAgeProps) {
  const isOffline = useOffline();
  return (
    <>
      {fetchedAt !== undefined && `${fetchedAtText(fetchedAt)} `}
      {isOffline ? children : <Trans>The newest could not be fetched.</Trans>}
    </>
  );
}

type OutdatedNoticeProps = StoredAgeProps & { refresh: ShownRefresh };

/** A notice above stored rows that could not be refreshed. */
export function OutdatedNotice({ refresh: { state, retry }, ...age }: OutdatedNoticeProps) {
  return <AgeNotice isShown={state === 'failed'} onRetry={retry} {...age} />;
}

type AgeNoticeProps = StoredAgeProps & { isShown: boolean; onRetry?: () => void };

/** A notice with the age of the rows below it, if they may be outdated. */
export function AgeNotice({ isShown, onRetry, ...age }: AgeNoticeProps) {
  return (
    <OfflineNotice
      isShown={isShown}
      fetchedAt={age.fetchedAt}
      role="status"
      className="mb-2 flex flex-wrap items-center gap-x-2 rounded-sm bg-saved-ground px-3 text-sm text-saved"
    >
      <Icon name="offline" className="size-5" />
      <p className="min-w-0 flex-1 basis-40 py-2">
        <StoredAge {...age} />
      </p>
      {onRetry && <RetryButton look="quiet" className="-me-2 text-saved!" onRetry={onRetry} />}
    </OfflineNotice>
  );
}

type OfflineNoticeProps = {
  isShown: boolean;
  fetchedAt: number | undefined;
  role?: 'status';
  className: string;
  children: ReactNode;
};

/**
 * A notice about stored rows, visible offline. Online it is rendered but hidden, so that a snapshot
 * contains it: a snapshot opened offline then shows it, and nothing moves when the app replaces it.
 */
export function OfflineNotice({ isShown, fetchedAt, children, ...rest }: OfflineNoticeProps) {
  if (!isShown && fetchedAt === undefined) return undefined;
  return (
    <div data-offline hidden={!isShown} {...rest}>
      {isShown ? children : <OfflineContext value>{children}</OfflineContext>}
    </div>
  );
}

type StoredContentProps<Value> = {
  /** Undefined while the value is being read; null or an empty list if there is none. */
  value: Value | null | undefined;
  refresh: ShownRefresh;
  loading: ReactNode;
  /** The text after a failed fetch. */
  failed?: ReactNode;
  none: ReactNode;
  fetchedAt?: number | undefined;
  /** A sentence about a newer value; without this sentence an outdated value has no notice. */
  later?: ReactNode;
  children: (value: Value) => ReactNode;
};

/** Shows a stored value, or the reason why there is none: loading, a failed fetch, or no data. */
export function StoredContent<Value>(props: StoredContentProps<Value>) {
  const { value, refresh, loading, failed, none, fetchedAt, later, children } = props;
  if (value && !(Array.isArray(value) && value.length === 0)) {
    return (
      <>
        {later && (
          <OutdatedNotice refresh={refresh} fetchedAt={fetchedAt}>
            {later}
          </OutdatedNotice>
        )}
        {children(value)}
      </>
    );
  }
  if (refresh.state === 'failed' && failed) {
    return <FetchFailedNotice onRetry={refresh.retry}>{failed}</FetchFailedNotice>;
  }
  return value === undefined || refresh.state === 'waiting' ? loading : none;
}

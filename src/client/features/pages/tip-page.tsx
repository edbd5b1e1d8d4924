import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { isId } from '#contract/id.ts';
import { hasOrHadText } from '#contract/tip-texts.ts';
import type { Tip } from '#contract/tips.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useTip } from '#client/data/tips/public-tip-queries.ts';
import { useCopyNote } from '#client/data/tips/copy-note.ts';
import { isMemberActions, useTipActions } from '#client/data/tips/tip-actions.ts';
import { useBackendHasRecords } from '#client/data/device/backend-kind.tsx';
import { useSession } from '#client/session/session.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Card, CardHeading } from '#client/ui/card.tsx';
import { LineChart } from '#client/ui/chart/line-chart.tsx';
import { EmptyState, Loading, StoredContent } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { CopyNote, TipActionBar } from '#client/ui/tip/tip-action-bar.tsx';
import { TipCard, TipTag, TipTitle } from '#client/ui/tip/tip-card.tsx';
import { TipAnalysis } from '#client/ui/text.tsx';
import { TipArrivalCard } from './tip-arrival-card.tsx';
import { TipsterHeader } from './tipster-header.tsx';

export function TipPage({ id }: { id: string }) {
  const tip = useTip(id);
  const refresh = useRefresh({ what: 'tip', id });
  const visitor = useSession() === undefined;
  return (
    <Page title={tip ? tipTitle(tip) : t`A tip`} headingHidden={Boolean(tip)}>
      <StoredContent
        value={tip}
        refresh={refresh}
        loading={<Loading rows={1} shape="tip" label={t`Fetching the tip`} />}
        failed={tip === null && isId(id) && t`The tip could not be fetched.`}
        none={
          <EmptyState action={<LinkButton to="/tips">{t`Recent Tips`}</LinkButton>}>
            {t`This tip is not there any more.`}
          </EmptyState>
        }
      >
        {(tip) => (
          <>
            <TipsterHeader tip={tip} quiet={visitor} />
            <div className="-mx-2 mt-2.5 grid grid-cols-1 gap-2 lg:mx-0">
              <SharedTip tip={tip} />
              <Analysis tip={tip} />
              <TipArrivalCard tip={tip} />
              <TipsterRecordChart tipsterId={tip.tipsterId} />
            </div>
          </>
        )}
      </StoredContent>
      {visitor && <SignUpBar returnUrl={`/tip/${id}`} />}
    </Page>
  );
}

function tipTitle(tip: Tip): string {
  const tipster = tipsterNameOf(tip);
  return t`A football tip by ${tipster}`;
}

function SharedTip({ tip }: { tip: Tip }) {
  const actions = useTipActions()(tip);
  const now = useServerNow(30_000);
  const note = useCopyNote(isMemberActions(actions));
  return (
    <TipCard
      tip={tip}
      now={now}
      reasons
      title={<TipTitle tip={tip} />}
      tag={<TipTag tip={tip} />}
      actions={<TipActionBar tip={tip} actions={actions} noteId={note?.id} />}
    >
      {note && <CopyNote {...note} inCard />}
    </TipCard>
  );
}

function TitledCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card className="px-3.5 py-3">
      <CardHeading>{title}</CardHeading>
      <div className="mt-1">{children}</div>
    </Card>
  );
}

/** The tipster's analysis of the tip, or a note that says who removed the analysis. */
function Analysis({ tip }: { tip: Tip }) {
  if (!hasOrHadText(tip)) return undefined;
  return (
    <TitledCard title={t`Why`}>
      <TipAnalysis tip={tip} />
    </TitledCard>
  );
}

/** The chart of the tipster's record, if there is one. */
function TipsterRecordChart({ tipsterId }: { tipsterId: string }) {
  const has = useBackendHasRecords() && tipsterId !== '';
  return has && <UnitsChart tipsterId={tipsterId} />;
}

function UnitsChart({ tipsterId }: { tipsterId: string }) {
  useRefresh({ what: 'record', id: tipsterId });
  const record = useStoredDocument(collections.record, tipsterId)?.value.windows.all;
  if (!record || record.settled === 0) return undefined;
  return (
    <TitledCard title={t`Units over time`}>
      <div className="pt-3">
        <LineChart points={record.points.map(([at, units]) => ({ at, units }))} />
      </div>
    </TitledCard>
  );
}

/** Invites a visitor to sign up; the page can be read without a login. */
function SignUpBar({ returnUrl }: { returnUrl: string }) {
  return (
    <aside
      aria-label={t`Sign Up`}
      data-bar
      className="@container fixed inset-x-0 bottom-(--navigation) z-20 border-t border-line bg-card px-[calc(1rem+var(--side))] py-2 md:bottom-0 md:pb-[calc(0.5rem+env(safe-area-inset-bottom))]"
    >
      <div className="mx-auto flex max-w-152 flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-40 @max-[17.5rem]:hidden">
          <p className="font-narrow text-md font-bold">{t`Copy and book tips`}</p>
          <p className="text-sm text-dim">{t`Free. No money changes hands.`}</p>
        </div>
        <LinkButton to="/account/register" search={{ returnUrl }} look="primary">
          {t`Sign Up`}
        </LinkButton>
      </div>
    </aside>
  );
}

import type { Api } from '../backend/api.ts';
import type { Backend } from '../backend/backend.ts';
import type { OddsHost } from '../backend/odds-host.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import type { MemberStore } from '../storage/member-store.ts';
import type { PublicStore } from '../storage/public-store.ts';

export type RefreshOutcome = 'fresh' | 'unchanged' | 'failed' | 'unauthorised';

/** `memberId` and `memberStore` are set only while a member is logged in. */
export type RefreshDependencies = {
  api: Api;
  backend: Backend;
  now: () => number;
  publicStore: PublicStore;
  memberId?: string | undefined;
  memberStore?: MemberStore | undefined;
  /** The odds service, if fixtures come from another host. */
  odds?: OddsHost | undefined;
  /** Called if rows show that an operation whose response was lost was executed. */
  onRepaired?: ((row: OperationRow) => void) | undefined;
};

/** Dependencies of refreshing a member's own rows. */
export type MemberRefreshDependencies = RefreshDependencies & {
  memberId: string;
  memberStore: MemberStore;
};

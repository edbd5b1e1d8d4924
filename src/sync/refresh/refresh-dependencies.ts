import type { Api } from '../backend/api.ts';
import type { Backend } from '../backend/backend.ts';
import type { OddsHost } from '../backend/odds-host.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import type { MemberStore } from '../storage/member-store.ts';
import type { PublicStore } from '../storage/public-store.ts';

/** The result of a pull or refresh. */
export type RefreshOutcome = 'fresh' | 'unchanged' | 'failed' | 'unauthorised';

/** Dependencies of refreshing rows; the member's are present if a member is logged in. */
export type RefreshDependencies = {
  api: Api;
  backend: Backend;
  now: () => number;
  publicStore: PublicStore;
  memberId?: string | undefined;
  memberStore?: MemberStore | undefined;
  /** The odds service, if another host supplies the fixtures. */
  odds?: OddsHost | undefined;
  /** Called if an operation whose response was lost turns out to be executed. */
  onRepaired?: ((row: OperationRow) => void) | undefined;
};

/** Dependencies of refreshing a member's own rows. */
export type MemberRefreshDependencies = RefreshDependencies & {
  memberId: string;
  memberStore: MemberStore;
};

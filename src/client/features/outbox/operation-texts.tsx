import '#client/startup/zod-jitless.ts';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { Fragment, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { LinkButton } from '#client/ui/button.tsx';
import { gameText, isolateForeignText, listText } from '#client/ui/formats.ts';
import { errorTitle, translateServerSentences } from '#client/ui/messages/problems.ts';
import { translatePick } from '#client/ui/tip/option-words.ts';
import { fullName, tipsterNameOf } from '#client/ui/member/tipster.tsx';
import type { OperationProblem, OperationRow } from '#sync/outbox/operation-row.ts';
import {
  isKnownKind,
  parseOperation,
  payloadOfKind,
  type OperationKind,
  type PayloadOf,
} from '#sync/operations/registry.ts';
import { useAdminTip } from '#client/data/tips/admin-tip-queries.ts';
import { useDevice } from '#client/data/device/device.tsx';
import {
  createConfirmMessage,
  createCorrectionMessage,
  CorrectionTitle,
  PricesTitle,
  createReopenMessage,
  ResultTitle,
  type MessageText,
  createSettlementMessage,
  SettlementTitle,
} from './desk-messages.tsx';
import { useOperations } from '#client/data/device/sync-state.ts';
import { useTipster } from '#client/data/tipsters.ts';

type OperationTexts<Payload> = {
  /** The title, which names the person's action. */
  title(payload: Payload): ReactNode;
  /** The title if the payload cannot be read. */
  unreadableTitle?(): ReactNode;
  /** The tag after the acknowledgement. */
  tag?(): ReactNode;
  /** The message after the acknowledgement, if any. */
  acknowledged?(reply: unknown, payload: Payload | undefined): MessageText;
  /** The message after a refusal; `reason` is the reason as text. */
  refused?(reason: string, problem: OperationProblem | undefined): MessageText;
  /** The label of the button that sends the change again after a conflict. */
  repeatLabel?(): ReactNode;
  /** A link to the form or the tip of the change. */
  link?(payload: Payload): ReactNode;
};

const removalTexts = {
  tag: () => <Trans>Removed</Trans>,
  acknowledged: () => ({ title: t`The text was removed` }),
  refused: (text: string) => ({ title: t`The text was not removed`, text }),
};

const textsByKind: { readonly [Kind in OperationKind]: OperationTexts<PayloadOf<Kind>> } = {
  'tip.post': {
    title: ({ options }) => <TipTitle games={options.map(legText)} />,
    acknowledged(reply, tip) {
      const dropped = listText(readDroppedGames(reply));
      const { title, text } = tip?.copiedFrom ? createCopyMessage(tip) : createPostMessage();
      const to = '/tips/my-tips';
      if (dropped === '') return { title, to, ...(text !== undefined && { text }) };
      return { title, to, text: t`Left out, because they had kicked off: ${dropped}` };
    },
    refused: (text, problem) => ({
      title: problem?.words ? errorTitle() : t`Tip not posted`,
      text,
    }),
  },
  'tip.withdraw': {
    title: ({ tipId }) => <WithdrawalTitle id={tipId} />,
    tag: () => <Trans>Withdrawn</Trans>,
    acknowledged: () => ({ title: t`Your tip has been withdrawn` }),
    refused: (text) => ({ title: t`Your tip was not withdrawn`, text }),
    repeatLabel: () => <Trans>Withdraw it all the same</Trans>,
  },
  'tip.book': {
    title: ({ tipId }) => <BookingTitle id={tipId} />,
    acknowledged: () => ({
      title: t`Yay!`,
      text: t`Your ticket has been booked`,
      to: '/tips/booked-ticket',
    }),
    repeatLabel: () => <Trans>Book it as it is now</Trans>,
  },
  'tip.confirm': {
    title: ({ tipId }) => <ConfirmTitle id={tipId} />,
    acknowledged: () => ({ title: t`Ticket has been successfully confirmed` }),
    refused(text, problem) {
      // The specification's title, below, names a cause that a conflict does not have.
      if (problem?.code === 'stale-version') return { title: t`Error Updating Tip`, text };
      return {
        title: t`Error Confirming Ticket. Make sure all tip status has been confirmed`,
        ...(problem?.code !== 'legs-undecided' && { text }),
      };
    },
    repeatLabel: () => <Trans>Confirm it as it is now</Trans>,
    link: createTicketLinkRenderer('/admin/confirm-tickets'),
  },
  'text.erase': {
    title: () => <Trans>Remove the text of a tip</Trans>,
    ...removalTexts,
  },
  'text.moderate': {
    title: ({ tipId }) => <ModerationTitle id={tipId} />,
    ...removalTexts,
    link: createTicketLinkRenderer('/admin/tickets'),
  },
  'odds.set': {
    title: ({ changes }) => (
      <Plural value={changes.length} one="Odds of # game" other="Odds of # games" />
    ),
    acknowledged: () => ({ title: t`Odd added`, text: t`Tip has been updated` }),
    refused: (text) => ({ title: t`Error Updating Tip`, text }),
    link: createTicketLinkRenderer('/admin/tickets'),
  },
  'leg.settle': {
    title: ({ change }) => <StatusTitle game={gameText(change.game)} />,
    acknowledged: (_, settling) => ({
      title: settling?.declined
        ? t`Tip has been updated`
        : t`Game status has been set successfully`,
    }),
    refused: (text) => ({ title: t`Error Updating Tip`, text }),
    link: createTicketLinkRenderer('/admin/confirm-tickets'),
  },
  'result.set': {
    title: (result) => <ResultTitle {...result} />,
    acknowledged: () => ({ title: t`Result saved` }),
    refused: (text) => ({ title: t`Result not saved`, text }),
  },
  'prices.set': {
    title: ({ game, prices }) => <PricesTitle game={gameText(game)} count={prices.length} />,
    acknowledged: () => ({ title: t`Odds saved` }),
    refused: (text) => ({ title: t`Error Updating Tip`, text }),
  },
  'fixture.settle': {
    title: (settling) => <SettlementTitle settling={settling} />,
    acknowledged: (reply, settling) => createSettlementMessage(reply, settling),
    refused: (text) => ({ title: t`Game not settled`, text }),
  },
  'fixture.correct': {
    title: (payload) => <CorrectionTitle {...payload} />,
    acknowledged: createCorrectionMessage,
    refused: (text) => ({ title: t`Tickets not corrected`, text }),
    link: ({ fixtureId }) => (
      <LinkButton to="/admin/corrections" search={{ fixture: fixtureId }}>
        <Trans>Open the game</Trans>
      </LinkButton>
    ),
  },
  'tips.confirm': {
    title: ({ ids }) => (
      <Plural value={ids.length} one="Confirm # ticket" other="Confirm # tickets" />
    ),
    acknowledged: (reply) => createConfirmMessage(reply),
    refused: (text) => ({ title: t`Tickets not confirmed`, text }),
  },
  'tips.reopen': {
    title: ({ ids }) => (
      <Plural value={ids.length} one="Open # ticket again" other="Open # tickets again" />
    ),
    acknowledged: (reply) => createReopenMessage(reply),
    refused: (text) => ({ title: t`Tickets not opened again`, text }),
  },
  'follow.set': {
    title: (follow) => <FollowTitle {...follow} />,
    acknowledged: (_, follow) =>
      follow?.following
        ? {
            title: t`You are now following this tipster`,
            to: `/tipster/profile/${follow.tipsterId}`,
          }
        : { title: t`You no longer follow this tipster` },
    refused(text, problem) {
      const { words: theirs, message = '' } = problem ?? {};
      const [first = t`You already followed this user`] = translateServerSentences(theirs ?? []);
      return { title: theirs || message === '' ? first : text };
    },
  },
  'profile.save': {
    title: () => <Trans>Your profile</Trans>,
    unreadableTitle: () => <Trans>Your profile</Trans>,
    acknowledged: createProfileMessage,
    link: renderProfileLink,
  },
  'picture.set': {
    title: () => <Trans>Your picture</Trans>,
    unreadableTitle: () => <Trans>Your picture</Trans>,
    acknowledged: createProfileMessage,
    link: renderProfileLink,
  },
  'time-out.take': {
    title: () => <Trans>Your break</Trans>,
    unreadableTitle: () => <Trans>Your break</Trans>,
  },
};

function createPostMessage(): MessageText {
  return { title: t`Your Tip has been created Successfully` };
}

/** Only its owner sees a copied tip, so the message differs from the message after a post. */
function createCopyMessage({ copiedFromName = '' }: PayloadOf<'tip.post'>): MessageText {
  const name = isolateForeignText(copiedFromName);
  return {
    title: copiedFromName === '' ? t`Copied` : t`Copied from ${name}`,
    text: t`It does not count in your record.`,
  };
}

function findOperationTexts({
  kind,
}: Pick<OperationRow, 'kind'>): OperationTexts<unknown> | undefined {
  return isKnownKind(kind) ? textsByKind[kind] : undefined;
}

function readPayload(row: OperationRow): { payload: unknown } | undefined {
  const meant = parseOperation(row);
  return typeof meant === 'object' ? meant : undefined;
}

export function OperationTitle({ row }: { row: OperationRow }) {
  const known = findOperationTexts(row);
  const read = readPayload(row);
  const title = read ? known?.title(read.payload) : known?.unreadableTitle?.();
  return title ?? <Trans>Something you changed</Trans>;
}

/** The titles of operations as a list. */
export function OperationTitles({ rows }: { rows: readonly OperationRow[] }) {
  return rows.map((row, index) => (
    <Fragment key={row.id}>
      {index > 0 && ' · '}
      <OperationTitle row={row} />
    </Fragment>
  ));
}

export function AcknowledgedTag({ row }: { row: OperationRow }) {
  return findOperationTexts(row)?.tag?.() ?? <Trans>Posted</Trans>;
}

/** Creates the message after an acknowledgement; undefined if the kind has no message. */
export function createAcknowledgedMessage(
  row: OperationRow,
  reply: unknown,
): MessageText | undefined {
  return findOperationTexts(row)?.acknowledged?.(reply, readPayload(row)?.payload);
}

/** Creates the message after a refusal; `reason` is the reason as text. */
export function createRefusedMessage(row: OperationRow, reason: string): MessageText {
  const { problem } = row;
  const title = problem?.words ? errorTitle() : t`Waiting for your decision`;
  return findOperationTexts(row)?.refused?.(reason, problem) ?? { title, text: reason };
}

/** The label of the button that sends an operation again after a conflict. */
export function RepeatLabel({ row }: { row: OperationRow }) {
  return findOperationTexts(row)?.repeatLabel?.() ?? <Trans>Set mine</Trans>;
}

/** A link to the form or the tip of an operation. */
export function renderOperationLink(row: OperationRow): ReactNode {
  const read = readPayload(row);
  return read && findOperationTexts(row)?.link?.(read.payload);
}

/** Returns a function that renders a link to the ticket on an administrators' page. */
function createTicketLinkRenderer(to: '/admin/tickets' | '/admin/confirm-tickets') {
  return ({ tipId }: { tipId: string }) => (
    <LinkButton to={to} search={{ tip: tipId }}>
      <Trans>Open the ticket</Trans>
    </LinkButton>
  );
}

function renderProfileLink(): ReactNode {
  return (
    <LinkButton to="/tipster/edit-profile">
      <Trans>Open your profile</Trans>
    </LinkButton>
  );
}

const UnverifiedReply = z.object({ emailVerified: z.literal(false) });

/** A member without a verified email cannot post, so the message does not invite to post. */
function createProfileMessage(reply: unknown): MessageText {
  const title = t`Profile Updated`;
  if (UnverifiedReply.safeParse(reply).success) return { title };
  return { title, text: t`Your profile has been updated. You can now post a tip` };
}

type NamedLeg = { game: string; oddName: string };

/** Formats a leg as its game and its option, because several tips may be on one game. */
function legText(leg: NamedLeg): string {
  return `${gameText(leg.game)} (${translatePick(leg)})`;
}

/** The title of a tip: "Tip: Arsenal – Chelsea (Arsenal to win) + 2". */
function TipTitle({ games: [first = '', ...others] }: { games: readonly string[] }) {
  const more = others.length;
  if (more === 0) return <Trans>Tip: {first}</Trans>;
  return (
    <Trans>
      Tip: {first} + {more}
    </Trans>
  );
}

/** A withdrawn tip is in no list any more, so the title names its games. */
function WithdrawalTitle({ id }: { id: string }) {
  const [first, ...others] = useOwnTipLegs(id).map(({ game }) => gameText(game));
  if (first === undefined) return <Trans>Withdraw a tip</Trans>;
  const more = others.length;
  if (more === 0) return <Trans>Withdraw: {first}</Trans>;
  return (
    <Trans>
      Withdraw: {first} + {more}
    </Trans>
  );
}

function BookingTitle({ id }: { id: string }) {
  const [first, ...others] = useOwnTipLegs(id);
  if (first === undefined) return <Trans>Book ticket</Trans>;
  const games = others.length + 1;
  return (
    <>
      <Plural value={games} one="Book ticket, # game" other="Book ticket, # games" />
      {` · ${legText(first)}`}
    </>
  );
}

function StatusTitle({ game }: { game: string }) {
  return <Trans>Game status: {game}</Trans>;
}

function ModerationTitle({ id }: { id: string }) {
  const tip = useAdminTip(id);
  const name = tip ? isolateForeignText(tipsterNameOf(tip)) : '';
  if (name === '') return <Trans>Remove the text of a tip</Trans>;
  return <Trans>Remove the text of a tip by {name}</Trans>;
}

function ConfirmTitle({ id }: { id: string }) {
  const games = useAdminTip(id)?.options.length;
  if (games === undefined) return <Trans>Confirm Ticket</Trans>;
  return <Plural value={games} one="Confirm Ticket, # game" other="Confirm Ticket, # games" />;
}

function FollowTitle({ tipsterId, following }: PayloadOf<'follow.set'>) {
  const tipster = useTipster(tipsterId);
  const name = tipster ? isolateForeignText(fullName(tipster)) : '';
  if (name === '')
    return following ? <Trans>Follow a tipster</Trans> : <Trans>Unfollow a tipster</Trans>;
  return following ? <Trans>Follow {name}</Trans> : <Trans>Unfollow {name}</Trans>;
}

const DroppedGamesReply = z.object({ dropped: z.array(z.object({ game: z.string() })) });

/** Reads from the response the games that the server removed from a posted tip. */
function readDroppedGames(reply: unknown): string[] {
  return DroppedGamesReply.safeParse(reply).data?.dropped.map(({ game }) => gameText(game)) ?? [];
}

/**
 * Reads the legs of an own tip from its row or its pending post, also during its withdrawal; empty
 * if this device does not have the tip.
 */
export function useOwnTipLegs(id: string): readonly NamedLeg[] {
  const { member } = useDevice();
  const row = useLiveQuery(async () => member?.store.tips.get(id), [member, id]);
  const operations = useOperations();
  const posted = operations
    ?.map((one) => payloadOfKind(one, 'tip.post'))
    .find((tip) => tip?.id === id);
  return (row ?? posted)?.options ?? [];
}

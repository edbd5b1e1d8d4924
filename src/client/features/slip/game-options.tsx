import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { Fixture } from '#contract/fixtures.ts';
import type { Option } from '#domain/catalogue.ts';
import { useServerNow } from '#client/data/use-server-now.ts';
import { Icon } from '#client/ui/icon.tsx';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { isOpen } from './fixture-standing.tsx';
import type { GameDraft } from './game-tip-dialog.tsx';
import { MainGroups, OtherGroups } from './option-groups.tsx';

const GameTipDialog = lazyNamed(() => import('./game-tip-dialog.tsx'), 'GameTipDialog');

type GameOptionsProps = {
  fixture: Fixture;
  draft: GameDraft;
  onDraft: (change: Partial<GameDraft>) => void;
};

/** Every option of one game; a tap opens the tip that holds it alone. */
export function GameOptions({ fixture, draft, onDraft }: GameOptionsProps) {
  const { t } = useLingui();
  const now = useServerNow(20_000);
  const [option, setOption] = useState<Option>();
  const { home, away } = fixture;
  const open = isOpen(fixture, now);
  const keys = {
    game: t`${home} v ${away}`,
    fixture,
    chosen: option?.oddsId,
    closed: !open,
    onPick: async (option: Option) => setOption(option),
  };
  const close = () => setOption(undefined);
  return (
    <div className="grid gap-3">
      {open ? (
        <p className="text-sm text-dim">
          <Trans>Choose an option to post it as a tip of its own.</Trans>
        </p>
      ) : (
        <Notice role="status">
          <Trans>This game takes no tips any more.</Trans>
        </Notice>
      )}
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2 lg:items-start">
        <Collapsible open title={<Trans>Main</Trans>}>
          <MainGroups {...keys} />
        </Collapsible>
        <Collapsible title={<Trans>Others</Trans>}>
          <OtherGroups {...keys} />
        </Collapsible>
      </div>
      {option && (
        <LazyPart onMissing={close}>
          <GameTipDialog
            fixture={fixture}
            option={option}
            draft={draft}
            onDraft={onDraft}
            onClose={close}
          />
        </LazyPart>
      )}
    </div>
  );
}

type CollapsibleProps = { open?: boolean; title: ReactNode; children: ReactNode };

function Collapsible({ open = false, title, children }: CollapsibleProps) {
  return (
    <details open={open} className="chalk group rounded-md bg-card">
      <summary className="flex min-h-13 list-none items-center justify-between px-4 [&::-webkit-details-marker]:hidden">
        <h3 className="text-lg">{title}</h3>
        <Icon name="down" className="transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <div className="border-t-[1.5px] border-line p-4">{children}</div>
    </details>
  );
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type ReactNode } from 'react';
import { teamShortName } from '#client/clubs.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { Button } from '#client/ui/button.tsx';
import { joinClasses, controlClasses } from '#client/ui/classes.ts';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { matchResultText } from '#client/ui/fixture/match-result-text.ts';
import { gameText } from '#client/ui/formats.ts';
import { Notice } from '#client/ui/notice.tsx';
import { Tag } from '#client/ui/tag.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { gameName, pairsToScore } from '#domain/fixture.ts';
import { parseResults } from '#domain/results/result-lines.ts';
import { matchReportedResults, type MatchedResult } from '#domain/results/result-search.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { ChangeProgress } from '../desk/change-progress.tsx';
import { useTaskWithError } from '../desk/desk-task.ts';
import { useQueueResult } from '../desk/use-result-entry.ts';

type SeasonImportProps = { fixtures: readonly OptimisticFixture[] };

/** Imports results from a season file or from pasted lines, after a preview. */
export function SeasonImport({ fixtures }: SeasonImportProps) {
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState('');
  const [set, setSet] = useState<readonly string[]>([]);
  const count = set.length;
  const enter = (text: string) => {
    setText(text);
    setSet([]);
  };
  return (
    <Disclosure summary={<Trans>Import results</Trans>}>
      <div className="card-border grid grid-cols-1 gap-3 rounded-md bg-card px-4 py-3">
        <div>
          <input
            id={`${id}-file`}
            type="file"
            accept=".json,.txt,application/json,text/plain"
            className="peer sr-only"
            onChange={async ({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              // The empty value lets the person choose the same file again after editing it.
              currentTarget.value = '';
              if (file) enter(await file.text());
            }}
          />
          <label
            htmlFor={`${id}-file`}
            className="control-border inline-flex min-h-11 cursor-pointer items-center rounded-sm bg-card px-4 py-2 font-semibold peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink hover:bg-sunk"
          >
            {t`Season file`}
          </label>
        </div>
        <div className="grid grid-cols-1 gap-1">
          <label htmlFor={`${id}-text`} className="text-sm font-semibold">
            {t`Or paste results`}
          </label>
          <textarea
            id={`${id}-text`}
            rows={4}
            dir="auto"
            value={text}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => enter(target.value)}
            className={joinClasses(controlClasses, 'max-h-60')}
          />
          <p id={`${id}-hint`} className="text-xs text-dim">
            <Trans>
              One game in each row, such as <Ltr>Arsenal 2-1 (1-0) Chelsea</Ltr>, or a file of
              openfootball.
            </Trans>
          </p>
        </div>
        {text.trim() !== '' && (
          <ImportPreview
            key={text}
            text={text}
            fixtures={fixtures}
            onSet={(fixtureIds) => {
              setText('');
              setSet(fixtureIds);
            }}
          />
        )}
        <p role="status" className="flex flex-wrap items-center gap-2 text-sm empty:hidden">
          {count > 0 && (
            <ChangeProgress
              key={set.join()}
              kind="result.set"
              fixtureIds={set}
              about={<Plural value={count} one="# result" other="# results" />}
              confirmed={<Plural value={count} one="# result is set" other="# results are set" />}
            />
          )}
        </p>
      </div>
    </Disclosure>
  );
}

type ImportPreviewProps = SeasonImportProps & {
  text: string;
  onSet: (fixtureIds: readonly string[]) => void;
};

type ImportableFixture = ReturnType<typeof toImportableFixture>;

/** The results found in the text, and the changes that these results would cause. */
function ImportPreview({ text, fixtures, onSet }: ImportPreviewProps) {
  const now = useServerNow(60_000);
  const read = parseResults(text);
  if (!read.allowed) return <UnreadableLines lines={read.problem} />;
  const known = fixtures.map(toImportableFixture);
  const { matched, unknown } = matchReportedResults(read.value, known, {
    clubKeyOf: teamShortName,
    now,
  });
  return <ReportedResults {...{ matched, unknown, onSet }} />;
}

function toImportableFixture(fixture: OptimisticFixture) {
  const { kickOff, score, firstGoal, ...rest } = fixture;
  const known = score && pairsToScore(score);
  return { ...rest, kickOff: new Date(kickOff), score: known, firstGoal };
}

/** The maximum number of unreadable lines that are shown. */
const maxShownLines = 5;

function UnreadableLines({ lines }: { lines: readonly string[] }) {
  return (
    <Notice
      tone="warning"
      role="alert"
      title={<Trans>This could not be read. Nothing was changed.</Trans>}
    >
      <ul dir="auto">
        {lines.slice(0, maxShownLines).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}

type ReportedResultsProps = {
  matched: MatchedResult<ImportableFixture>[];
  unknown: number;
  onSet: (fixtureIds: readonly string[]) => void;
};

function ReportedResults({ matched, unknown, onSet }: ReportedResultsProps) {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const chosen = matched.filter(
    ({ kind, fixture }) => kind === 'new' || (kind === 'other' && others.has(fixture.id)),
  );
  const queueResult = useQueueResult();
  const { busy, run, failed } = useTaskWithError();
  const setAll = async () => {
    for (const { fixture, result } of chosen) await queueResult(fixture, result);
    onSet(chosen.map(({ fixture }) => fixture.id));
  };
  const toggle = (id: string) =>
    setOthers(
      (before) =>
        new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]),
    );
  return (
    <>
      <p className="text-sm">
        <Plural
          value={matched.length}
          _0="No game of the desk is among them."
          one="# game of the desk is among them."
          other="# games of the desk are among them."
        />{' '}
        {unknown > 0 && (
          <span className="text-dim">
            <Plural
              value={unknown}
              one="# result is of another game."
              other="# results are of other games."
            />
          </span>
        )}
      </p>
      {matched.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {matched.map((each) => (
            <li key={each.fixture.id}>
              <ReportedRow
                {...each}
                on={others.has(each.fixture.id)}
                onToggle={() => toggle(each.fixture.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {failed !== undefined && (
        <p role="alert" className="text-sm font-semibold text-lost">
          {failed}
        </p>
      )}
      {chosen.length > 0 && (
        <Button look="primary" busy={busy} onClick={() => run(setAll)}>
          <Plural value={chosen.length} one="Set # result" other="Set # results" />
        </Button>
      )}
    </>
  );
}

type ReportedRowProps = MatchedResult<ImportableFixture> & { on: boolean; onToggle: () => void };

/** A game with its imported result; the person must tick a result that replaces another one. */
function ReportedRow({ fixture, result, kind, problem, on, onToggle }: ReportedRowProps) {
  const { t } = useLingui();
  const game = gameText(gameName(fixture.home, fixture.away));
  const row = 'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5';
  const content: ReactNode = (
    <>
      <span className="min-w-0 flex-1 basis-40 font-narrow font-semibold">{game}</span>
      <span className="flex flex-wrap gap-x-3">
        {kind === 'other' && (
          <s className="figure text-dim">
            {matchResultText({ ...fixture.score, ...fixture }, fixture)}
          </s>
        )}
        <span className="figure font-bold">{matchResultText(result, fixture)}</span>
      </span>
    </>
  );
  if (kind === 'other') {
    return (
      <label className={row}>
        <input type="checkbox" checked={on} onChange={onToggle} className="size-6 accent-ink" />
        {content}
        <Tag tone="saved">{t({ message: 'Another result', context: 'than stands' })}</Tag>
      </label>
    );
  }
  const refused =
    problem === 'too-early-to-decide'
      ? t({ message: 'Too early', context: 'a result' })
      : t({ message: 'Not possible', context: 'a result' });
  const tags = {
    new: ['won', t({ message: 'New', context: 'a result' })],
    same: ['quiet', t({ message: 'As it stands', context: 'a result' })],
    refused: ['needs', refused],
  } as const;
  const [tone, words] = tags[kind];
  return (
    <div className={row}>
      {content}
      <Tag tone={tone}>{words}</Tag>
    </div>
  );
}

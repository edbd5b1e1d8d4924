import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { isMissingChunkError, reloadForMissingChunk } from '#client/startup/missing-chunk.ts';
import { waitForFullCatalogue } from '#client/startup/message-catalogue.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { useOffline } from '#client/ui/offline.ts';
import { Page } from '#client/ui/page.tsx';

type CrashPageProps = { error: unknown; reset: () => void };

/** Shown instead of a page that crashed; replaces the whole app, so it provides i18n itself. */
export function CrashPage(props: CrashPageProps) {
  return (
    <I18nProvider i18n={i18n}>
      <CrashMessage {...props} />
    </I18nProvider>
  );
}

/** Says that nothing was lost, with two ways to continue; after a storage fault shows a note. */
function CrashMessage({ error, reset }: CrashPageProps) {
  const { t } = useLingui();
  const storage = useStorageNote(error);
  // A missing chunk needs a connection; after any other crash a retry may help.
  const needsConnection = useOffline() && isMissingChunkError(error);
  const retry = async () => {
    if (!isMissingChunkError(error) || !(await reloadForMissingChunk())) reset();
  };
  return (
    <Page title={t`Something went wrong`}>
      {storage ?? (
        <Notice
          role="alert"
          tone="warning"
          title={<Trans>This page could not be shown.</Trans>}
          actions={
            <>
              {!needsConnection && (
                <Button look="primary" onClick={retry}>
                  <Trans>Retry</Trans>
                </Button>
              )}
              <LinkButton to="/">
                <Trans>Home</Trans>
              </LinkButton>
            </>
          }
        >
          {needsConnection ? (
            <Trans>It needs a connection once. Nothing was lost.</Trans>
          ) : (
            <Trans>What you saved on this phone is safe.</Trans>
          )}
        </Notice>
      )}
    </Page>
  );
}

/** Reads the note about a storage fault; undefined for other errors and while its code loads. */
function useStorageNote(error: unknown): ReactNode {
  const [storageNote, setStorageNote] = useState<ReactNode>();
  useEffect(() => {
    let isMounted = true;
    const look = async () => {
      const storageNote = await loadStorageNote(error);
      if (isMounted) setStorageNote(storageNote);
    };
    void look();
    return () => {
      isMounted = false;
    };
  }, [error]);
  return storageNote;
}

async function loadStorageNote(thrown: unknown): Promise<ReactNode> {
  try {
    const [{ storageTroubleOf }, { StorageNotice }] = await Promise.all([
      import('#sync/storage/trouble.ts'),
      import('#client/ui/messages/storage-notices.tsx'),
      waitForFullCatalogue(),
    ]);
    const trouble = storageTroubleOf(thrown);
    return trouble && <StorageNotice trouble={trouble} />;
  } catch {
    return undefined;
  }
}

import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import type { Configuration } from '#contract/site/site.ts';
import type { Tip } from '#contract/tips.ts';
import { DeviceProvider } from '#client/data/device/device.tsx';
import { EngineContext } from '#client/data/device/engine-state.ts';
import { loadMessages } from '#client/data/language.ts';
import { useReachability } from '#client/data/device/sync-state.ts';
import { clearSession, storeSession } from '#client/session/session.ts';
import { registerMessageReceiver, type Toast } from '#client/ui/messages/toasts.ts';
import { isDialogEntry } from '#client/ui/dialog/dialog-history.ts';
import { OfflineContext } from '#client/ui/offline.ts';
import type { Engine } from '#sync/engine.ts';
import { readOutbox } from '#sync/outbox/outbox.ts';
import { toTipRow } from '#sync/storage/member-store.ts';
import { databases } from '../engine/a-device.ts';
import { memberId, profile, tokenOf } from '../engine/samples.ts';
import { eventually } from '../clock/eventually.ts';

// happy-dom has no popovers. In a browser, hiding a closed popover also does nothing.
HTMLElement.prototype.hidePopover = () => undefined;

/** The databases of a phone, which the test fills before it renders a screen. */
export type Phone = ReturnType<typeof databases>;

/** A member's phone without a network; its databases are real. */
export function aPhone(): Phone {
  storeSession({ access_token: tokenOf(memberId), userId: memberId });
  return databases();
}

/** A member's phone that stores the member's own profile; closed at the end of the test. */
export async function aPhoneOf(values: Parameters<typeof profile>[0] = {}): Promise<Phone> {
  const phone = aPhone();
  onTestFinished(clearSession);
  await phone.store.documents.put({ name: 'profile', value: profile(values), fetchedAt: 0 });
  return phone;
}

/** A member's phone after a first pull of own rows that contained these tips. */
export async function aPulledPhone(...tips: Tip[]): Promise<Phone> {
  const phone = aPhone();
  await phone.store.documents.put({ name: 'cursor', value: 1, fetchedAt: 0 });
  await phone.store.tips.bulkPut(tips.map(toTipRow));
  return phone;
}

/** A rendered screen; its elements are found by visible text and accessible name. */
export type Screen = Awaited<ReturnType<typeof aScreen>>;

type Around = {
  configuration?: Configuration;
  engine?: Engine;
  /** The reason why the engine could not start. */
  failure?: string;
  /** True if other requests reach the server, regardless of the engine's state. */
  isOnline?: boolean;
  width?: number;
  at?: string;
};

/** Renders content at an address, with the databases of a phone. */
export async function aScreen(
  content: ReactNode,
  phone: Phone,
  { configuration, engine, failure, isOnline = false, width = 390, at = '/here' }: Around = {},
) {
  Object.assign(window, { innerWidth: width, innerHeight: 844 });
  // Without a catalogue, screens show the English texts of the code.
  await loadMessages('en', async () => ({ messages: {} }));
  const toasts: Toast[] = [];
  const endToasts = registerMessageReceiver({ show: (toast) => toasts.push(toast) });

  const router = routerAround(content, at);
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const device = {
    publicStore: phone.publicStore,
    member: { id: memberId, store: phone.store },
  };
  const running = { engine, configuration, failure, retry: () => undefined };
  root.render(
    <I18nProvider i18n={i18n}>
      <DeviceProvider device={device}>
        <EngineContext value={running}>
          <Reach isOnline={isOnline}>
            <RouterProvider router={router} />
          </Reach>
        </EngineContext>
      </DeviceProvider>
    </I18nProvider>,
  );
  const leaves = () => {
    root.unmount();
    container.remove();
    endToasts();
  };
  onTestFinished(leaves);

  return {
    toasts,
    /** Closes the page. */
    leaves,
    path: () => router.state.location.pathname,
    goes: (href: string) => void router.navigate({ href }),
    goesBack: () => router.history.back(),
    /** True if the current history entry belongs to a dialog. */
    isAtDialog: () => isDialogEntry(router.history),
    search: () => router.state.location.search,
    text: () => textOf(document.body),
    /** Waits until the screen contains a text. */
    shows: (words: string | RegExp) =>
      seen(
        () =>
          typeof words === 'string'
            ? textOf(document.body).includes(words)
            : words.test(textOf(document.body)),
        String(words),
      ),
    /** Waits until the screen no longer contains a text. */
    hides: (words: string) => seen(() => !textOf(document.body).includes(words), words),
    button: (name: string | RegExp) => one('button, [role=button]', name),
    link: (name: string | RegExp) => one('a', name),
    dialog: (name: string | RegExp) => one('[role=dialog]', name),
    field: (label: string | RegExp) => one('input, textarea', label),
    names: (of: string) => [...document.querySelectorAll(of)].map(nameOf),
    presses: async (name: string | RegExp) => (await one('button, [role=button]', name)).click(),
    chooses: async (label: string | RegExp) => (await one('input', label)).click(),
    types: async (label: string | RegExp, text: string) =>
      type(await one('input, textarea', label), text),
    /** Waits for this number of toasts, and returns all toasts. */
    messages: async (count = 1) => {
      await seen(() => toasts.length >= count, `${count} messages`);
      return toasts;
    },
    /** The operations in the outbox. */
    pending: () => readOutbox(phone.store),
    /** Waits until the outbox has this number of operations, and returns them. */
    queued: async (count = 1) => {
      const pending = async () => readOutbox(phone.store);
      await seen(async () => (await pending()).length === count, `${count} queued operations`);
      return pending();
    },
    /** Waits until a check succeeds. */
    until: async (check: () => Promise<boolean> | boolean, what: string) => seen(check, what),
  };
}

/** Provides whether the server is reachable, as the app's shell does. */
function Reach({ isOnline, children }: { isOnline: boolean; children: ReactNode }) {
  const isOffline = useReachability() === 'offline' && !isOnline;
  return <OfflineContext value={isOffline}>{children}</OfflineContext>;
}

function routerAround(content: ReactNode, at: string) {
  const root = createRootRoute({ component: () => content });
  const anywhere = createRoute({ getParentRoute: () => root, path: '$' });
  return createRouter({
    routeTree: root.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
}

async function seen(check: () => Promise<boolean> | boolean, what: string): Promise<void> {
  await eventually(async () => {
    if (!(await check()))
      throw new Error(`"${what}" did not come true on:\n${textOf(document.body)}`);
  });
}

/** Waits for the only element that matches the selector and has this accessible name. */
async function one(kind: string, name: string | RegExp): Promise<HTMLElement> {
  return eventually(() => {
    const found = [...document.querySelectorAll<HTMLElement>(kind)].filter((element) => {
      // Inert elements cannot be pressed and have no accessible name.
      if (element.closest('[inert]')) return false;
      return typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element));
    });
    const [only] = found;
    if (only === undefined || found.length > 1) {
      const names = [...document.querySelectorAll(kind)].map(nameOf).join(' | ');
      throw new Error(`${found.length} of "${name}" among: ${names}`);
    }
    return only;
  });
}

/** The accessible name of an element. */
function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const by = element.getAttribute('aria-labelledby');
  if (by !== null) return textOf(document.getElementById(by));
  const tied = element.id === '' ? null : document.querySelector(`label[for="${element.id}"]`);
  return spokenIn(tied ?? element.closest('label') ?? element);
}

/** The text of an element as a screen reader reads it, without purely visual content. */
function spokenIn(element: Element): string {
  const copy = element.cloneNode(true);
  if (!(copy instanceof Element)) return '';
  for (const seen of copy.querySelectorAll('[aria-hidden=true]')) seen.remove();
  return textOf(copy);
}

function textOf(element: Element | null): string {
  // Screen readers skip word joiners.
  return (element?.textContent ?? '').replaceAll('\u2060', '').replaceAll(/\s+/g, ' ').trim();
}

/** Types like a user: calls the field's native setter, then fires the event that React handles. */
function type(element: HTMLElement, text: string): void {
  const prototype =
    element instanceof HTMLTextAreaElement
      ? HTMLTextAreaElement.prototype
      : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

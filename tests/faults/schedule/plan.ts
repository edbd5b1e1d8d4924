import type { OptionName } from '../contents/options.ts';
import type { GameResult } from '../contents/results.ts';
import type { StorageFault } from '../world/disk.ts';
import type { NetworkFault } from '../world/network-faults.ts';

/** What the form of the profile asks for. */
export type ProfileField =
  | 'firstName'
  | 'lastName'
  | 'country'
  | 'phoneNumber'
  | 'state'
  | 'address';

/** What a person, a phone, the network or the server does; numbers stand for "the nth there is". */
export type Action =
  | {
      do: 'post';
      device: number;
      games: number[];
      ifStarted: 'drop' | 'refuse';
      stake: number;
      /** The option on each game; without it their home teams win. */
      options?: OptionName[];
      analysis?: string;
    }
  | {
      do: 'copy';
      device: number;
      which: number;
      /** Whether a game of one's own is added, which makes it one's own tip. */
      adds: boolean;
      ifStarted: 'drop' | 'refuse';
      stake: number;
      analysis?: string;
    }
  | { do: 'time-out'; device: number; length: '24h' | '7d' }
  | { do: 'book'; device: number; which: number }
  | { do: 'withdraw'; device: number; which: number }
  /** Takes a tip back and posts it as it should have been, once the first is gone. */
  | { do: 'correct'; device: number; which: number }
  | { do: 'picture'; device: number; colour: string }
  | { do: 'confirm'; device: number; which: number }
  | { do: 'follow'; device: number; whom: number; following: boolean; taps: number }
  | {
      do: 'profile';
      device: number;
      field: ProfileField;
      value: string;
      showPhone?: boolean;
      /** Saved once more at once, with this changed too, and nothing said of what is shown. */
      also?: { field: ProfileField; value: string };
    }
  | {
      do: 'price';
      device: number;
      which: number;
      leg: number;
      odd: number;
      reason?: string;
      /** How many legs are priced, one right after the other. */
      legs?: number;
      /** Only of games that are over, if there are any. */
      over?: true;
    }
  | {
      do: 'settle';
      device: number;
      which: number;
      leg: number;
      /** Or what the rules say, without a word more. */
      result: 'won' | 'lost' | 'void' | 'rules';
      reason?: string;
      /** Only of games that are over, if there are any. */
      over?: true;
      /** Waits for no whistle, and gives no reason. */
      hasty?: true;
    }
  | DeskStep
  | { do: 'retry'; device: number; which: number }
  | { do: 'discard'; device: number; which: number }
  | { do: 'refresh'; device: number; what: 'own' | 'admin-tips' | 'desk' | 'stats' | 'feed' }
  | { do: 'event'; device: number; name: 'online' | 'focus' | 'visibilitychange' | 'pageshow' }
  | { do: 'look' | 'look-away'; device: number }
  | { do: 'open-tab' | 'kill-tab' | 'update' | 'sync-event' | 'pull-event'; device: number }
  /** The tab in front dies at the nth step of its storage from now. */
  | { do: 'die-at-step'; device: number; step: number; worker?: boolean }
  | { do: 'offline' | 'online'; device: number }
  | { do: 'set-clock'; device: number; by: number }
  | { do: 'end-sessions' | 'unverify' | 'verify'; who: number }
  | { do: 'log-in'; device: number; who: number }
  | { do: 'log-out'; device: number; unsent: 'keep' | 'delete' }
  | { do: 'network'; device: number; fault: NetworkFault }
  | { do: 'storage'; device: number; fault: StorageFault }
  | { do: 'move-game'; game: number; to: number }
  /** Everybody sleeps until a game is over, and its result comes, or nobody says it. */
  | {
      do: 'full-time';
      game: number;
      result?: GameResult;
      /** Of one that is over: its file says now how it really ended. */
      again?: true;
    }
  | { do: 'borrow-key'; who: number; which: number }
  /** Everybody puts their phone away; nothing runs until they look again. */
  | { do: 'sleep'; minutes: number };

/** What an administrator does to many tickets at once: of the nth fixture on their desk. */
export type DeskStep = { device: number; which: number } & (
  | {
      do: 'result';
      result: GameResult;
      reason: string;
      /** Waits for no whistle. */
      hasty?: true;
    }
  | {
      do: 'price-all';
      /** How many of its options, from the nth on. */
      options: number;
      odd: number;
      reason?: string;
      /** Says nothing of the price that was seen. */
      blind?: true;
    }
  | {
      do: 'settle-all';
      options: number;
      /** Or what the rules say, without a word more. */
      result: 'won' | 'lost' | 'void' | 'pending' | 'rules';
      reason?: string;
      over?: true;
      /** Waits for no whistle. */
      hasty?: true;
      /** How many games from the nth on, in one act. */
      games?: number;
      /** Only where nobody has decided yet. */
      rest?: true;
    }
  | {
      do: 'confirm-all';
      /** Those, too, that are not decided. */
      hasty?: true;
    }
  | {
      do: 'reopen';
      /** Only half of them. */
      part?: true;
    }
  | {
      /** The nth act of the last ten minutes, the last one first. */
      do: 'undo';
      /** Only half of it. */
      part?: true;
    }
  | {
      /** What was confirmed of the nth fixture of confirmed tickets, not of those on the desk. */
      do: 'correct-all';
      options: number;
      /** Or what the rules say, or what another administrator has proposed. */
      result: 'won' | 'lost' | 'void' | 'rules' | 'proposed';
      reason: string;
      over?: true;
    }
);

/** One step of a schedule, some time after the one before. */
export type Step = Action & { wait: number };

/** All of a schedule but chance in small things, which its seed decides. */
export type Plan = {
  seed: number;
  /** Who is logged in on each device at first. */
  people: readonly number[];
  /** Who administers; the third person unless it says. */
  administrators?: readonly number[];
  /** Whether the browser of each device has locks. */
  locks: boolean[];
  steps: Step[];
};

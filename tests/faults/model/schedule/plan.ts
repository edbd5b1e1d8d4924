import type { OptionName } from '../../contents/options.ts';
import type { GameResult } from '../../contents/results.ts';
import type { StorageFault } from '../../world/disk.ts';
import type { NetworkFault } from '../../world/network-faults.ts';

/** The fields of the profile form. */
export type ProfileField =
  | 'firstName'
  | 'lastName'
  | 'country'
  | 'phoneNumber'
  | 'state'
  | 'address';

/** A step of a person, phone, network or server; numbers mean "the nth existing one". */
export type Action =
  | {
      do: 'post';
      device: number;
      games: number[];
      ifStarted: 'drop' | 'refuse';
      stake: number;
      /** The option on each game; by default the home team wins. */
      options?: OptionName[];
      analysis?: string;
    }
  | {
      do: 'copy';
      device: number;
      which: number;
      /** Whether a game is added, which makes it an own tip. */
      adds: boolean;
      ifStarted: 'drop' | 'refuse';
      stake: number;
      analysis?: string;
    }
  | { do: 'time-out'; device: number; length: '24h' | '7d' }
  | { do: 'book'; device: number; which: number }
  | { do: 'withdraw'; device: number; which: number }
  /** Withdraws a tip and posts a corrected one, once the first is withdrawn. */
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
      /** A second save at once that changes this, too, and omits the switch. */
      also?: { field: ProfileField; value: string };
    }
  | {
      do: 'price';
      device: number;
      which: number;
      leg: number;
      odd: number;
      reason?: string;
      /** Number of legs that are priced in a row. */
      legs?: number;
      /** Only of games that have ended, if there are any. */
      over?: true;
    }
  | {
      do: 'settle';
      device: number;
      which: number;
      leg: number;
      /** "rules": by the rules without a reason. */
      result: 'won' | 'lost' | 'void' | 'rules';
      reason?: string;
      /** Only of games that have ended, if there are any. */
      over?: true;
      /** Before full time, and without a reason. */
      hasty?: true;
    }
  | DeskStep
  | { do: 'retry'; device: number; which: number }
  | { do: 'discard'; device: number; which: number }
  | { do: 'refresh'; device: number; what: 'own' | 'admin-tips' | 'desk' | 'feed' }
  | { do: 'event'; device: number; name: 'online' | 'focus' | 'visibilitychange' | 'pageshow' }
  | { do: 'look' | 'look-away'; device: number }
  | { do: 'open-tab' | 'kill-tab' | 'update' | 'sync-event' | 'pull-event'; device: number }
  /** The front tab dies at the nth storage step from now. */
  | { do: 'die-at-step'; device: number; step: number; worker?: boolean }
  | { do: 'offline' | 'online'; device: number }
  | { do: 'set-clock'; device: number; by: number }
  | { do: 'end-sessions' | 'unverify' | 'verify'; who: number }
  | { do: 'log-in'; device: number; who: number }
  | { do: 'log-out'; device: number; unsent: 'keep' | 'delete' }
  | { do: 'network'; device: number; fault: NetworkFault }
  | { do: 'storage'; device: number; fault: StorageFault }
  | { do: 'move-game'; game: number; to: number }
  /** Everybody sleeps until a game has ended, and its file may have the result. */
  | {
      do: 'full-time';
      game: number;
      result?: GameResult;
      /** For an ended game: its file now has another result. */
      again?: true;
    }
  | { do: 'borrow-key'; who: number; which: number }
  /** All phones sleep; nothing runs until they wake. */
  | { do: 'sleep'; minutes: number };

/** An administrator's step on many tickets of the nth fixture on their desk. */
export type DeskStep = { device: number; which: number } & (
  | {
      do: 'result';
      result: GameResult;
      reason: string;
      /** Before full time. */
      hasty?: true;
    }
  | {
      do: 'price-all';
      /** Number of its options from the nth on. */
      options: number;
      odd: number;
      reason?: string;
      /** Without the seen price. */
      blind?: true;
    }
  | {
      do: 'settle-all';
      options: number;
      /** "rules": by the rules without a reason. */
      result: 'won' | 'lost' | 'void' | 'pending' | 'rules';
      reason?: string;
      over?: true;
      /** Before full time. */
      hasty?: true;
      /** Number of games from the nth on in one action. */
      games?: number;
      /** Only undecided ones. */
      rest?: true;
    }
  | {
      do: 'confirm-all';
      /** Including undecided ones. */
      hasty?: true;
    }
  | {
      do: 'reopen';
      /** Only half of them. */
      part?: true;
    }
  | {
      /** The nth last action of the last ten minutes. */
      do: 'undo';
      /** Only half of it. */
      part?: true;
    }
  | {
      /** Of the nth fixture with confirmed tickets. */
      do: 'correct-all';
      options: number;
      result: 'won' | 'lost' | 'void' | 'rules';
      reason: string;
      over?: true;
    }
);

/** One step of a schedule, after a wait. */
export type Step = Action & { wait: number };

/** A whole schedule, except small random values, which its seed determines. */
export type Plan = {
  seed: number;
  /** The person on each device at first. */
  people: readonly number[];
  /** Indexes of the administrators; by default the third person. */
  administrators?: readonly number[];
  /** Whether the browser of each device has locks. */
  locks: boolean[];
  steps: Step[];
};

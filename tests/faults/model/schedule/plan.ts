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

/** A step of a person, a phone, the network or the server. A number picks one of those that exist. */
export type Action =
  | {
      do: 'post';
      device: number;
      games: number[];
      ifStarted: 'drop' | 'refuse';
      stake: number;
      /** The option on each game; by default a home win. */
      options?: OptionName[];
      analysis?: string;
    }
  | {
      do: 'copy';
      device: number;
      which: number;
      /** True if a game is added, so that the tip does not count as a copy. */
      adds: boolean;
      ifStarted: 'drop' | 'refuse';
      stake: number;
      analysis?: string;
    }
  | { do: 'time-out'; device: number; length: '24h' | '7d' }
  | { do: 'book'; device: number; which: number }
  | { do: 'withdraw'; device: number; which: number }
  /** Withdraws a tip, and posts a corrected one after that. */
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
      /** Saves a second time at once, with this field changed and without the switch. */
      also?: { field: ProfileField; value: string };
    }
  | {
      do: 'price';
      device: number;
      which: number;
      leg: number;
      odd: number;
      reason?: string;
      /** The number of consecutive legs to price. */
      legs?: number;
      /** Prefers games that have ended. */
      over?: true;
    }
  | {
      do: 'settle';
      device: number;
      which: number;
      leg: number;
      /** "rules" means the result that the rules give, without a reason. */
      result: 'won' | 'lost' | 'void' | 'rules';
      reason?: string;
      /** Prefers games that have ended. */
      over?: true;
      /** True if it happens before full time and without a reason. */
      hasty?: true;
    }
  | DeskStep
  | { do: 'retry'; device: number; which: number }
  | { do: 'discard'; device: number; which: number }
  | { do: 'refresh'; device: number; what: 'own' | 'admin-tips' | 'desk' | 'feed' }
  | { do: 'event'; device: number; name: 'online' | 'focus' | 'visibilitychange' | 'pageshow' }
  | { do: 'look' | 'look-away'; device: number }
  | { do: 'open-tab' | 'kill-tab' | 'update' | 'sync-event' | 'pull-event'; device: number }
  /** The tab in front (or the worker) is killed at the nth storage step from now. */
  | { do: 'die-at-step'; device: number; step: number; worker?: boolean }
  | { do: 'offline' | 'online'; device: number }
  | { do: 'set-clock'; device: number; by: number }
  | { do: 'end-sessions' | 'unverify' | 'verify'; who: number }
  | { do: 'log-in'; device: number; who: number }
  | { do: 'log-out'; device: number; unsent: 'keep' | 'delete' }
  | { do: 'network'; device: number; fault: NetworkFault }
  | { do: 'storage'; device: number; fault: StorageFault }
  | { do: 'move-game'; game: number; to: number }
  /** Everybody sleeps until a game has ended; the season file may then have its result. */
  | {
      do: 'full-time';
      game: number;
      result?: GameResult;
      /** For an ended game: the season file now has another result. */
      again?: true;
    }
  | { do: 'borrow-key'; who: number; which: number }
  /** All phones sleep, and nothing runs until they wake. */
  | { do: 'sleep'; minutes: number };

/** An administrator's step on many tickets of the nth fixture of their desk. */
export type DeskStep = { device: number; which: number } & (
  | {
      do: 'result';
      result: GameResult;
      reason: string;
      /** True if it happens before full time. */
      hasty?: true;
    }
  | {
      do: 'price-all';
      /** The number of options to price, from the nth on. */
      options: number;
      odd: number;
      reason?: string;
      /** Sent without the price that the administrator has seen. */
      blind?: true;
    }
  | {
      do: 'settle-all';
      options: number;
      /** "rules" means the result that the rules give, without a reason. */
      result: 'won' | 'lost' | 'void' | 'pending' | 'rules';
      reason?: string;
      over?: true;
      /** True if it happens before full time. */
      hasty?: true;
      /** The number of games to decide in one action, from the nth on. */
      games?: number;
      /** Decides undecided tickets only. */
      rest?: true;
    }
  | {
      do: 'confirm-all';
      /** Includes undecided tickets. */
      hasty?: true;
    }
  | {
      do: 'reopen';
      /** Reopens half of the tickets. */
      part?: true;
    }
  | {
      /** Undoes the nth last action of the last ten minutes. */
      do: 'undo';
      /** Undoes half of the action. */
      part?: true;
    }
  | {
      /** Corrects the nth fixture with confirmed tickets. */
      do: 'correct-all';
      options: number;
      result: 'won' | 'lost' | 'void' | 'rules';
      reason: string;
      over?: true;
    }
);

/** A step of a schedule, and the milliseconds before it. */
export type Step = Action & { wait: number };

/** A whole schedule; the seed also determines random values while it runs. */
export type Plan = {
  seed: number;
  /** The first user of each device. */
  people: readonly number[];
  /** The indexes of the administrators; by default only the third person. */
  administrators?: readonly number[];
  /** True for each device whose browser has the Web Locks API. */
  locks: boolean[];
  steps: Step[];
};

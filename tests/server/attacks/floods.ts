import type { Attack } from './attack.ts';

/** Attacks that send more than their share. */
export const attacksByFloods: readonly Attack[] = [
  {
    number: 92,
    attack: 'one member in ten sessions, or strangers, take all that the server can do',
    coveredBy: [
      ['server/admission/floods.test.ts', 'during a flood of $of'],
      [
        'server/admission/floods.test.ts',
        'in the network that the flood comes from, once it is over its limit',
      ],
      [
        'server/admission/floods.test.ts',
        'a member over the limit is refused without a permit and without the database',
      ],
      [
        'server/admission/floods.test.ts',
        'a member is served during a flood of calls with the token of a session that has ended',
      ],
    ],
  },
  {
    number: 93,
    attack: 'every address of a page, of which there is no end, is made and packed anew',
    coveredBy: [
      [
        'server/previews/previews.test.ts',
        'has the address $address where it is opened as $opened',
      ],
      [
        'server/admission/app-page.test.ts',
        'gets the page as it was built, as a refusal, while other networks get theirs',
      ],
      [
        'server/admission/app-page.test.ts',
        'happens once for each page and few at a time; pages beyond that are sent plain',
      ],
    ],
  },
];

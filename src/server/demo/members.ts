import sharp from 'sharp';

import { periodOf } from '#domain/pool.ts';

import type { follows, members } from '../db/schema.ts';
import { searchNameOf } from '../members/names.ts';
import { type Picture, pictureOf } from '../members/pictures.ts';
import { type Chance, idAt } from './match-odds.ts';

type MemberRow = typeof members.$inferInsert;

/** The members of the demo season as rows. */
export type DemoMembers = {
  administrator: MemberRow;
  member: { row: MemberRow; tipster: DemoTipster };
  tipsters: { row: MemberRow; tipster: DemoTipster }[];
};

const day = 24 * 60 * 60 * 1000;

export function demoMembers(passwordHash: string, now: Date, chance: Chance): DemoMembers {
  const rowOf = (profile: DemoProfile, index: number): MemberRow => ({
    ...base(passwordHash, now, chance),
    ...profile,
    userName: profile.firstName,
    searchName: searchNameOf({ ...profile, userName: '' }),
    phoneNumber: phoneOf(index),
  });
  const tipsterRow = (
    { settled, groups, maxLegs, insight, ...profile }: DemoTipster,
    index: number,
  ) => ({ ...rowOf(profile, index), isTipster: true });
  return {
    administrator: { ...rowOf(demoAdministrator, demoTipsters.length + 1), role: 'administrator' },
    member: { row: tipsterRow(demoMember, demoTipsters.length), tipster: demoMember },
    tipsters: demoTipsters.map((tipster, index) => ({ row: tipsterRow(tipster, index), tipster })),
  };
}

/** Everybody follows a few of the tipsters, but not themselves. */
export function demoFollows(
  { member, tipsters }: DemoMembers,
  now: Date,
  chance: Chance,
): Omit<typeof follows.$inferInsert, 'cursor'>[] {
  return [member, ...tipsters].flatMap(({ row }) => {
    const others = tipsters.filter((tipster) => tipster.row.id !== row.id);
    const liked = new Set(Array.from({ length: 5 }, () => chance.of(others)));
    return [...liked].flatMap((tipster) =>
      tipster
        ? {
            memberId: row.id,
            tipsterId: tipster.row.id,
            following: true,
            changedAt: new Date(now.getTime() - chance.between(1, 60) * day),
          }
        : [],
    );
  });
}

/** A pool of the member and the first tipsters over the season. */
export function demoPool({ member, tipsters }: DemoMembers, now: Date, chance: Chance) {
  const createdAt = new Date(now.getTime() - 60 * day);
  const players = [member, ...tipsters.slice(0, 6)];
  const id = idAt(createdAt, chance);
  const name = 'Terrace seven';
  const pool = { id, ownerId: member.row.id, name, ...periodOf('season', now), createdAt };
  return {
    pool,
    members: players.map(({ row }, location) => ({
      poolId: id,
      memberId: row.id,
      joinedAt: new Date(createdAt.getTime() + location * day),
    })),
  };
}

function base(passwordHash: string, now: Date, chance: Chance) {
  // Everybody joined before the oldest game that they have a tip on.
  const createdAt = new Date(now.getTime() - chance.between(80, 120) * day);
  return {
    id: idAt(createdAt, chance),
    passwordHash,
    createdAt,
    emailVerifiedAt: createdAt,
    ageConfirmedAt: createdAt,
  };
}

type DemoProfile = {
  email: string;
  firstName: string;
  lastName: string;
  country: string;
  state: string;
  address: string;
  showPhone?: boolean;
};

/** A fictional tipster of the demo season. */
export type DemoTipster = DemoProfile & {
  /** Number of settled tips; below ten a tipster is new. */
  settled: number;
  /** Preferred groups, and the maximum of legs on a slip. */
  groups: readonly string[];
  maxLegs: number;
  /** Probability of choosing a winner knowingly. */
  insight: number;
};

type Line = [
  name: string,
  place: string,
  settled: number,
  maxLegs: number,
  insight: number,
  groups: string,
];

const lines: readonly Line[] = [
  ['Amara Okafor', 'NG, Lagos, Surulere', 34, 3, 0.1, '1X2, GG/NG, O/U 2.5'],
  ['Tomás Ferreira', 'PT, Porto, Cedofeita', 28, 2, 0.12, '1X2, DNB, Double Chance'],
  ['Lotte van den Berg', 'NL, Utrecht, Lombok', 26, 4, 0.2, 'O/U 1.5, O/U 2.5, GG/NG'],
  ['Marco Bellini', 'IT, Bologna, Navile', 22, 3, 0.08, '1X2, O/U 3.5, Half Time'],
  ['Emre Yıldız', 'TR, İzmir, Karşıyaka', 20, 3, 0.1, 'Double Chance, GG/NG, Odd/Even'],
  ['Sofia Lindqvist', 'SE, Gothenburg, Majorna', 18, 2, 0.18, '1X2, Away to Score, DNB'],
  ['Kwame Mensah', 'GH, Accra, Osu', 16, 4, 0.12, 'Double Chance, O/U 1.5, Double Chance HT'],
  ['Ewa Kowalczyk', 'PL, Gdańsk, Oliwa', 14, 2, 0.1, '1X2, Highest Scoring Half, GG/NG'],
  ["Daniel O'Shea", 'IE, Cork, Sunday’s Well', 13, 3, 0.15, '1X2, O/U 2.5, HF/FT'],
  ['Inés Romero', 'ES, Sevilla, Triana', 12, 3, 0.1, 'GG/NG, O/U 2.5, Double Chance'],
  ['Jonas Keller', 'DE, Leipzig, Plagwitz', 6, 2, 0.25, '1X2, GG/NG HT, O/U 3.5'],
  ['Camille Laurent', 'FR, Lyon, Croix-Rousse', 3, 2, 0.3, '1X2, DNB, O/U 2.5'],
];

export const demoTipsters: readonly DemoTipster[] = lines.map(toTipster);

/** The two members whose logins are printed, and the password of all demo members. */
export const demoMember: DemoTipster = {
  ...toTipster(['Sam Taylor', 'GB, England, Leeds', 4, 3, 0.1, '1X2, GG/NG, O/U 2.5'], 0),
  email: 'member@touchline.example',
};
export const demoAdministrator = {
  email: 'admin@touchline.example',
  firstName: 'Robin',
  lastName: 'Hale',
  country: 'GB',
  state: 'England',
  address: 'Sheffield',
};
export const demoPassword = 'terrace-song-42';

/** A number from the range that is reserved for fiction. */
function phoneOf(index: number): string {
  return `+44 7700 900${String(100 + index)}`;
}

function toTipster(
  [name, location, settled, maxLegs, insight, groups]: Line,
  index: number,
): DemoTipster {
  const [firstName = '', ...lastNames] = name.split(' ');
  const [country = '', state = '', address = ''] = location.split(', ');
  return {
    email: `tipster${index + 1}@touchline.example`,
    firstName,
    lastName: lastNames.join(' '),
    country,
    state,
    address,
    showPhone: index % 2 === 0,
    settled,
    groups: groups.split(', '),
    maxLegs,
    insight,
  };
}

const side = 256;
const yellow = [0xff, 0xd2, 0x1f];
const orange = [0xd8, 0x53, 0x1f];

/** The flag of an assistant referee as a picture: four fields in two colours. */
export async function demoPicture(): Promise<Picture> {
  const pixels = Buffer.alloc(side * side * 3);
  for (let location = 0; location < side * side; location += 1) {
    const isLeftHalf = location % side < side / 2;
    const isUpper = location < (side * side) / 2;
    pixels.set(isLeftHalf === isUpper ? orange : yellow, location * 3);
  }
  const raw = { width: side, height: side, channels: 3 } as const;
  return pictureOf(await sharp(pixels, { raw }).png().toBuffer());
}

import { describe, expect, test } from 'vitest';
import { checkRepeatedTip, type EarlierTip, maxTipsPerSelection } from '#domain/repeat.ts';

const home = { fixtureId: 'arsenal-chelsea', oddsId: 1 };
const away = { fixtureId: 'leeds-everton', oddsId: 3 };
const draw = { fixtureId: 'arsenal-chelsea', oddsId: 2 };

function earlier(id: string, selections: EarlierTip['selections'], isOpen = true): EarlierTip {
  return { id, isOpen, selections };
}

describe('selections that a member posts', () => {
  test('are refused if an open tip has the same ones in another order', () => {
    const checked = checkRepeatedTip([home, away], [earlier('first', [away, home])]);

    expect(checked).toEqual({
      allowed: false,
      problem: { code: 'already-tipped', tipId: 'first' },
    });
  });

  test.each([
    { than: 'another option of the game', selections: [draw] },
    { than: 'one of them alone', selections: [away] },
    { than: 'one more beside them', selections: [home, away, { fixtureId: 'x', oddsId: 1 }] },
  ])('differ from $than', ({ selections }) => {
    expect(checkRepeatedTip([home, away], [earlier('first', selections)]).allowed).toBe(true);
  });

  test('are allowed again once the earlier tip is decided', () => {
    expect(checkRepeatedTip([home], [earlier('first', [home], false)]).allowed).toBe(true);
  });

  test('are refused if one of them is in five tips that count, including decided ones', () => {
    const others = ['a', 'b', 'c', 'd', 'e'].map((fixtureId, index) =>
      earlier(fixtureId, [home, { fixtureId, oddsId: 1 }], index % 2 === 0),
    );
    expect(others).toHaveLength(maxTipsPerSelection);

    expect(checkRepeatedTip([away, home], others.slice(1)).allowed).toBe(true);
    expect(checkRepeatedTip([away, home], others)).toEqual({
      allowed: false,
      problem: { code: 'selection-limit', selections: [home] },
    });
  });
});

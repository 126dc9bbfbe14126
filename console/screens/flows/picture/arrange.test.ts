import { expect, test } from 'vitest';
import { arrange } from './arrange.ts';
import { layOut } from './lay-out.ts';

const flow = {
  start: 'start',
  screens: {
    start: { continue: { does: 'identify', to: ['password', 'code'] } },
    password: {
      signIn: { does: 'signInWithPassword', to: ['done', 'second-factor'] },
      useEmailCode: { does: 'useEmailCode', to: ['code'] },
      back: { does: 'goBack', to: ['start'] },
    },
    code: {
      verify: { does: 'verifyCode', to: ['done', 'second-factor'] },
      usePassword: { does: 'usePassword', to: ['password'] },
    },
    'second-factor': { continue: { does: 'proveFactor', to: ['done'] } },
    lost: {},
  },
};

const membersOf = (layer: number) =>
  arrange(flow)
    .filter((group) => group.layer === layer)
    .map(({ members }) => members);

test('screens follow those that lead to them, and screens with a way there and back are one group', () => {
  expect(membersOf(0)).toEqual(expect.arrayContaining([['start'], ['lost']]));
  expect(membersOf(1)).toEqual([['password', 'code']]);
  expect(membersOf(2)).toEqual([['second-factor']]);
  expect(membersOf(3)).toEqual([['done']]);
});

test('a direct way is left out if there is another one through further screens', () => {
  const groups = arrange(flow);
  const next = groups.find(({ members }) => members.includes('password'))!.next;
  expect(next.map((index) => groups[index]!.members)).toEqual([['second-factor']]);
});

test.each([320, 700, 1100])('no two screens overlap in %i pixels, and all are inside the picture', (room) => {
  const { nodes, width, height } = layOut(arrange(flow), room);
  expect(width).toBeLessThanOrEqual(room);
  const boxes = [...nodes.values()];
  expect(boxes).toHaveLength(6);
  for (const [i, one] of boxes.entries()) {
    expect(one.x >= 0 && one.x + one.width <= width && one.y >= 0 && one.y + one.height <= height).toBe(true);
    for (const other of boxes.slice(i + 1)) {
      const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
      const isBelow = one.y + one.height <= other.y || other.y + other.height <= one.y;
      expect(isBeside || isBelow).toBe(true);
    }
  }
});

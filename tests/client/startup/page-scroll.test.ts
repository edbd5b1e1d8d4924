import { beforeEach, expect, test } from 'vitest';
import {
  releaseMessageSpace,
  openPageAtTop,
  scrollPage,
  reserveMessageSpace,
} from '#client/startup/page-scroll.ts';

const roomAbove = () => {
  const { style } = document.documentElement;
  const [message, rest] = ['--message-room', '--message-rest'].map((name) =>
    Number.parseInt(style.getPropertyValue(name)),
  );
  return { message, rest, scrollY };
};

const personScrollsTo = (top: number) => {
  scrollTo({ top, behavior: 'instant' });
  dispatchEvent(new Event('scroll'));
};

beforeEach(() => {
  reserveMessageSpace(0);
  personScrollsTo(10_000);
  personScrollsTo(0);
});

test('keeps free space above the page until the person scrolls past it', () => {
  reserveMessageSpace(100);
  personScrollsTo(20);
  reserveMessageSpace(60);
  expect(roomAbove()).toEqual({ message: 60, rest: 20, scrollY: 0 });
  reserveMessageSpace(0);
  expect(roomAbove()).toEqual({ message: 0, rest: 80, scrollY: 0 });
  personScrollsTo(79);
  expect(roomAbove()).toEqual({ message: 0, rest: 80, scrollY: 79 });
  personScrollsTo(90);
  expect(roomAbove()).toEqual({ message: 0, rest: 0, scrollY: 10 });
});

test('opens a new page at its top, without free space above', () => {
  reserveMessageSpace(60);
  personScrollsTo(0);
  reserveMessageSpace(40);
  openPageAtTop();
  expect(roomAbove()).toEqual({ message: 40, rest: 0, scrollY: 40 });
  personScrollsTo(700);
  scrollPage(0);
  expect(scrollY).toBe(40);
});

test('removes the space of a message before the scroll position of the page is stored', () => {
  personScrollsTo(500);
  reserveMessageSpace(60);
  releaseMessageSpace();
  expect(roomAbove()).toEqual({ message: 0, rest: 0, scrollY: 500 });
});

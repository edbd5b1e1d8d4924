import { beforeEach, expect, test } from 'vitest';
import {
  dropRoom,
  openPageAtTop,
  scrollPage,
  setMessageRoom,
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
  setMessageRoom(0);
  personScrollsTo(10_000);
  personScrollsTo(0);
});

test('leaves the room that a person has scrolled up into until they scroll past it', () => {
  setMessageRoom(100);
  personScrollsTo(20);
  setMessageRoom(60);
  expect(roomAbove()).toEqual({ message: 60, rest: 20, scrollY: 0 });
  setMessageRoom(0);
  expect(roomAbove()).toEqual({ message: 0, rest: 80, scrollY: 0 });
  personScrollsTo(79);
  expect(roomAbove()).toEqual({ message: 0, rest: 80, scrollY: 79 });
  personScrollsTo(90);
  expect(roomAbove()).toEqual({ message: 0, rest: 0, scrollY: 10 });
});

test('opens a new page at its own top, with nothing left above it', () => {
  setMessageRoom(60);
  personScrollsTo(0);
  setMessageRoom(40);
  openPageAtTop();
  expect(roomAbove()).toEqual({ message: 40, rest: 0, scrollY: 40 });
  personScrollsTo(700);
  scrollPage(0);
  expect(scrollY).toBe(40);
});

test('drops the room of a message before the position of a page that is left is stored', () => {
  personScrollsTo(500);
  setMessageRoom(60);
  dropRoom();
  expect(roomAbove()).toEqual({ message: 0, rest: 0, scrollY: 500 });
});

import { describe, expect, test } from 'vitest';
import { outsideTheApp } from '#worker/navigation.ts';

function isThePage(address: string): boolean {
  return outsideTheApp.every((pattern) => !pattern.test(address));
}

describe('a navigation', () => {
  test.each([
    ['/', 'home'],
    ['/tips/create', 'a page of the app'],
    ['/tips/details/0197-ab', 'a page with an id'],
    ['/apiary', 'a word that only begins like one of ours'],
    ['/healthy?next=/api/tips', 'a query that mentions the API'],
    ['/tips?file=report.json', 'a query that ends like a file'],
    [
      '/account/verify-email/eyJhbGciOi.eyJzdWIiOi.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      'a token',
    ],
  ])('to %s is answered with the app: %s', (address) => {
    expect(isThePage(address)).toBe(true);
  });

  test.each([
    ['/api', 'the API'],
    ['/api/docs', 'its documentation'],
    ['/api?x=1', 'the API with a query'],
    ['/odds/v3/sports', 'the odds'],
    ['/pictures/abc.webp', 'a picture'],
    ['/assets/i18n/en.json', 'a catalogue'],
    ['/health', 'the health check'],
    ['/health/ready', 'the health check'],
    ['/robots.txt', 'a file'],
    ['/env.json?fresh', 'a file with a query'],
    ['/manifest.webmanifest', 'the manifest'],
  ])('to %s is left to the network: %s', (address) => {
    expect(isThePage(address)).toBe(false);
  });
});

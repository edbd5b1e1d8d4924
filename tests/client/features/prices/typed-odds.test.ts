import { describe, expect, onTestFinished, test } from 'vitest';
import { loadMessages } from '#client/data/language.ts';
import { parseTypedPrice } from '#client/features/prices/typed-price.ts';
import { editableOddsText } from '#client/ui/formats.ts';

describe('typed odds', () => {
  test.each([
    { text: '2.5', price: 2.5 },
    { text: '2,5', price: 2.5 },
    { text: '2,75', price: 2.75 },
    { text: '2.', price: 2 },
    { text: '٢٫٧٥', price: 2.75 },
    { text: '٢.٧٥', price: 2.75 },
    { text: '٢,٧٥', price: 2.75 },
    { text: '۲٫۷۵', price: 2.75 },
    { text: '\u200f٢٫٧٥ ', price: 2.75 },
    { text: ' 1000 ', price: 1000 },
    { text: '1\u202f000,00', price: 1000 },
    { text: '1 000', price: 1000 },
    { text: '1\u00a0000', price: 1000 },
    { text: '\u200e١ ٠٠٠', price: 1000 },
    { text: '2 50', price: undefined },
    { text: '10 5', price: undefined },
    { text: '2 5', price: undefined },
    { text: '2\u00a050', price: undefined },
    { text: '1 0000', price: undefined },
    { text: '1  000', price: undefined },
    { text: '2. 5', price: undefined },
    { text: '2 .5', price: undefined },
    { text: '1.000', price: undefined },
    { text: '1,000', price: undefined },
    { text: '1,000.00', price: undefined },
    { text: '2,7,5', price: undefined },
    { text: '0', price: 0 },
    { text: '1', price: 1 },
    { text: '0.5', price: undefined },
    { text: '1000.01', price: undefined },
    { text: '1.005', price: undefined },
    { text: '-2', price: undefined },
    { text: '2e2', price: undefined },
    { text: 'two', price: undefined },
    { text: '', price: undefined },
  ])('"$text" are $price', ({ text, price }) => {
    expect(parseTypedPrice(text)).toBe(price);
  });

  test.each([
    { language: 'en', typed: '1000.00' },
    { language: 'fr', typed: '1000,00' },
    { language: 'es', typed: '1000,00' },
    { language: 'pt', typed: '1000,00' },
    { language: 'sw', typed: '1000.00' },
    { language: 'ar-EG', typed: '١٠٠٠٫٠٠' },
  ])('have the format of $language, and are parsed back', async ({ language, typed }) => {
    const { languages } = navigator;
    Object.defineProperty(navigator, 'languages', { value: [language], configurable: true });
    onTestFinished(() => {
      Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });
    });
    await loadMessages(language.slice(0, 2), async () => ({ messages: {} }));

    expect(editableOddsText(1000)).toBe(typed);
    for (const price of [1, 2.75, 19.9, 999.99, 1000]) {
      expect(parseTypedPrice(editableOddsText(price))).toBe(price);
    }
  });
});

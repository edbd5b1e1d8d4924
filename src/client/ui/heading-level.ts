import { createContext } from 'react';

/** What a card's heading is: one below the page's own, and one deeper inside a section. */
export const HeadingLevel = createContext<'h2' | 'h3'>('h2');

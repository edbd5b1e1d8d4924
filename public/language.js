// Before the app is read, the words of the reader's language are on their way, and the page is laid
// out in its direction. The rule is that of src/client/data/languages.ts; a test compares the two.
{
  const spoken = ['en', 'fr', 'es', 'pt', 'sw', 'ar'];
  let chosen = null;
  try {
    chosen = window.localStorage.getItem('touchline-language');
  } catch {
    // Storage may be shut; then the device's own languages decide.
  }
  const wanted = [chosen ?? '', ...navigator.languages].map(
    (tag) => tag.toLowerCase().split('-')[0],
  );
  const language = wanted.find((wish) => spoken.includes(wish)) ?? 'en';
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';

  const words = document.createElement('link');
  words.rel = 'preload';
  words.as = 'fetch';
  words.crossOrigin = 'anonymous';
  words.href = `/assets/i18n/${language}.json`;
  document.head.append(words);
}

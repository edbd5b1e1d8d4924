// Shows what this address showed when it was last seen, until the app has drawn its own rows. The template is inert:
// nothing of it is loaded or drawn before its reader is known to be the one who saw it. src/client/session/reader-key.ts
// makes the same text of a reader.
{
  const readerText = () => {
    const stored = (key) => window.localStorage.getItem(key);
    return JSON.stringify([
      stored('token') !== null || stored('currentUser') !== null,
      stored('userId'),
      stored('touchline-language'),
      navigator.languages,
      stored('touchline-theme'),
      getComputedStyle(document.documentElement).fontSize,
      new Date().getTimezoneOffset(),
      [48, 64].map((rem) => matchMedia(`(min-width: ${rem}rem)`).matches),
    ]);
  };
  /** Whether the reader had scrolled this entry of the history, which the router goes back to. */
  const wasScrolled = () => {
    const positions = JSON.parse(window.sessionStorage.getItem('tsr-scroll-restoration-v1_3') ?? '{}');
    return positions[history.state?.__TSR_key]?.window?.scrollY > 0;
  };
  const show = ({ content, dataset }) => {
    document.documentElement.lang = dataset.lang;
    document.documentElement.dir = dataset.dir;
    // The security policy allows no style attributes in markup.
    for (const element of content.querySelectorAll('[data-style]')) {
      element.style.cssText = element.dataset.style;
    }
    const isToday = dataset.day === new Date().toDateString();
    for (const element of content.querySelectorAll('[data-as-of]')) {
      element.textContent = isToday ? dataset.asOfTime : dataset.asOfDay;
    }
    for (const element of content.querySelectorAll('[data-offline]')) {
      element.hidden = navigator.onLine;
    }
    const snapshot = document.createElement('div');
    snapshot.id = 'snapshot';
    snapshot.ariaBusy = 'true';
    snapshot.append(content);
    document.body.prepend(snapshot);
  };
  const template = document.querySelector('template[data-snapshot]');
  try {
    if (template.dataset.reader === readerText() && !wasScrolled()) show(template);
  } catch {
    // Without storage nobody knows whose it is.
  }
  template.remove();
}

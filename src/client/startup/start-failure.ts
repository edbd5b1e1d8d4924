/**
 * Creates the page shown if the catalogue cannot be loaded. Its texts and styles are in the code,
 * because nothing else can be loaded.
 */
export function createStartFailurePage(retry: () => void): HTMLElement {
  const offline = !navigator.onLine;
  const page = createStyledElement('main', {
    maxWidth: '30rem',
    margin: '0 auto',
    padding: '3rem 1rem',
    font: '1rem/1.5 system-ui, sans-serif',
  });
  const title = createStyledElement('h1', {
    fontSize: '1.5rem',
    fontWeight: '700',
    margin: '0 0 0.5rem',
  });
  title.textContent = offline ? 'You are offline' : 'Server error';
  const text = createStyledElement('p', { margin: '0 0 1.5rem' });
  text.textContent = offline
    ? 'Touchline opens as soon as you are online.'
    : 'Touchline could not be opened. Try again in a moment.';
  const message = createStyledElement('div', {});
  message.setAttribute('role', 'alert');
  message.append(title, text);
  page.append(message);
  if (offline) globalThis.addEventListener('online', retry, { once: true });
  else page.append(createRetryButton(retry));
  return page;
}

function createRetryButton(retry: () => void): HTMLElement {
  const button = createStyledElement('button', {
    minHeight: '2.75rem',
    padding: '0 1.25rem',
    border: '2px solid currentColor',
    borderRadius: '0.375rem',
    background: 'transparent',
    color: 'inherit',
    font: 'inherit',
    fontWeight: '700',
  });
  button.textContent = 'Retry';
  button.addEventListener('click', retry);
  return button;
}

/** Sets styles as properties, because the content security policy forbids style attributes. */
function createStyledElement(name: string, style: Partial<CSSStyleDeclaration>): HTMLElement {
  const element = document.createElement(name);
  Object.assign(element.style, style);
  return element;
}

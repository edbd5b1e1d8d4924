// Before the first paint, so that a chosen theme never flashes up in the other one. The security
// policy allows no script inside the page. src/client/session/theme.ts does the same later on.
try {
  const chosen = window.localStorage.getItem('touchline-theme');
  const ground = chosen === 'day' ? '#f4f3ec' : chosen === 'night' ? '#0b0f0c' : undefined;
  if (ground) {
    document.documentElement.dataset.theme = chosen;
    document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
      meta.content = ground;
    });
  }
} catch {
  // Storage that is shut holds no choice.
}

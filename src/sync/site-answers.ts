/** Whether the site itself is there, so that the app can be fetched from it again. */
export async function siteAnswers(ask: typeof fetch = (...request) => fetch(...request)) {
  return ask('/env.json', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

// Preloaded into a server: sends pushes to the test's service instead of a browser's real one.
const { PUSH_SERVICE: service = '' } = process.env;
const real = globalThis.fetch;

globalThis.fetch = async (input, init) =>
  real(
    typeof input === 'string' ? input.replace('https://fcm.googleapis.com', service) : input,
    init,
  );

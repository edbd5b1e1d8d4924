// Loaded before a server that pushes to the test's own service, because browsers name a real one.
const { PUSH_SERVICE: service = '' } = process.env;
const real = globalThis.fetch;

globalThis.fetch = async (input, init) =>
  real(
    typeof input === 'string' ? input.replace('https://fcm.googleapis.com', service) : input,
    init,
  );

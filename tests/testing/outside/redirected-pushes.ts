// Preloaded into a server: sends pushes to the test's service, because browsers name a real push
// service.
const { PUSH_SERVICE: service = '' } = process.env;
const real = globalThis.fetch;

globalThis.fetch = async (input, init) =>
  real(
    typeof input === 'string' ? input.replace('https://fcm.googleapis.com', service) : input,
    init,
  );

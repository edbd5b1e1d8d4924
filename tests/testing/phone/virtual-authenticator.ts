import type { Phone } from './phone.ts';

/** Adds passkeys to a phone, which always verify its owner. */
export async function addVirtualAuthenticator(phone: Phone): Promise<void> {
  const devtools = await phone.context().newCDPSession(phone.page());
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

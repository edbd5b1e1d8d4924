import { createECDH } from 'node:crypto';

/** The keys that identify this server to push services, and a contact address (RFC 8292). */
export type VapidDetails = { publicKey: string; privateKey: string; subject: string };

/** Creates the details from a private key (32 bytes in base64url) and the sender of mails. */
export function createVapidDetails(privateKey: string, mailFrom: string): VapidDetails {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const address = /[^\s<]+@[^\s>]+/.exec(mailFrom)?.[0] ?? '';
  return {
    publicKey: curve.getPublicKey().toString('base64url'),
    privateKey,
    subject: `mailto:${address}`,
  };
}

/** True for a valid private key on the curve P-256. */
export function isVapidPrivateKey(text: string): boolean {
  try {
    createVapidDetails(text, '');
    return /^[\w-]{43}$/.test(text);
  } catch {
    return false;
  }
}

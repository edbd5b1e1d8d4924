import { createECDH } from 'node:crypto';

/** The key that push services know this server by (RFC 8292), and whom they may write to. */
export type Vapid = { publicKey: string; privateKey: string; subject: string };

/** Makes it of the private key: 32 bytes in base64url, such as `npx web-push generate-vapid-keys` gives. */
export function vapidOf(privateKey: string, mailFrom: string): Vapid {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const address = /[^\s<]+@[^\s>]+/.exec(mailFrom)?.[0] ?? '';
  return {
    publicKey: curve.getPublicKey().toString('base64url'),
    privateKey,
    subject: `mailto:${address}`,
  };
}

/** Whether a text is a private key on the curve P-256. */
export function isPrivateKey(text: string): boolean {
  try {
    vapidOf(text, '');
    return /^[\w-]{43}$/.test(text);
  } catch {
    return false;
  }
}

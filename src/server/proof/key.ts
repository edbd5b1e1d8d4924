import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

import type { Checkpoint } from '#contract/proof/calls.ts';
import { checkpointText } from '#contract/proof/check.ts';
import { textToBytes } from '#contract/proof/hashes.ts';

/** The bytes before the 32-byte private key in the PKCS #8 form of an Ed25519 key (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

function derivePrivateKey(secret: string): KeyObject {
  const seed = createHash('sha256').update(`touchline proof key\n${secret}`).digest();
  return createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
}

/** Derives the public key from a secret, in hexadecimal. */
export function derivePublicKey(secret: string): string {
  const { x = '' } = createPublicKey(derivePrivateKey(secret)).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('hex');
}

/** Adds the public key and the signature to a checkpoint. */
export function signCheckpoint(
  checkpoint: Pick<Checkpoint, 'size' | 'root' | 'at'>,
  secret: string,
): Checkpoint {
  const signature = sign(null, textToBytes(checkpointText(checkpoint)), derivePrivateKey(secret));
  return { ...checkpoint, key: derivePublicKey(secret), signature: signature.toString('hex') };
}

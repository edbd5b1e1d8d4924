import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import * as z from 'zod/mini';

/** A passkey in software: registers at a site and signs logins. */
export type APasskey = {
  id: string;
  /** Creates the response to a site's registration options. */
  made: (options: object, changes?: Changes) => { id: string };
  /** Creates the response to a site's login options, and increments the signature counter. */
  signs: (options: object, changes?: Changes) => { id: string };
};

type Encoded = Parameters<typeof isoCBOR.encode>[0];

/** Values that replace the valid ones of a response. */
type Changes = {
  origin?: string;
  host?: string;
  challenge?: string;
  counter?: number;
  flags?: number;
  userHandle?: string | undefined;
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest();

const verified = 0b0000_0101;
const withKey = 0b0100_0000;

export function aPasskey(site: string): APasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const id = base64(rawId);
  let used = 0;
  let owner: string | undefined;

  const clientData = (type: string, options: object, { origin = site, challenge }: Changes) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: challenge ?? ('challenge' in options ? options.challenge : ''),
        origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(added: Uint8Array, extra: number, changes: Changes): Buffer {
    const { host = new URL(site).hostname, counter = used, flags = verified } = changes;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.from([flags | extra]), count, added]);
  }

  return {
    id,
    made(options, changes = {}) {
      owner = z.parse(z.object({ user: z.object({ id: z.string() }) }), options).user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const added = Buffer.concat([Buffer.alloc(16), length, rawId, isoCBOR.encode(cose)]);
      const attestation = new Map<string | number, Encoded>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(added, withKey, changes))],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64(clientData('webauthn.create', options, changes)),
          attestationObject: base64(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      };
    },
    signs(options, changes = {}) {
      used += 1;
      const data = authenticatorData(new Uint8Array(), 0, changes);
      const client = clientData('webauthn.get', options, changes);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(signature),
          userHandle: 'userHandle' in changes ? changes.userHandle : owner,
        },
      };
    },
  };
}

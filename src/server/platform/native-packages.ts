import { OperatorError } from './error-reports.ts';

/** Packages with a binary per platform, which npm may not have installed. */
const nativePackages = ['@node-rs/argon2', 'sharp'];

/** Refuses to start if a native package cannot be loaded; the message says how to install it. */
export async function expectNativePackages(
  load: (name: string) => Promise<unknown> = async (name) => import(name),
): Promise<void> {
  for (const name of nativePackages) {
    await load(name).catch((error: unknown) => {
      throw new OperatorError(
        `The part of ${name} for ${process.platform}-${process.arch} is missing: npm left optional packages ` +
          'out. Run npm ci --include=optional, then npm start.',
        { cause: error },
      );
    });
  }
}

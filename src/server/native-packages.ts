import { StartRefused } from './start-refused.ts';

/** Packages with a part for each kind of machine, which npm may have left out. */
const nativePackages = ['@node-rs/argon2', 'sharp'];

/** Refuses to start where they cannot be loaded, in words that lead to an install that has them. */
export async function expectNativePackages(
  load: (name: string) => Promise<unknown> = async (name) => import(name),
): Promise<void> {
  for (const name of nativePackages) {
    await load(name).catch((error: unknown) => {
      throw new StartRefused(
        `The part of ${name} for ${process.platform}-${process.arch} is missing: npm left optional packages ` +
          'out. Run npm ci --include=optional, then npm start.',
        { cause: error },
      );
    });
  }
}

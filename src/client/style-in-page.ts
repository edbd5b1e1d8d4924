import type { Plugin } from 'vite';

const sheetLink = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
const appScript = /\s*<script type="module"[^>]*><\/script>/;

/** The scripts that run before the app wait for the data that goes with the page; they are fetched before it. */
function scriptsAhead(page: string): string {
  const files = [...page.matchAll(/<script[^>]*\ssrc="(\/[^/"]+\.js)"/g)].map(
    ([, file = '']) => file,
  );
  return files.map((file) => `\n    <link rel="preload" href="${file}" as="script">`).join('');
}

/**
 * Puts the style into the page, and the app's script ahead of all that the page holds: on a slow connection the
 * style comes while the script's first bytes are on their way, and the shell waits for no other file.
 */
export function styleInPage(): Plugin {
  return {
    name: 'touchline:style-in-page',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle }) {
        if (!bundle) return page;
        const [link, file = ''] = sheetLink.exec(page) ?? [];
        const [script] = appScript.exec(page) ?? [];
        const sheet = bundle[file];
        if (link === undefined || script === undefined || sheet?.type !== 'asset') {
          throw new Error('The page names no style or no script.');
        }
        delete bundle[file];
        for (const part of Object.values(bundle)) {
          // It would be fetched with that part, and is not there.
          if (part.type === 'chunk' && part.code.includes(file)) {
            throw new Error(`${part.fileName} asks for ${file}.`);
          }
        }
        const style = `\n    <style>${String(sheet.source)}</style>`;
        return page
          .replace(script, '')
          .replace(link, () => style)
          .replace(/(<meta charset[^>]*>)/, (charset) => charset + script + scriptsAhead(page));
      },
    },
  };
}

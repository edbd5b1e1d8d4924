import type { Plugin } from 'vite';

const sheetLinkPattern = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
const appScriptPattern = /\s*<script type="module"[^>]*src="\/([^"]+)"[^>]*><\/script>/;

/** Preloads scripts that run before the app, because they otherwise wait for the page's data. */
function renderScriptPreloads(page: string): string {
  const files = [...page.matchAll(/<script[^>]*\ssrc="(\/[^/"]+\.js)"/g)].map(
    ([, file = '']) => file,
  );
  return files.map((file) => `\n    <link rel="preload" href="${file}" as="script">`).join('');
}

/**
 * Inlines the style sheet and moves the app's script before the content: on a slow connection the
 * style arrives while the script loads, and the frame of the page waits for no other file. The
 * build is identified by the names of both files, which contain content hashes.
 */
export function createInlineStylePlugin(): Plugin {
  return {
    name: 'touchline:style-in-page',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle }) {
        if (!bundle) return page;
        const [link, file = ''] = sheetLinkPattern.exec(page) ?? [];
        const [script, scriptFile] = appScriptPattern.exec(page) ?? [];
        const sheet = bundle[file];
        if (link === undefined || script === undefined || sheet?.type !== 'asset') {
          throw new Error('The page names no style or no script.');
        }
        delete bundle[file];
        for (const part of Object.values(bundle)) {
          // The chunk would fetch this file, which does not exist any more.
          if (part.type === 'chunk' && part.code.includes(file)) {
            throw new Error(`${part.fileName} asks for ${file}.`);
          }
        }
        const style = `\n    <style>${String(sheet.source)}</style>`;
        return page
          .replace(script, '')
          .replace(link, () => style)
          .replace(
            /(<meta charset[^>]*>)/,
            (charset) => charset + script + renderScriptPreloads(page),
          )
          .replace('</title>', `</title>\n    <meta name="build" content="${scriptFile} ${file}">`);
      },
    },
  };
}

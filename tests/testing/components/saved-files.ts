import { onTestFinished } from 'vitest';

/** Collects every file that the page saves from now on. */
export function savedFiles(): Blob[] {
  const files: Blob[] = [];
  const createObjectURL = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) files.push(file);
    return createObjectURL(file);
  };
  onTestFinished(() => {
    URL.createObjectURL = createObjectURL;
  });
  return files;
}

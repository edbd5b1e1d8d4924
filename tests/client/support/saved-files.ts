import { onTestFinished } from 'vitest';

/** Every file the page hands to the browser for saving, from here on. */
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

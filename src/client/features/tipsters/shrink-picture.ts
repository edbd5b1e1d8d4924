/** A picture that is small enough to send over any connection. */
export type ShrunkPicture = { bytes: Uint8Array<ArrayBuffer>; type: string };

/** The reason why a file cannot be used as a picture. */
export type PictureProblem = 'picture-too-large' | 'picture-unreadable';

/** Larger files are refused without decoding, because a phone may run out of memory. */
const maxFileBytes = 30 * 1024 * 1024;

/** The maximum width and height, in pixels. */
const maxSidePx = 512;

/** The maximum size of the shrunk picture, in bytes. */
const maxBytes = 100 * 1024;

/** Each attempt creates a smaller file: first lower quality, then fewer pixels. */
const encodingAttempts = [
  { quality: 0.85, scale: 1 },
  { quality: 0.7, scale: 1 },
  { quality: 0.6, scale: 0.75 },
  { quality: 0.5, scale: 0.5 },
] as const;

/** A decoded picture: its size in pixels, and a function that encodes it. */
export type DecodedPicture = {
  width: number;
  height: number;
  encode: (width: number, height: number, quality: number) => Promise<Blob>;
  close: () => void;
};

/** Shrinks a picture before it is queued; resolves to a problem and never rejects. */
export async function shrinkPicture(
  file: Blob,
  open: (file: Blob) => Promise<DecodedPicture> = decodePicture,
): Promise<ShrunkPicture | PictureProblem> {
  if (file.size > maxFileBytes) return 'picture-too-large';
  const drawing = await open(file).catch(() => undefined);
  if (drawing === undefined) return 'picture-unreadable';
  try {
    const fit = Math.min(1, maxSidePx / Math.max(drawing.width, drawing.height));
    for (const { quality, scale } of encodingAttempts) {
      const side = (pixels: number) => Math.max(1, Math.round(pixels * fit * scale));
      const encoded = await drawing.encode(side(drawing.width), side(drawing.height), quality);
      if (encoded.size > maxBytes) continue;
      return { bytes: new Uint8Array(await encoded.arrayBuffer()), type: encoded.type };
    }
    return 'picture-too-large';
  } catch {
    return 'picture-unreadable';
  } finally {
    drawing.close();
  }
}

async function decodePicture(file: Blob): Promise<DecodedPicture> {
  // Phones store the orientation as metadata and do not rotate the pixels.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const canvas = document.createElement('canvas');
  return {
    width: bitmap.width,
    height: bitmap.height,
    async encode(width, height, quality) {
      Object.assign(canvas, { width, height });
      const brush = canvas.getContext('2d');
      if (brush === null) throw new Error('This browser does not draw.');
      brush.imageSmoothingQuality = 'high';
      brush.drawImage(bitmap, 0, 0, width, height);
      const webp = await encodeCanvas(canvas, 'image/webp', quality);
      // Safari returns a PNG if it cannot write the requested format.
      if (webp.type === 'image/webp') return webp;
      paintBackground(brush, width, height);
      return encodeCanvas(canvas, 'image/jpeg', quality);
    },
    close: () => bitmap.close(),
  };
}

/** JPEG has no transparency, so transparent pixels would become black. */
function paintBackground(brush: CanvasRenderingContext2D, width: number, height: number): void {
  brush.globalCompositeOperation = 'destination-over';
  brush.fillStyle = '#ffffff';
  brush.fillRect(0, 0, width, height);
  brush.globalCompositeOperation = 'source-over';
}

async function encodeCanvas(
  canvas: HTMLCanvasElement,
  type: string,
  quality: number,
): Promise<Blob> {
  return new Promise((done, fail) => {
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new Error('The picture could not be written.'))),
      type,
      quality,
    );
  });
}

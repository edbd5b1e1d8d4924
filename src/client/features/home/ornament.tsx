/** Ornamental lines of a football pitch at both sides of a text, or only at its end. */
export function Ornament({ ends }: { ends: 'both' | 'end' }) {
  const area = 'absolute top-1/2 -z-10 -translate-y-1/2 border-[1.5px] border-on-pitch/20';
  return (
    <span aria-hidden="true">
      {ends === 'both' && (
        <>
          <span className={`${area} -start-px h-32 w-13`} />
          <span className={`${area} -start-px h-18 w-6`} />
        </>
      )}
      <span className={`${area} -end-px h-32 w-13`} />
      <span className={`${area} -end-px h-18 w-6`} />
    </span>
  );
}

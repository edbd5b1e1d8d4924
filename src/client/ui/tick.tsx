/** Says "picked" in a shape, where the yellow alone would say it in a colour. */
export function Tick() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 shrink-0">
      <path d="m3 8.5 3.2 3.2L13 4.9" fill="none" stroke="currentColor" strokeWidth="2.2" />
    </svg>
  );
}

/** The assistant referee's flag, quartered, and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-narrow text-lg font-bold">
      <svg viewBox="0 0 12 12" className="size-3.5" aria-hidden="true">
        <path fill="#ffd21f" d="M0 0h6v6H0zM6 6h6v6H6z" />
        <path fill="#f0631c" d="M6 0h6v6H6zM0 6h6v6H0z" />
      </svg>
      Touchline
    </span>
  );
}

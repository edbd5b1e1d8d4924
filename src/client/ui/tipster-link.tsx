import { Link } from '@tanstack/react-router';
import type { Tip } from '#contract/tips.ts';
import { tipsterNameOf } from './names.ts';

/** Whoever posted a tip, and the way to their page; a backend that tells no name tells no way. */
export function TipsterLink({ tip, className }: { tip: Tip; className: string }) {
  const name = <bdi>{tipsterNameOf(tip)}</bdi>;
  if (tip.tipsterId === '') return name;
  return (
    <Link to="/tipster/profile/$id" params={{ id: tip.tipsterId }} className={className}>
      {name}
    </Link>
  );
}

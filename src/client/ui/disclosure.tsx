import { Trans } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';

type DisclosureProps = ComponentProps<'details'> & { summary: ReactNode };

/** A summary line that a tap expands. */
export function Disclosure({ summary, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest}>
      <summary className="inline-flex min-h-11 items-center text-sm font-bold underline underline-offset-4">
        {summary}
      </summary>
      {children}
    </details>
  );
}

/** A collapsed list of the rules by which figures are calculated. */
export function CalculationRules({
  children,
  className,
}: {
  children: ReactNode;
  className: string;
}) {
  return (
    <Disclosure summary={<Trans>How it is worked out</Trans>} className={className}>
      <ul className="grid gap-2 text-sm text-dim [&>li]:ms-4 [&>li]:list-disc">{children}</ul>
    </Disclosure>
  );
}

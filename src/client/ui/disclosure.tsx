import { Trans } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';

type DisclosureProps = ComponentProps<'details'> & { summary: ReactNode };

/** Further content behind a summary line. */
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

/** Explains the rules behind figures in a collapsed list. */
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

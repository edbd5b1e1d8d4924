import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Icon, type IconName } from './icon.tsx';
import { PitchPage } from './pitch-page.tsx';

type MessagePageProps = {
  heading: string;
  icon: IconName;
  /** `alert` interrupts screen readers, so use it only for the result of a person's own action. */
  role?: 'status' | 'alert' | undefined;
  /** The result in a few words. */
  title?: ReactNode;
  children?: ReactNode;
  /** A link or button for the next step. */
  action?: ReactNode;
};

/** A page with one message and one action: the heading on a drawn pitch, the rest on a card. */
export function MessagePage({ heading, icon, role, title, children, action }: MessagePageProps) {
  return (
    <PitchPage
      title={heading}
      pitch={
        <div
          aria-hidden="true"
          className="mx-auto grid max-w-120 justify-items-center gap-3 px-4 py-8 text-center"
        >
          <span className="inline-flex size-14 items-center justify-center rounded-full border-[1.5px] border-on-pitch/40 bg-on-pitch/10">
            <Icon name={icon} className="size-7" />
          </span>
          <span className="font-narrow text-xl font-bold text-balance">{heading}</span>
        </div>
      }
    >
      <div className="mx-auto max-w-120">
        <Card className="phone-bleed mt-4 grid grid-cols-1 gap-3 p-4 wrap-break-word">
          <div role={role} className="grid grid-cols-1 gap-1 empty:hidden">
            {title !== undefined && <p className="font-narrow text-lg font-bold">{title}</p>}
            {children}
          </div>
          {action !== undefined && <div className="grid grid-cols-1 gap-2">{action}</div>}
        </Card>
      </div>
    </PitchPage>
  );
}

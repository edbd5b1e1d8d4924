import { createContext, use, type ReactNode } from 'react';
import type { Device } from './device.ts';
import { MemberRowsContext, useMemberRowsQuery } from './member-rows.ts';

const DeviceContext = createContext<Device | undefined>(undefined);

/** Hands the device, and what is small of its member's rows, to every hook below. */
export function DeviceProvider({ device, children }: { device: Device; children: ReactNode }) {
  const rows = useMemberRowsQuery(device.member?.store);
  return (
    <DeviceContext value={device}>
      <MemberRowsContext value={rows}>{children}</MemberRowsContext>
    </DeviceContext>
  );
}

export function useDevice(): Device {
  const device = use(DeviceContext);
  if (device === undefined) throw new Error('A screen stands outside of its device.');
  return device;
}

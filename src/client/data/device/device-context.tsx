import { createContext, use, type ReactNode } from 'react';
import type { Device } from './device.ts';
import { MemberRowsContext, useMemberRowsQuery } from '../member-rows.ts';

const DeviceContext = createContext<Device | undefined>(undefined);

/** Provides the device and its member's small rows. */
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

import { createContext, use } from 'react';
import type { Device } from './device.ts';

/** Hands the device to every hook below; a test hands its own. */
export const DeviceContext = createContext<Device | undefined>(undefined);

export function useDevice(): Device {
  const device = use(DeviceContext);
  if (device === undefined) throw new Error('A screen stands outside of its device.');
  return device;
}

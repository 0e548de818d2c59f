import { readDevices } from '../../read/devices.ts'
import { APP, GROUP, wholeOf } from './golden.ts'
import type { Golden } from './golden.ts'

const device = {
  id: GROUP,
  displayName: 'LAPTOP-1',
  accountEnabled: true,
  approximateLastSignInDateTime: '2026-01-05T08:00:00Z',
  operatingSystem: 'Windows',
  trustType: 'AzureAd',
}

/** Devices that a directory knows. */
export const DEVICES_GOLDEN: readonly Golden[] = [
  {
    name: 'devices',
    path: '/devices',
    comes: 'in a collection',
    read: (graph) => wholeOf(readDevices(graph)),
    full: { ...device, deviceId: APP, isCompliant: true },
    keptOfFull: device,
    required: ['id'],
    keptOfBare: {
      id: GROUP,
      displayName: null,
      accountEnabled: null,
      approximateLastSignInDateTime: null,
      operatingSystem: null,
      trustType: null,
    },
    odd: { ...device, id: GROUP.toUpperCase(), trustType: 'Telepathy', operatingSystem: '' },
    keptOfOdd: { ...device, trustType: 'Telepathy', operatingSystem: null },
    unneeded: ['deviceId', 'isCompliant'],
  },
]

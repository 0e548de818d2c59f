import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { dayFrom } from '../engine/dates.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'
import { devicesOf, type Device } from './device-rows.ts'

const PROPERTIES = {
  id: (device: Device) => device.id,
  accountEnabled: (device: Device) => device.accountEnabled,
  approximateLastSignInDateTime: ({ daysSinceSignIn }: Device, { now }: GraphCall) =>
    daysSinceSignIn === null ? null : dayFrom(now, -daysSinceSignIn),
  deviceId: (device: Device) => device.id,
  displayName: (device: Device) => device.displayName,
  isCompliant: () => null,
  operatingSystem: (device: Device) => device.operatingSystem,
  trustType: (device: Device) => device.trustType,
}

const DEVICE: EntityShape<Device> = {
  typeName: 'microsoft.graph.device',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

export function listDevices(call: GraphCall): GraphAnswer {
  const rows = devicesOf(call.tenant)
  return answerList(call, {
    set: 'devices',
    shape: DEVICE,
    rows,
    pageDefault: 100,
    pageMax: 999,
  })
}

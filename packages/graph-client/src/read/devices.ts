import { z } from 'zod'

import { date, flag, guid, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

/** A device that is registered with or joined to a directory. */
export const Device = z.object({
  id: guid,
  displayName: text,
  accountEnabled: flag,
  /** Microsoft renews it at most every few days; null: never signed in, or not known. */
  approximateLastSignInDateTime: date,
  operatingSystem: text,
  /** AzureAd (joined), ServerAd (hybrid joined) or Workplace (registered). */
  trustType: text,
})
export type Device = z.infer<typeof Device>

// 999 is the largest page; selecting brings the cost of a page down to one unit.
const PATH = `/devices?$top=999&$select=${Object.keys(Device.shape).join(',')}`

/** `GET /devices`, a page at a time. */
export function readDevices(graph: TenantGraph): AsyncGenerator<Device[], void, undefined> {
  return graph.pages(Device, PATH)
}

import { z } from 'zod'

import { guid, id, list } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

/** The licenses of a user. */
const LicenseHolder = z.object({
  id,
  assignedLicenses: list(z.object({ skuId: guid })),
})
export type LicenseHolder = z.infer<typeof LicenseHolder>

// 999 is the largest page; selecting brings its cost down to one unit.
const PATH = `/users?$top=999&$select=${Object.keys(LicenseHolder.shape).join(',')}`

/** The first page of `GET /users` with what those people hold, and whether it was all of them. */
export async function readFirstLicenseHolders(
  graph: TenantGraph,
): Promise<{ people: LicenseHolder[]; isWhole: boolean }> {
  const { rows, nextPath } = await graph.page(LicenseHolder, PATH)
  return { people: rows, isWhole: nextPath === null }
}

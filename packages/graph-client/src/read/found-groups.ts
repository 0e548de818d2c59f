import { z } from 'zod'

import { description, guid, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { isAnyPrefixed } from './prefix-filter.ts'

/** A group in a list to choose from. */
export const FoundGroup = z.object({ id: guid, displayName: text, description })
export type FoundGroup = z.infer<typeof FoundGroup>

const SELECTED = `$select=${Object.keys(FoundGroup.shape).join(',')}`

/** Groups whose name begins with this, up to a limit; all for an empty text. One page of `GET /groups`. */
export async function findGroups(
  graph: TenantGraph,
  prefix: string,
  most: number,
): Promise<{ groups: FoundGroup[]; isTruncated: boolean }> {
  const chosen =
    prefix === '' ? '$orderby=displayName' : `$filter=${isAnyPrefixed(['displayName'], prefix)}`
  const path = `/groups?$top=${most}&${chosen}&${SELECTED}`
  const { rows, nextPath } = await graph.page(FoundGroup, path)
  return { groups: rows.slice(0, most), isTruncated: nextPath !== null || rows.length > most }
}

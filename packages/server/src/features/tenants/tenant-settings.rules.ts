import type { TenantSettings } from '@tenantscope/contract/tenant-settings'

import { badField } from '../../lib/app-error.ts'
import { oneLine, visibleText } from '../../lib/stored-text.ts'

/** As the settings are kept: text of one line, tags sorted and each once. */
export function settledSettings({ alias, tags, spareSeats }: TenantSettings): TenantSettings {
  const skuIds = spareSeats.map(({ skuId }) => visibleText(skuId)?.toLowerCase())
  if (new Set(skuIds).size < skuIds.length)
    throw badField('settings.spareSeats', 'List each license only once among the spare seats')
  return {
    alias: alias === null ? null : notEmpty('alias', alias, 'An alias cannot be empty'),
    tags: settledTags(tags),
    spareSeats: spareSeats.map(({ skuId, seats, reason }) => ({
      skuId: notEmpty('spareSeats', skuId, 'SKU ID is required').toLowerCase(),
      seats,
      reason: notEmpty('spareSeats', reason, 'Enter a reason for keeping these seats'),
    })),
  }
}

/** Two that differ in case alone are one, as it was written first. */
function settledTags(tags: readonly string[]): string[] {
  const tagByKey = new Map<string, string>()
  for (const given of tags) {
    const tag = notEmpty('tags', given, 'A tag cannot be empty')
    if (!tagByKey.has(tag.toLowerCase())) tagByKey.set(tag.toLowerCase(), tag)
  }
  return [...tagByKey.values()].toSorted(BY_NAME.compare)
}

const BY_NAME = new Intl.Collator('en')

function notEmpty(name: string, text: string, message: string): string {
  const kept = visibleText(oneLine(text))
  if (kept === null) throw badField(`settings.${name}`, message)
  return kept
}

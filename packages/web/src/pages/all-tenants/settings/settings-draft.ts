import { TENANT_SETTINGS } from '@tenantscope/contract/limits'
import { TenantSettings } from '@tenantscope/contract/tenant-settings'

import { readBody } from '../../../lib/body-problems.ts'
import type { Read } from '../../../lib/body-problems.ts'

/** The values of the fields. */
export interface SettingsDraft {
  alias: string
  tags: readonly string[]
  spareSeats: readonly SpareDraft[]
}

export interface SpareDraft {
  skuId: string
  seats: string
  reason: string
}

export function draftOf({ alias, tags, spareSeats }: TenantSettings): SettingsDraft {
  return {
    alias: alias ?? '',
    tags,
    spareSeats: spareSeats.map(({ skuId, seats, reason }) => ({
      skuId,
      seats: String(seats),
      reason,
    })),
  }
}

/** Returns the settings that the fields mean, by the contract's own rules, or what is wrong with them. */
export function readDraft(draft: SettingsDraft): Read<TenantSettings> {
  const read = readBody(TenantSettings, {
    alias: draft.alias.trim() === '' ? null : draft.alias,
    tags: draft.tags,
    spareSeats: draft.spareSeats.map((spare) => ({ ...spare, seats: seatsOf(spare.seats) })),
  })
  if ('input' in read) return read
  const problems = Object.entries(read.problems)
  return {
    problems: Object.fromEntries(problems.map(([path, message]) => [fieldOf(path), message])),
  }
}

/** Returns the field of the form for a path of the body: 'alias', 'tags', 'spareSeats.0.seats'. */
export function fieldOf(path: string): string {
  return path.replace(/^settings\./, '').replace(/^tags\..*/, 'tags')
}

/** Why a tag cannot be added; undefined when it can. */
export function tagRefusal(tag: string, tags: readonly string[]): string | undefined {
  if (tag.length > TENANT_SETTINGS.tagLength)
    return `Keep a tag under ${TENANT_SETTINGS.tagLength} characters`
  if (tags.some((other) => other.toLowerCase() === tag.toLowerCase()))
    return 'This tag already exists'
  return tags.length >= TENANT_SETTINGS.tags
    ? `Give a tenant at most ${TENANT_SETTINGS.tags} tags`
    : undefined
}

/** Not a number where it is none, which the contract refuses with its own message. */
function seatsOf(text: string): number {
  const digits = text.trim().replaceAll(',', '')
  return digits === '' ? Number.NaN : Number(digits)
}

import type { ErrorBody } from '@tenantscope/contract/errors'
import { TENANT_SETTINGS } from '@tenantscope/contract/limits'
import { TenantSettings } from '@tenantscope/contract/tenant-settings'

/** The settings as they stand in the fields. */
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

/** What is wrong, by the field's path: 'alias', 'tags', 'spareSeats.0.seats'. */
export type Problems = Readonly<Record<string, string>>

export const NO_PROBLEMS: Problems = {}

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

export function isSameDraft(a: SettingsDraft, b: SettingsDraft): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The settings that the fields mean, by the contract's own rules, or what is wrong with them. */
export function readDraft(
  draft: SettingsDraft,
): { settings: TenantSettings } | { problems: Problems } {
  const read = TenantSettings.safeParse({
    alias: draft.alias.trim() === '' ? null : draft.alias,
    tags: draft.tags,
    spareSeats: draft.spareSeats.map((spare) => ({ ...spare, seats: seatsOf(spare.seats) })),
  })
  if (read.success) return { settings: read.data }
  return {
    problems: asProblems(
      read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
    ),
  }
}

/** What the server refused, at the fields that it names. */
export function problemsIn(fields: ErrorBody['fields'] = []): Problems {
  return asProblems(
    fields.map(({ field, message }) => ({
      field: field.replace(/^body\.(settings\.)?/, ''),
      message,
    })),
  )
}

/** Why a tag cannot be added; undefined when it can. */
export function tagRefusal(tag: string, tags: readonly string[]): string | undefined {
  if (tag.length > TENANT_SETTINGS.tagLength)
    return `Keep a tag under ${TENANT_SETTINGS.tagLength} characters`
  if (tags.some((other) => other.toLowerCase() === tag.toLowerCase()))
    return 'This tag is there already'
  return tags.length >= TENANT_SETTINGS.tags
    ? `Give a tenant at most ${TENANT_SETTINGS.tags} tags`
    : undefined
}

function asProblems(found: readonly { field: string; message: string }[]): Problems {
  const entries = found.map(
    // All tags stand in one field.
    ({ field, message }) => [field.replace(/^tags\..*/, 'tags'), message] as const,
  )
  // The first problem of a field is the one to solve first.
  return Object.fromEntries(entries.toReversed())
}

/** Not a number where it is none, which the contract refuses with its own message. */
function seatsOf(text: string): number {
  const digits = text.trim().replaceAll(',', '')
  return digits === '' ? Number.NaN : Number(digits)
}

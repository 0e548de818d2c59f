import { AdminSettings } from '@tenantscope/contract/settings'
import type { StoredAdminSettings } from '@tenantscope/contract/settings'

/** What stands in the fields: numbers are text while they are typed. */
export type SettingsDraft = Omit<
  AdminSettings,
  'auditRetentionMonths' | 'inactiveTenantRetentionMonths'
> & { auditRetentionMonths: string; inactiveTenantRetentionMonths: string }

export type Problems = Readonly<Partial<Record<keyof AdminSettings, string>>>

export function draftOf(stored: StoredAdminSettings): SettingsDraft {
  const { version: _version, updatedAt: _updatedAt, updatedBy: _updatedBy, ...settings } = stored
  return {
    ...settings,
    auditRetentionMonths: String(stored.auditRetentionMonths),
    inactiveTenantRetentionMonths: String(stored.inactiveTenantRetentionMonths),
  }
}

/** The settings that the draft means, or what is wrong with it. */
export function readDraft(
  draft: SettingsDraft,
): { settings: AdminSettings } | { problems: Problems } {
  const parsed = AdminSettings.safeParse({
    ...draft,
    auditRetentionMonths: monthsIn(draft.auditRetentionMonths),
    inactiveTenantRetentionMonths: monthsIn(draft.inactiveTenantRetentionMonths),
  })
  if (parsed.success) return { settings: parsed.data }
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) problems[String(path[0])] ??= message
  return { problems }
}

/** Undefined for what is no number, which the schema then says. */
function monthsIn(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined
}

export const isSameDraft = (a: SettingsDraft, b: SettingsDraft): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

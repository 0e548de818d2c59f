import type { GroupSettingFacts } from '../rows.ts'

// Microsoft's template of the settings for passwords, the same in every directory.
const TEMPLATE = '5cf42378-d67d-4f36-ba46-e8b86229381d'

/** Values of the settings for passwords by name in lower case. */
export type PasswordRules = ReadonlyMap<string, string | null>

/** Returns null when the directory never changed them: Microsoft's defaults are in force. */
export function passwordRules(settings: readonly GroupSettingFacts[]): PasswordRules | null {
  const found = settings.find(
    ({ displayName, templateId }) =>
      templateId?.toLowerCase() === TEMPLATE || displayName === 'Password Rule Settings',
  )
  if (!found) return null
  return new Map(
    (found.values ?? []).map(({ name, value }) => [(name ?? '').toLowerCase(), value ?? null]),
  )
}

/** Returns a switch; null when it is absent or neither true nor false. */
export function ruleFlag(rules: PasswordRules, name: string): boolean | null {
  const value = rules.get(name.toLowerCase())?.toLowerCase()
  return value === 'true' || value === 'false' ? value === 'true' : null
}

/** Returns a whole number; null when it is absent or none. */
export function ruleNumber(rules: PasswordRules, name: string): number | null {
  const value = rules.get(name.toLowerCase())?.trim() ?? ''
  return /^\d+$/u.test(value) ? Number(value) : null
}

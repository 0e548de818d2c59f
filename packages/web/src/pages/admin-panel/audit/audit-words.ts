import type { AuditEntry, AuditType } from '@tenantscope/contract/audit'

/** What the kinds of entries are called. */
export const AUDIT_TYPE_NAMES = {
  user: 'People',
  access: 'Access',
  password: 'Passwords',
  settings: 'Settings',
  license: 'Licenses',
  tenant: 'Tenants',
  report: 'Reports',
  data: 'Access to customer data',
  system: 'System',
} as const satisfies Record<AuditType, string>

/** 'tenant opened' reads 'Tenant opened'. */
export const actionText = ({ action }: Pick<AuditEntry, 'action'>): string =>
  `${action.slice(0, 1).toUpperCase()}${action.slice(1)}`

/** What was there before and after, and what else is known; null where nothing is. */
export function detailsText({
  oldValue,
  newValue,
  details,
}: Pick<AuditEntry, 'oldValue' | 'newValue' | 'details'>): string | null {
  const change =
    oldValue !== null && newValue !== null ? `${oldValue} → ${newValue}` : (newValue ?? oldValue)
  const parts = [readable(change), readable(details)].filter((part) => part !== null && part !== '')
  return parts.length === 0 ? null : parts.join('; ')
}

/** Some acts note several things at once, as JSON: 'shareId: 1f0c…; isKept: true'. */
function readable(text: string | null): string | null {
  if (text === null || !/^[[{]/u.test(text)) return text
  try {
    return pairsOf(JSON.parse(text)).join('; ')
  } catch {
    return text
  }
}

function pairsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((each) => pairsOf(each).join(', '))
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value)
    .filter(([, each]) => each !== null)
    .map(([name, each]) => `${wordsOf(name)}: ${pairsOf(each).join(', ')}`)
}

/** 'expirationDays' reads 'expiration days'. */
const wordsOf = (name: string): string =>
  name.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)

import type { AuditEntry, AuditType } from '@tenantscope/contract/audit'
import { Role, ROLE_NAMES } from '@tenantscope/contract/roles'

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
export function detailsText(
  { type, oldValue, newValue, details }: Noted,
  tenantName: (tenantId: string) => string | undefined,
): string | null {
  const shown = (value: string | null) =>
    value === null ? null : valueText(type, value, tenantName)
  const [before, after] = [shown(oldValue), shown(newValue)]
  const change = before !== null && after !== null ? `${before} → ${after}` : (after ?? before)
  const parts = [readable(change), readable(details)].filter((part) => part !== null && part !== '')
  return parts.length === 0 ? null : parts.join('; ')
}

type Noted = Pick<AuditEntry, 'type' | 'oldValue' | 'newValue' | 'details'>

/** Roles and tenants are noted as they are stored; people read their names. */
function valueText(
  type: string,
  value: string,
  tenantName: (tenantId: string) => string | undefined,
): string {
  if (type === 'user') {
    const role = Role.safeParse(value)
    return role.success ? ROLE_NAMES[role.data] : value
  }
  if (type !== 'access') return value
  const ids = value.split(', ')
  const names = ids.slice(0, TENANTS_NAMED).map((id) => GRANTS.get(id) ?? tenantName(id) ?? id)
  return (
    names.join(', ') + (ids.length > names.length ? ` and ${ids.length - names.length} more` : '')
  )
}

/** The export has them all. */
const TENANTS_NAMED = 10

/** What was granted before, in words. */
const GRANTS = new Map([
  ['all', 'All tenants'],
  ['list', 'Chosen tenants'],
  ['groups', 'Tenant groups'],
])

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

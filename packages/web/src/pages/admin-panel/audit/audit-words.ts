import type { AuditEntry, AuditType } from '@tenantscope/contract/audit'
import { Role, ROLE_NAMES } from '@tenantscope/contract/roles'

import type { Format } from '../../../lib/format.ts'

/** The names of the entry types. */
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

/** Returns the old and new value and the details of an entry; null when it has none. */
export function detailsText(
  { type, oldValue, newValue, details }: Noted,
  words: Shown,
): string | null {
  const shown = (value: string | null) => (value === null ? null : valueText(type, value, words))
  const [before, after] = [shown(oldValue), shown(newValue)]
  const parts = [changeText(before, after, words), readable(details, words)].filter(
    (part) => part !== null && part !== '',
  )
  return parts.length === 0 ? null : parts.join('; ')
}

/** How values are shown: tenants by name, times in the reader's time zone. */
interface Shown {
  tenantName: (tenantId: string) => string | undefined
  dateTime: Format['dateTime']
}

type Noted = Pick<AuditEntry, 'type' | 'oldValue' | 'newValue' | 'details'>

/** Roles and tenants are noted as they are stored; people read their names. */
function valueText(type: string, value: string, words: Shown): string {
  if (type === 'user') {
    const role = Role.safeParse(value)
    return role.success ? ROLE_NAMES[role.data] : value
  }
  if (type !== 'access') return value
  const ids = value.split(', ')
  const names = ids
    .slice(0, TENANTS_NAMED)
    .map((id) => GRANTS.get(id) ?? words.tenantName(id) ?? id)
  return (
    names.join(', ') + (ids.length > names.length ? ` and ${ids.length - names.length} more` : '')
  )
}

/** The export has them all. */
const TENANTS_NAMED = 10

/** The texts of previous grants. */
const GRANTS = new Map([
  ['all', 'All tenants'],
  ['list', 'Chosen tenants'],
  ['groups', 'Tenant groups'],
])

/** Of two values that name several things, those that differ; all of them when none does. */
function changeText(before: string | null, after: string | null, words: Shown) {
  if (before === null || after === null) return readable(after ?? before, words)
  const [old, fresh] = [namedIn(before), namedIn(after)]
  if (old === null || fresh === null)
    return `${readable(before, words)} → ${readable(after, words)}`
  const changed = Object.keys({ ...old, ...fresh }).flatMap((name) => {
    const [from, to] = [old, fresh].map((each) => textOf(name, each[name], words))
    return from === to ? [] : [`${wordsOf(name)}: ${from} → ${to}`]
  })
  return changed.length === 0 ? readable(after, words) : changed.join('; ')
}

function namedIn(text: string): Record<string, unknown> | null {
  const value = parsed(text)
  return isNamed(value) ? value : null
}

const isNamed = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u

function textOf(name: string, value: unknown, words: Shown): string {
  const text = value === null || value === undefined ? '' : pairsOf(value, words).join(', ')
  if (text === '') return 'none'
  if (name === 'tenantId') return words.tenantName(text) ?? text
  return ISO_TIME.test(text) ? words.dateTime(text) : text
}

/** Some acts note several things at once, as JSON: 'shareId: 1f0c…; isKept: true'. */
function readable(text: string | null, words: Shown): string | null {
  const value = text === null ? undefined : parsed(text)
  return value === undefined ? text : pairsOf(value, words).join('; ')
}

/** Undefined for a text that is not JSON of several things. */
function parsed(text: string): unknown {
  if (!/^[[{]/u.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function pairsOf(value: unknown, words: Shown): string[] {
  if (Array.isArray(value)) return value.map((each) => pairsOf(each, words).join(', '))
  if (typeof value === 'boolean') return [value ? 'yes' : 'no']
  if (!isNamed(value)) return [String(value)]
  return Object.entries(value)
    .filter(([, each]) => each !== null)
    .map(([name, each]) => `${wordsOf(name)}: ${textOf(name, each, words)}`)
}

/** 'expirationDays' reads 'expiration days', 'isKept' 'kept', and 'tenantId' 'tenant', whose name is shown. */
const wordsOf = (name: string): string =>
  (name === 'tenantId' ? 'tenant' : name)
    .replace(/^is(?=[A-Z])/u, '')
    .replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^[A-Z]/u, (letter) => letter.toLowerCase())

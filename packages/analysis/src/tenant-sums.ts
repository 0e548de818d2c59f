import type { CountedTenants } from '@tenantscope/contract/estate-licenses'
import type { TenantListItem } from '@tenantscope/contract/tenants'

/** Returns which tenants the seats and the savings of All Tenants count. */
export function countedTenants(
  tenants: readonly Pick<TenantListItem, 'status' | 'figures'>[],
): CountedTenants {
  const counted = tenants.filter(({ figures }) => figures !== null).length
  const inactive = tenants.filter(({ status }) => status === 'Inactive').length
  return { counted, inactive, notRead: tenants.length - counted - inactive }
}

/** Returns '46 counted + 4 not fully read + 2 inactive = 52 tenants'; null when all are counted. */
export function countedSentence(
  { counted, notRead, inactive }: CountedTenants,
  numberText: (value: number) => string,
): string | null {
  return sumSentence(
    [
      [counted, 'counted'],
      [notRead, 'not fully read'],
      [inactive, 'inactive'],
    ],
    { total: ['tenant', 'tenants'], numberText },
  )
}

type Part = readonly [count: number, name: string]

/** Returns parts and their total as one sentence that adds up; null when there is one part at most. */
export function sumSentence(
  parts: readonly Part[],
  words: { total: readonly [one: string, many: string]; numberText: (value: number) => string },
): string | null {
  const { total, numberText } = words
  const present = parts.filter(([count]) => count > 0)
  if (present.length < 2) return null
  const sum = present.reduce((all, [count]) => all + count, 0)
  const addends = present.map(([count, name]) => `${numberText(count)} ${name}`)
  return `${addends.join(' + ')} = ${numberText(sum)} ${sum === 1 ? total[0] : total[1]}`
}

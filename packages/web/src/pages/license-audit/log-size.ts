import { LICENSE_LOG_SIZES } from '@tenantscope/contract/limits'

export type LogSize = (typeof LICENSE_LOG_SIZES)[number]

/** As it stands in the address. */
export interface LicenseAuditSearch {
  last?: Exclude<LogSize, 0> | 'all' | undefined
}

const DEFAULT: LogSize = 50

/** How many entries an address asks for; 0 means all. What is not offered counts as not chosen. */
export function sizeIn(search: unknown): LogSize {
  const last = typeof search === 'object' && search !== null && 'last' in search && search.last
  if (last === 'all') return 0
  return LICENSE_LOG_SIZES.find((size) => size !== 0 && size === Number(last)) ?? DEFAULT
}

/** The address's parameter for a size; the default is left out. */
export function searchFor(size: LogSize): LicenseAuditSearch {
  if (size === DEFAULT) return { last: undefined }
  return { last: size === 0 ? 'all' : size }
}

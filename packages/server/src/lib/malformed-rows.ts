import { MALFORMED_ROWS_NAMED } from '@tenantscope/contract/limits'
import type { MalformedRows } from '@tenantscope/contract/parts'
import type { MalformedRow } from '@tenantscope/graph-client/malformed-rows'

type CountedRows = Omit<MalformedRows, 'part'>

/**
 * Collects the malformed rows of one reading by part. A row that comes twice counts once. `partOf`
 * returns the part of one of Microsoft's paths.
 */
export function collectMalformedRows<Part extends string>(partOf: (path: string) => Part) {
  const keys = new Set<string>()
  const found = new Map<Part, CountedRows>()

  return {
    add: (row: MalformedRow): void => {
      const { path, id, field } = row
      const part = partOf(path)
      const key = `${part} ${id?.toLowerCase()} ${field}`
      if (id !== null && keys.has(key)) return
      keys.add(key)
      const { malformed, named } = found.get(part) ?? { malformed: 0, named: [] }
      const isNamed = named.length < MALFORMED_ROWS_NAMED
      found.set(part, {
        malformed: malformed + 1,
        named: isNamed ? [...named, { id, field }] : named,
      })
    },

    isIn: (part: Part): boolean => found.has(part),

    /** Returns null for a part without malformed rows. */
    of: (part: Part): CountedRows | null => found.get(part) ?? null,

    all: (): (CountedRows & { part: Part })[] =>
      Array.from(found, ([part, rows]) => ({ part, ...rows })),
  }
}

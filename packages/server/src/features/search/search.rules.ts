import type { License } from '@tenantscope/contract/licenses'

import { storedText } from '../../lib/stored-text.ts'

/** What is searched for. */
export interface Query {
  readonly text: string
  /** All of them must be found, in any order. */
  readonly words: readonly string[]
}

/** Null where nothing is left to search for. */
export function queryOf(given: string): Query | null {
  const words = storedText(given)
    .split(/\s+/u)
    .filter((word) => word !== '')
  return words.length === 0 ? null : { text: words.join(' '), words: [...new Set(words)] }
}

/** The visible licenses that hold all words: those that are or begin with the text first, then by name. */
export function matchingLicenses(licenses: readonly License[], query: Query): License[] {
  const words = query.words.map((word) => word.toLowerCase())
  const text = query.text.toLowerCase()
  return licenses
    .flatMap((license) => {
      const { displayName, skuPartNumber, productName } = license
      const fields = [displayName, skuPartNumber, productName].map((field) => field.toLowerCase())
      const isFound = license.isVisible && words.every((word) => fields.some(holds(word)))
      return isFound ? [{ license, rank: rankOf(fields, text) }] : []
    })
    .toSorted(
      (a, b) => a.rank - b.rank || BY_NAME.compare(a.license.displayName, b.license.displayName),
    )
    .map(({ license }) => license)
}

const BY_NAME = new Intl.Collator('en')

const holds =
  (word: string) =>
  (field: string): boolean =>
    field.includes(word)

function rankOf(fields: readonly string[], text: string): number {
  if (fields.includes(text)) return 0
  return fields.some((field) => field.startsWith(text)) ? 1 : 2
}

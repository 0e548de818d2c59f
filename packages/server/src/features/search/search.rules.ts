import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import type { License } from '@tenantscope/contract/licenses'
import type { SearchResult } from '@tenantscope/contract/search'

import { storedText } from '../../lib/stored-text.ts'

/** The parsed search text. */
export interface Query {
  readonly text: string
  /** All of them must occur, in any order. */
  readonly words: readonly string[]
}

/** Returns null when the text contains nothing to search for. */
export function queryOf(given: string): Query | null {
  const words = storedText(given)
    .split(/\s+/u)
    .filter((word) => word !== '')
  return words.length === 0 ? null : { text: words.join(' '), words: [...new Set(words)] }
}

/** Returns visible licenses with all words: exact and prefix matches first, then by name. */
export function matchingLicenses(licenses: readonly License[], query: Query): License[] {
  const visible = licenses.filter(({ isVisible }) => isVisible)
  return bestFirst(visible, query, ({ displayName, skuPartNumber, productName }) => [
    displayName,
    skuPartNumber,
    productName,
  ])
}

type FoundCheck = SearchResult['checks']['items'][number]

/** Returns the checks with all words in their title or id, in the same order. */
export function matchingChecks(query: Query): FoundCheck[] {
  const found = bestFirst(CHECKS, query, ({ title, id }) => [title, id])
  return found.map(({ id: checkId, title, severity }) => ({ checkId, title, severity }))
}

/** Returns what has all words in its fields; the first field is its name. */
function bestFirst<Item>(
  items: readonly Item[],
  query: Query,
  fieldsOf: (item: Item) => readonly [string, ...string[]],
): Item[] {
  const words = query.words.map((word) => word.toLowerCase())
  const text = query.text.toLowerCase()
  return items
    .flatMap((item) => {
      const [name, ...others] = fieldsOf(item)
      const fields = [name, ...others].map((field) => field.toLowerCase())
      const isFound = words.every((word) => fields.some(holds(word)))
      return isFound ? [{ item, name, rank: rankOf(fields, text) }] : []
    })
    .toSorted((a, b) => a.rank - b.rank || BY_NAME.compare(a.name, b.name))
    .map(({ item }) => item)
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

import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

// People read lists by alphabet: 'Å' beside 'A', not after 'Z'. A database sorts by code point unless its statement
// names the collation, and so does `toSorted()`.

const NAME_COLUMN = /(?:^|[._])(?:user)?name$|Name$|^title$|^label$/u
const BUILDER = /\.orderBy\(\s*'([^']+)'/gu
const CLAUSE = /\border by ([^`)\n]+)/gu
const UNWRAPPED = /\$\{NAME\}|(?<!by_)\b(?:display_|user_)?name\b|\busername\b/u
const UNSORTED = /\bnames?[^\n]*\.toSorted\(\)|\bname\b\)\.toSorted\(\)/u

/** Statements whose order no user sees, or whose names have no letters beyond ASCII. */
const EXEMPT: Readonly<Record<string, string>> = {
  'packages/server/src/features/activity/activity.repo.ts name':
    'domains, which DNS writes in ASCII',
  'packages/server/src/features/security-audit/security-facts.repo.ts name':
    'settings of PostgreSQL',
  'packages/server/src/features/posture/small-tables.ts ${sql.join(keys.map((name':
    'columns that are keys, in the order of the pages of the same table',
}

const FILES = globSync('packages/server/src/features/**/*.ts').filter(
  (file) => !file.endsWith('.test.ts'),
)

const orders = FILES.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const columns = [...text.matchAll(BUILDER)]
    .map(([, column = '']) => column)
    .filter((column) => NAME_COLUMN.test(column))
  const clauses = [...text.matchAll(CLAUSE)]
    .flatMap(([, clause = '']) => clause.split(','))
    .filter((part) => UNWRAPPED.test(part) && !part.includes('byAlphabet'))
  return [...columns, ...clauses].map((order) => `${file} ${order.trim()}`)
})

test('every list of names that the server returns is sorted by alphabet', () => {
  expect(orders.filter((order) => EXEMPT[order] === undefined)).toEqual([])
})

test('each exemption is still needed', () => {
  expect(Object.keys(EXEMPT).filter((order) => !orders.includes(order))).toEqual([])
})

test('names are not sorted by code point after they were read', () => {
  const files = FILES.filter((file) => UNSORTED.test(readFileSync(file, 'utf8')))
  expect(files).toEqual([])
})

import { expect, test } from 'vitest'

import { COUNTED_GROUPS, filterOf, planShards } from './shards.ts'

const FIRST = ['maria', 'martin', 'anna', 'bob', 'o.neill', 'zoe', "d'arcy", '_service', 'x1', 'li']

function countsOf(names: readonly string[]) {
  const groups = COUNTED_GROUPS.map((prefixes) => ({
    prefixes,
    count: names.filter((name) => prefixes.some((prefix) => name.startsWith(prefix))).length,
  }))
  return { total: names.length, groups }
}

/** A page's worth of names, as good as random: nothing here repeats every eleven. */
function sampleOf(names: readonly string[]): string[] {
  return names.filter((_, index) => index % 11 === 0)
}

const named = (count: number, nameOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `${nameOf(n)}@fabrikam.example`)

test.each<[string, string[], number]>([
  ['of all kinds', named(10_000, (n) => `${FIRST[n % FIRST.length]}.${n}`), 1],
  ['that are numbers', named(10_000, (n) => String(100_000 + n)), 0],
  ['that begin alike for long', named(10_000, (n) => `student${String(n).padStart(6, '0')}`), 0],
  ['of one letter', named(6_000, (n) => `m${'aeioubcd'[n % 8]}${n}`), 0],
  ['that begin with signs', named(6_000, (n) => `${'_-.!'[n % 4]}${n}`), 4],
])('names %s belong to one shard each, and few shards need a second page', (_, names, large) => {
  const shards = planShards(countsOf(names), sampleOf(names))
  const sizes = shards.map(
    ({ prefixes }) => names.filter((name) => prefixes.some((p) => name.startsWith(p))).length,
  )
  expect(sizes.reduce((a, b) => a + b, 0)).toBe(names.length)
  for (const { prefixes } of shards) expect(prefixes.length).toBeLessThanOrEqual(15)
  const all = shards.flatMap(({ prefixes }) => prefixes)
  for (const prefix of all) {
    expect(all.filter((other) => prefix.startsWith(other))).toEqual([prefix])
  }
  expect(sizes.filter((size) => size > 999).length).toBeLessThanOrEqual(large)
})

test('names that the sample does not know are covered all the same', () => {
  const names = named(9_000, (n) => `a${'abcdefghij'[n % 10]}${n}`)
  const shards = planShards(countsOf(names), ['bob@fabrikam.example'])
  const isCovered = (name: string) =>
    shards.some(({ prefixes }) => prefixes.some((prefix) => name.startsWith(prefix)))
  for (const next of Array.from("abcxyz019'.-_!#^~+@"))
    expect(isCovered(`a${next}b@fabrikam.example`)).toBe(true)
  expect(names.every(isCovered)).toBe(true)
})

test('there are never more than twice as many shards as pages', () => {
  const names = named(10_000, (n) => `${'abcdefghijklmnopqrst'[n % 20]}${'aeiou'[n % 5]}${n}`)
  expect(planShards(countsOf(names), sampleOf(names)).length).toBeLessThanOrEqual(22)
})

test('a filter is ready for an address', () => {
  expect(decodeURIComponent(filterOf(['a', "o'"]))).toBe(
    "startsWith(userPrincipalName,'a') or startsWith(userPrincipalName,'o''')",
  )
  expect(filterOf(['#', '+'])).not.toMatch(/[#&+ ]/u)
})

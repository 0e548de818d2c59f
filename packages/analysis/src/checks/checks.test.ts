import { globSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import type { Absence } from '../coverage/facts.ts'
import { facts as emptyFacts, NOW } from '../testing/check-facts.ts'
import type { CheckCase } from './cases.ts'
import { CHECKS } from './catalogue.ts'
import type { Check } from './define-check.ts'
import type { CheckFacts, PartName } from './facts.ts'

const tables = new Map<string, readonly CheckCase[]>()
for (const path of globSync('*/*.cases.ts', { cwd: import.meta.dirname })) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every table exports its cases
  const table = (await import(`./${path}`)) as { cases: readonly CheckCase[] }
  tables.set(path, table.cases)
}
const casesOf = (check: Check): readonly CheckCase[] => tables.get(pathOf(check)) ?? []

/** `ca.mfa-all-users` has its table in `ca/mfa-all-users.cases.ts`. */
function pathOf({ id }: Check): string {
  const [area = '', name = ''] = id.split('.')
  return `${area}/${name}.cases.ts`
}

test('every check has a table of at least four cases, and each table a check', () => {
  for (const check of CHECKS)
    expect([check.id, casesOf(check).length]).toEqual([check.id, expect.toSatisfy((n) => n >= 4)])
  expect([...tables.keys()].toSorted()).toEqual(CHECKS.map(pathOf).toSorted())
})

test('every id is that of one check', () => {
  expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length)
})

describe.each(CHECKS)('$id', (check) => {
  test.each(casesOf(check))(
    '$name: $verdict',
    ({ facts, verdict, objects, counts = {}, reason }) => {
      const found = check.judge(facts, NOW)
      expect([found.reason, found.verdict]).toEqual([reason ?? found.reason, verdict])
      expect(found.reason).toMatch(/^[A-Z0-9'].*\.$/u)
      const ids = found.objects.map(({ id }) => id).toSorted()
      expect(ids).toEqual(objects?.toSorted() ?? ids)
      expect(found.counts).toMatchObject(counts)
    },
  )

  test('without a part that it needs it never passes, whatever the reason and the other parts', () => {
    for (const { name: caseName, facts } of casesOf(check))
      for (const part of check.needs)
        for (const reason of ABSENCES) {
          const { verdict } = check.judge(without(facts, part, reason), NOW)
          expect([caseName, part, reason, verdict]).not.toEqual([caseName, part, reason, 'passed'])
        }
  })

  test('a part taken away never makes it pass, also one that it only looks at besides', () => {
    const parts = PART_NAMES.filter((part) => ANOTHER_SOURCE[check.id] !== part)
    for (const { name: caseName, facts, verdict } of casesOf(check).filter(isNotPassed))
      for (const part of parts) {
        const found = check.judge(without(facts, part, 'notRead'), NOW)
        const taken = [caseName, part, verdict, found.verdict]
        expect(taken).not.toEqual([caseName, part, verdict, 'passed'])
      }
  })
})

/** Parts that only refine a verdict: without them it depends on another one. */
const ANOTHER_SOURCE: Readonly<Record<string, PartName>> = {
  // The report on registrations also says who is an administrator.
  'auth.admin-mfa-registered': 'roleAssignments',
}

const isNotPassed = ({ verdict }: CheckCase): boolean => verdict !== 'passed'
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of parts are their names
const PART_NAMES = Object.keys(emptyFacts().parts) as PartName[]

const ABSENCES: readonly Absence[] = [
  'noPermission',
  'notLicensed',
  'notInCloud',
  'notRead',
  'failed',
]

const without = (facts: CheckFacts, name: PartName, absent: Absence): CheckFacts => ({
  ...facts,
  parts: { ...facts.parts, [name]: { absent } },
})

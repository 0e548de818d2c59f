import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { bodiesWith, setUpAnswers } from '../answering.ts'
import { failureOf } from '../set-up.ts'
import { ACTIVITY_GOLDEN } from './activity.ts'
import { CONDITIONAL_ACCESS_GOLDEN } from './conditional-access.ts'
import { DEVICES_GOLDEN } from './devices.ts'
import { DIRECTORY_GOLDEN } from './directory.ts'
import type { Golden } from './golden.ts'
import { PEOPLE_POLICIES_GOLDEN } from './people-policies.ts'
import { PEOPLE_GOLDEN } from './people.ts'
import { fieldOf, namesOf, objectsIn, placesIn, valueAt, withValueAt } from './places.ts'
import type { Place } from './places.ts'
import { PRINCIPALS_GOLDEN } from './principals.ts'
import { TENANT_POLICIES_GOLDEN } from './tenant-policies.ts'

const ALL = [
  ...DIRECTORY_GOLDEN,
  ...PEOPLE_GOLDEN,
  ...CONDITIONAL_ACCESS_GOLDEN,
  ...PEOPLE_POLICIES_GOLDEN,
  ...TENANT_POLICIES_GOLDEN,
  ...DEVICES_GOLDEN,
  ...PRINCIPALS_GOLDEN,
  ...ACTIVITY_GOLDEN,
]

const RUNS = { numRuns: 40 }

describe.each(ALL)('$name', (golden) => {
  test('the documented shape is read, with its context and without', async () => {
    const { graph, answer } = await setUpAnswers(bodiesWith(golden, golden.full))
    expect(await golden.read(graph)).toEqual([golden.keptOfFull])
    answer(bodiesWith(golden, golden.full, false))
    expect(await golden.read(graph)).toEqual([golden.keptOfFull])
  })

  test('everything but the required may be null or absent', async () => {
    const bare = Object.entries(golden.full).filter(([key]) => golden.required.includes(key))
    const nulls = Object.keys(golden.full).map((key) => [key, null])
    const { graph, answer } = await setUpAnswers(bodiesWith(golden, Object.fromEntries(bare)))
    expect(await golden.read(graph)).toEqual([golden.keptOfBare])
    answer(bodiesWith(golden, Object.fromEntries([...nulls, ...bare])))
    expect(await golden.read(graph)).toEqual([golden.keptOfBare])
  })

  test('members that came later, other cases and dates that never were are read', async () => {
    const { graph } = await setUpAnswers(bodiesWith(golden, golden.odd))
    expect(await golden.read(graph)).toEqual([golden.keptOfOdd])
  })

  test('without one of the required the answer is malformed, and names it', async () => {
    const { graph, answer } = await setUpAnswers()
    for (const name of golden.required) {
      answer(bodiesWith(golden, { ...golden.full, [name]: null }))
      expect(await failureOf(golden.read(graph))).toMatchObject(malformedAt(golden, [name]))
    }
  })

  test('a wrong type of anything that is kept is malformed, and the failure names the field', async () => {
    const { graph, answer } = await setUpAnswers()
    for (const place of keptPlacesOf(golden)) {
      const wrong = typeof valueAt(golden.full, place) === 'number' ? 'seven' : 7
      answer(bodiesWith(golden, withValueAt(golden.full, place, wrong)))
      expect(await failureOf(golden.read(graph))).toMatchObject(malformedAt(golden, place))
    }
  })

  test('values of properties that are not read change nothing', async () => {
    const { graph, answer } = await setUpAnswers()
    const unneeded = placesIn(golden.full).filter((place) => isUnneeded(golden, place))
    const unknown = objectsIn(golden.full)
      .filter((place) => !keepsNames(golden, place))
      .map((place) => [...place, 'somethingNew'])
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...unneeded, ...unknown),
        fc.jsonValue(),
        async (at, any) => {
          answer(bodiesWith(golden, withValueAt(golden.full, at, any)))
          expect(await golden.read(graph)).toEqual([golden.keptOfFull])
        },
      ),
      RUNS,
    )
  })

  test('any JSON of a wrong type fails with the name of the field and never with the value', async () => {
    const { graph, answer } = await setUpAnswers()
    const wrongs = fc
      .constantFrom(...keptPlacesOf(golden))
      .chain((place) => fc.tuple(fc.constant(place), wrongFor(valueAt(golden.full, place))))
    await fc.assert(
      fc.asyncProperty(wrongs, async ([place, wrong]) => {
        answer(bodiesWith(golden, withValueAt(golden.full, place, wrong)))
        const failure = await failureOf(golden.read(graph))
        expect(failure).toMatchObject(malformedAt(golden, place))
        expect(String(failure)).not.toContain(SECRET)
      }),
      RUNS,
    )
  })
})

const SECRET = '9981726354'

/** JSON of any type but the right one, with something in it that must not leak. */
function wrongFor(right: unknown): fc.Arbitrary<unknown> {
  const kinds: Record<string, fc.Arbitrary<unknown>> = {
    string: fc.jsonValue().map((value) => `${SECRET}${JSON.stringify(value)}`),
    number: fc.constant(Number(SECRET)),
    boolean: fc.boolean(),
    array: fc.array(fc.jsonValue()).map((values) => [...values, SECRET]),
    object: fc.dictionary(fc.string(), fc.jsonValue()).map((value) => ({ ...value, [SECRET]: 1 })),
  }
  return fc.oneof(
    ...Object.entries(kinds)
      .filter(([kind]) => kind !== kindOf(right))
      .map(([, arbitrary]) => arbitrary),
  )
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}

function keptPlacesOf(golden: Golden): Place[] {
  return placesIn(golden.full).filter((place) => !isUnneeded(golden, place))
}

function isUnneeded({ unneeded }: Golden, place: Place): boolean {
  const names = namesOf(place)
  return unneeded.some((name) => names === name || names.startsWith(`${name}.`))
}

/** Names of further properties are kept there. */
function keepsNames({ keepsNamesIn = [] }: Golden, place: Place): boolean {
  return keepsNamesIn.some((name) => name === place[0])
}

function malformedAt({ comes }: Golden, place: Place) {
  const field = fieldOf(comes === 'alone' ? place : ['value', 0, ...place])
  const message: unknown = expect.stringContaining(`, ${field})`)
  return { code: 'MALFORMED_ANSWER', message }
}

import { describe, expect, test } from 'vitest'

import { createRandom, type Random } from '../../random.ts'
import { compileFilter, parseFilter, type Condition, type Filter } from './filter.ts'

type Row = Readonly<Record<string, unknown>>

const ADA: Row = {
  id: '7f1d6a52-0000-4000-8000-000000000001',
  name: "Ada O'Neill",
  mail: 'ada@fabrikam.example',
  enabled: true,
  userType: null,
  seats: 14,
}

function matches(text: string, row: Row = ADA): boolean {
  return compileFilter<Row>(parseFilter(text), (name) => (each) => each[name])(row)
}

describe('$filter', () => {
  test.each([
    ["mail eq 'ADA@fabrikam.example'", true],
    ["mail eq 'ada@fabrikam'", false],
    ["name eq 'Ada O''Neill'", true],
    ["name eq ''", false],
    ['enabled eq true', true],
    ['enabled eq false', false],
    ["userType eq 'Guest'", false],
    ["seats eq '14'", false],
    ["startsWith(mail, 'ADA')", true],
    ["startswith(mail,'b')", false],
    ["startsWith(userType,'')", false],
    [" startsWith( name ,'ada o''n' ) ", true],
    ["enabled eq false or mail eq 'ada@fabrikam.example' and name eq 'x'", false],
    ["mail eq 'ada@fabrikam.example' and name eq 'x' or enabled eq true", true],
    ["enabled eq true AND startsWith(mail,'a') OR enabled eq false", true],
  ])('%s: %s', (text, isFound) => {
    expect(matches(text)).toBe(isFound)
  })

  test.each([
    '',
    'mail',
    'mail eq',
    "mail eq 'open",
    "mail is 'x'",
    'mail eq x',
    "eq 'x'",
    "(mail eq 'x'",
    "mail eq 'x')",
    "mail eq 'x' and",
    "or mail eq 'x'",
    "mail eq 'x' mail eq 'y'",
    "contains(mail,'x')",
    "constructor(mail,'x')",
    'startsWith(mail)',
    'startsWith(mail, 5)',
    'mail eq {x}',
  ])('is refused as no filter: %s', (text) => {
    expect(() => parseFilter(text)).toThrow('Invalid filter clause')
  })

  test('finds the rows that a plain reading of the same conditions finds, for any filter', () => {
    for (let seed = 0; seed < 400; seed += 1) {
      const random = createRandom(`filter:${seed}`)
      const filter = anyFilter(random)
      const text = filter.map((each) => each.map(textOf).join(' and ')).join(' or ')
      const rows = Array.from({ length: 20 }, () => anyRow(random))
      expect(parseFilter(text)).toEqual(filter)
      expect(
        rows.map((row) => matches(text, row)),
        `seed ${seed}: ${text}`,
      ).toEqual(rows.map((row) => filter.some((each) => !each.some((one) => !holds(one, row)))))
    }
  })
})

const TEXTS = ["o'neill", 'Ada', 'ada', 'ADB', '', 'zed@x.example']

function anyRow(random: Random): Row {
  return {
    name: random.pick([...TEXTS, null]),
    mail: random.pick([...TEXTS, null]),
    enabled: random.pick([true, false, null]),
  }
}

function anyFilter(random: Random): Filter {
  return Array.from({ length: random.int(1, 4) }, () =>
    Array.from({ length: random.int(1, 3) }, () => anyCondition(random)),
  )
}

function anyCondition(random: Random): Condition {
  const property = random.pick(['name', 'mail'])
  const text = random.pick(TEXTS)
  return random.pick<Condition>([
    { property, match: 'equal', value: text },
    { property, match: 'startsWith', value: text.slice(0, 2) },
    { property: 'enabled', match: 'equal', value: random.chance(0.5) },
  ])
}

function textOf({ property, match, value }: Condition): string {
  const literal = typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
  return match === 'equal' ? `${property} eq ${literal}` : `startsWith(${property}, ${literal})`
}

/** The rules once more, written differently. */
function holds({ property, match, value }: Condition, row: Row): boolean {
  const found = row[property]
  if (typeof value === 'boolean') return found === value
  if (typeof found !== 'string') return false
  const [upper, wanted] = [found.toUpperCase(), value.toUpperCase()]
  return match === 'equal' ? upper === wanted : upper.indexOf(wanted) === 0
}

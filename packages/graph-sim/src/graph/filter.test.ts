import { describe, expect, test } from 'vitest'

import { createRandom, type Random } from '../random.ts'
import { parseFilter, type Filter, type Literal } from './filter-syntax.ts'
import { compileFilter, readDeep } from './filter.ts'

interface Row {
  readonly [property: string]: unknown
}

const ADA: Row = {
  id: '7f1d6a52-0000-4000-8000-000000000001',
  name: "Ada O'Neill",
  mail: 'ada@fabrikam.example',
  enabled: true,
  userType: null,
  created: '2022-01-05T08:00:00Z',
  seats: 14,
  licenses: [{ skuId: 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46', plans: ['a', 'b'] }],
  phones: ['+49 5661'],
  place: { city: 'Essen' },
}

function matches(text: string, row: Row = ADA): boolean {
  return compileFilter<Row>(parseFilter(text), (path) => (each) => readDeep(each, path))(row)
}

describe('$filter', () => {
  test.each([
    ["mail eq 'ADA@fabrikam.example'", true],
    ["mail ne 'ada@fabrikam.example'", false],
    ["name eq 'Ada O''Neill'", true],
    ['userType eq null', true],
    ['userType ne null', false],
    ['missing eq null', true],
    ['enabled eq true', true],
    ['enabled eq false', false],
    ['seats gt 13 and seats lt 15', true],
    ['seats ge 14.5', false],
    ["mail ge 'ada' and mail lt 'adb'", true],
    ["mail gt 'ada@fabrikam.example'", false],
    ["userType ge 'a'", false],
    ["userType lt 'z'", false],
    ['created ge 2022-01-05T08:00:00Z', true],
    ['created gt 2022-01-05T08:00:00Z', false],
    ['created lt 2022-01-05T10:00:00+01:00', true],
    ['created le 2022-01-05', false],
    ['id eq 7F1D6A52-0000-4000-8000-000000000001', true],
    ["mail in ('x', 'Ada@fabrikam.example')", true],
    ["mail in ('x')", false],
    ["startsWith(mail, 'ADA')", true],
    ["startswith(mail,'b')", false],
    ["endsWith(mail,'.EXAMPLE')", true],
    ["startsWith(userType,'')", false],
    ["place/city eq 'essen'", true],
    ["phones/any(p:startsWith(p,'+49'))", true],
    ["phones/any (p: p eq '+49 5661')", true],
    ['licenses/any(x:x/skuId eq cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46)', true],
    ['licenses/any(x:x/skuId eq 00000000-d96c-4c30-b9f4-6ada7cdc1d46)', false],
    ["licenses/any(x:x/plans/any(p:p eq 'b'))", true],
    ['licenses/$count eq 1', true],
    ['phones/$count ne 1', false],
    ["enabled eq false or mail eq 'ada@fabrikam.example' and seats eq 14", true],
    ["(enabled eq false or mail eq 'ada@fabrikam.example') and seats eq 15", false],
    ['not enabled eq true', false],
    ["NOT (enabled eq true) OR startsWith(mail,'a')", true],
    ['not not (enabled eq true)', true],
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
    "mail eq 'x' mail eq 'y'",
    'mail in ()',
    "mail in 'x'",
    "contains(mail,'x')",
    "constructor(mail,'x')",
    'startsWith(mail)',
    'startsWith(mail, 5)',
    'phones/any(p)',
    'phones/all(p:p eq 1)',
    'created ge 2022-13-45',
    'not',
    'mail eq {x}',
    `${'('.repeat(5_000)}mail eq 'x'${')'.repeat(5_000)}`,
    `${'not '.repeat(5_000)} enabled eq true`,
  ])('is refused as no filter: %s', (text) => {
    expect(() => parseFilter(text)).toThrow('Invalid filter clause')
  })

  test('finds what a plain reading of the same tree finds, for any filter', () => {
    for (let seed = 0; seed < 400; seed += 1) {
      const random = createRandom(`filter:${seed}`)
      const filter = anyFilter(random, 4)
      const text = textOf(filter)
      const rows = Array.from({ length: 20 }, () => anyRow(random))
      const predicate = compileFilter<Row>(
        parseFilter(text),
        (path) => (row) => readDeep(row, path),
      )
      expect(rows.map(predicate), `seed ${seed}: ${text}`).toEqual(
        rows.map((row) => plainlyMatches(filter, row)),
      )
    }
  })
})

const TEXTS = ["o'neill", 'Ada', 'ada', 'ADB', '', 'zed@x.example']
const DATES = ['2022-01-05T08:00:00Z', '2023-06-01T00:00:00Z', '2024-12-31T23:59:59Z']

function anyRow(random: Random): Row {
  const phones = Array.from({ length: random.int(0, 2) }, () => random.pick(TEXTS))
  return {
    name: random.pick([...TEXTS, null]),
    enabled: random.pick([true, false, null]),
    seats: random.pick([0, 1, 14, null]),
    created: random.pick([...DATES, null]),
    phones: random.pick([phones, null]),
  }
}

function anyFilter(random: Random, depth: number): Filter {
  const roll = depth === 0 ? 9 : random.int(0, 9)
  if (roll <= 1) return { kind: 'not', inner: anyFilter(random, depth - 1) }
  if (roll <= 4) {
    const parts = Array.from({ length: random.int(2, 3) }, () => anyFilter(random, depth - 1))
    return { kind: random.pick(['and', 'or'] as const), parts }
  }
  return anyLeaf(random)
}

function anyLeaf(random: Random): Filter {
  const text = random.pick(TEXTS)
  const literal = random.pick<{ path: string[]; literal: Literal }>([
    { path: ['name'], literal: { type: 'text', value: text } },
    { path: ['enabled'], literal: { type: 'boolean', value: random.chance(0.5) } },
    { path: ['seats'], literal: { type: 'number', value: random.int(0, 15) } },
    { path: ['created'], literal: { type: 'date', value: Date.parse(random.pick(DATES)) } },
    { path: ['phones', '$count'], literal: { type: 'number', value: random.int(0, 2) } },
  ])
  const operator = random.pick(['eq', 'ne', 'ge', 'gt', 'le', 'lt'] as const)
  const isNull = random.chance(0.1)
  return random.pick<Filter>([
    { kind: 'compare', operator, ...literal },
    {
      kind: 'compare',
      operator: random.pick(['eq', 'ne'] as const),
      path: ['name'],
      literal: isNull ? { type: 'null', value: null } : { type: 'text', value: text },
    },
    {
      kind: 'in',
      path: ['name'],
      literals: [
        { type: 'text', value: text },
        { type: 'text', value: random.pick(TEXTS) },
      ],
    },
    {
      kind: 'match',
      match: random.pick(['startsWith', 'endsWith'] as const),
      path: ['name'],
      text: text.slice(0, 2),
    },
    {
      kind: 'any',
      path: ['phones'],
      variable: 'p',
      inner: {
        kind: 'compare',
        operator: 'eq',
        path: ['p'],
        literal: { type: 'text', value: text },
      },
    },
  ])
}

function textOf(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.map((part) => `(${textOf(part)})`).join(` ${filter.kind} `)
    case 'not':
      return `not (${textOf(filter.inner)})`
    case 'any':
      return `${filter.path.join('/')}/any(${filter.variable}:${textOf(filter.inner)})`
    case 'match':
      return `${filter.match}(${filter.path.join('/')}, ${quoted(filter.text)})`
    case 'in':
      return `${filter.path.join('/')} in (${filter.literals.map(literalText).join(',')})`
    default:
      return `${filter.path.join('/')} ${filter.operator} ${literalText(filter.literal)}`
  }
}

function literalText({ type, value }: Literal): string {
  if (type === 'text') return quoted(value)
  return type === 'date' ? new Date(value).toISOString() : String(value)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The rules once more, in the most direct words: no tree of functions, no shared comparing. */
function plainlyMatches(filter: Filter, row: Row): boolean {
  switch (filter.kind) {
    case 'and':
      return !filter.parts.some((part) => !plainlyMatches(part, row))
    case 'or':
      return filter.parts.filter((part) => plainlyMatches(part, row)).length > 0
    case 'not':
      return !plainlyMatches(filter.inner, row)
    default:
      return leafMatches(filter, row)
  }
}

type Leaf = Extract<Filter, { kind: 'any' | 'match' | 'in' | 'compare' }>

function leafMatches(filter: Leaf, row: Row): boolean {
  const [name = '', rest] = filter.path
  const list = row[name]
  switch (filter.kind) {
    case 'any':
      return (
        Array.isArray(list) &&
        list.some((each: unknown) => plainlyMatches(filter.inner, { [filter.variable]: each }))
      )
    case 'match':
      return typeof list === 'string' && textMatches(filter.match, list, filter.text)
    case 'in':
      return filter.literals.some(
        (literal) => typeof list === 'string' && lower(list) === lower(literal.value),
      )
    default: {
      const count = Array.isArray(list) ? list.length : null
      return compares(filter.operator, rest === '$count' ? count : (list ?? null), filter.literal)
    }
  }
}

function textMatches(match: string, whole: string, part: string): boolean {
  const [upper, wanted] = [whole.toUpperCase(), part.toUpperCase()]
  return match === 'startsWith' ? upper.indexOf(wanted) === 0 : upper.endsWith(wanted)
}

function compares(operator: string, value: unknown, literal: Literal): boolean {
  const given = literal.type === 'date' && typeof value === 'string' ? Date.parse(value) : value
  const [one, other] = [lower(given), lower(literal.value)]
  if (operator === 'eq') return one === other
  if (operator === 'ne') return one !== other
  if (typeof one === 'number' && typeof other === 'number') return stands(operator, one - other)
  if (typeof one !== 'string' || typeof other !== 'string') return false
  return stands(operator, one < other ? -1 : Number(one > other))
}

function stands(operator: string, difference: number): boolean {
  if (operator.endsWith('e') && difference === 0) return true
  return operator.startsWith('l') ? difference < 0 : difference > 0
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

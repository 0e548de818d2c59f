import type { Comparison, Filter, Literal, PropertyPath } from './filter-syntax.ts'

/** How a property of a row is read, by the first name of its path. */
export type ReadProperty<Row> = (row: Row) => unknown
export type Predicate<Row> = (row: Row) => boolean

/**
 * A filter as a function, so that each row costs its comparisons and nothing else. Texts are
 * compared without regard to case, as the directory does; nothing is before or after null.
 */
export function compileFilter<Row>(
  filter: Filter,
  readerOf: (path: PropertyPath) => ReadProperty<Row>,
): Predicate<Row> {
  if ('parts' in filter) {
    const parts = filter.parts.map((part) => compileFilter(part, readerOf))
    if (filter.kind === 'or') return (row) => parts.some((part) => part(row))
    return (row) => parts.every((part) => part(row))
  }
  if (filter.kind === 'not') {
    const inner = compileFilter(filter.inner, readerOf)
    return (row) => !inner(row)
  }
  const read = readerOf(filter.path)
  if (filter.kind === 'any') return anyOf(filter, read)
  const test = testOf(filter)
  return (row) => test(read(row))
}

/** Reads what stands behind the first name: conditions/users, assignedLicenses/$count. */
export function readDeep(value: unknown, path: PropertyPath): unknown {
  let found = value
  for (const name of path) {
    if (name === '$count') found = Array.isArray(found) ? found.length : undefined
    else found = isRecord(found) ? found[name] : undefined
  }
  return found
}

type Leaf = Extract<Filter, { kind: 'compare' | 'in' | 'match' }>

function testOf(filter: Leaf): (value: unknown) => boolean {
  if (filter.kind === 'compare') return comparer(filter.operator, filter.literal)
  if (filter.kind === 'match') {
    const text = filter.text.toLowerCase()
    const { match } = filter
    return (value) =>
      typeof value === 'string' &&
      (match === 'startsWith' ? lowerOf(value).startsWith(text) : lowerOf(value).endsWith(text))
  }
  const tests = filter.literals.map((literal) => comparer('eq', literal))
  return (value) => tests.some((test) => test(value))
}

function anyOf<Row>(
  { variable, inner }: Extract<Filter, { kind: 'any' }>,
  read: ReadProperty<Row>,
): Predicate<Row> {
  const test = compileFilter<unknown>(inner, (path) => {
    const isVariable = path[0] === variable
    const rest = path.slice(1)
    return (element) => (isVariable ? readDeep(element, rest) : undefined)
  })
  return (row) => {
    const value = read(row)
    return Array.isArray(value) && value.some((element: unknown) => test(element))
  }
}

function comparer(operator: Comparison, literal: Literal): (value: unknown) => boolean {
  if (operator === 'eq') return equals(literal)
  if (operator === 'ne') {
    const isEqual = equals(literal)
    return (value) => !isEqual(value)
  }
  const isInOrder = ORDERS[operator]
  const orderOf = ordering(literal)
  return (value) => {
    const order = orderOf(value)
    return order !== undefined && isInOrder(order)
  }
}

const ORDERS = {
  ge: (order: number) => order >= 0,
  gt: (order: number) => order > 0,
  le: (order: number) => order <= 0,
  lt: (order: number) => order < 0,
} as const

function equals(literal: Literal): (value: unknown) => boolean {
  if (literal.type === 'null') return (value) => value === null || value === undefined
  if (literal.type === 'boolean') return (value) => value === literal.value
  const orderOf = ordering(literal)
  return (value) => orderOf(value) === 0
}

/** Below 0, 0 or above 0 as the value stands to the literal; undefined when they do not compare. */
function ordering(literal: Literal): (value: unknown) => number | undefined {
  switch (literal.type) {
    case 'text':
    case 'guid': {
      const wanted = literal.value.toLowerCase()
      return (value) =>
        typeof value === 'string' ? orderOfTexts(lowerOf(value), wanted) : undefined
    }
    case 'date':
      return (value) => {
        const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
        return Number.isNaN(at) ? undefined : at - literal.value
      }
    case 'number':
      return (value) => (typeof value === 'number' ? value - literal.value : undefined)
    default:
      return () => undefined
  }
}

let lastText = ''
let lastLower = ''

/** The clauses of one `or` mostly look at the same text, one after the other. */
function lowerOf(text: string): string {
  if (text !== lastText) {
    lastLower = text.toLowerCase()
    lastText = text
  }
  return lastLower
}

/** By code units, which is a total order: ranges that touch neither overlap nor leave a gap. */
export function orderOfTexts(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

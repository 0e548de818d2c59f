import { badRequest, type GraphRefusal } from '../engine/refusals.ts'

/** One condition of $filter. */
export interface Condition {
  readonly property: string
  readonly match: 'equal' | 'startsWith'
  readonly value: string | boolean
}

/** $filter as alternatives; every condition of an alternative must hold. */
export type Filter = readonly (readonly Condition[])[]
export type Predicate<Row> = (row: Row) => boolean

/** Both spellings, startsWith and startswith, are in Microsoft's own examples. */
const CONDITION =
  /\s*(?:(and|or)\b\s*)?(?:(\w+)\s+eq\s+('(?:[^']|'')*'|true\b|false\b)|startswith\(\s*(\w+)\s*,\s*('(?:[^']|'')*')\s*\))\s*/iy

/**
 * Parses the part of $filter that the product sends: eq and startsWith, joined by `and` and `or`, where
 * `and` binds closer. Throws Graph's 400 for any other text.
 */
export function parseFilter(text: string): Filter {
  const alternatives: Condition[][] = []
  CONDITION.lastIndex = 0
  do {
    const match = CONDITION.exec(text)
    const joint = match?.[1]?.toLowerCase()
    const isFirst = alternatives.length === 0
    if (!match || (joint === undefined) !== isFirst) throw invalidFilter()
    if (joint === 'and') alternatives.at(-1)?.push(conditionOf(match))
    else alternatives.push([conditionOf(match)])
  } while (CONDITION.lastIndex < text.length)
  return alternatives
}

export function invalidFilter(): GraphRefusal {
  return badRequest('Invalid filter clause')
}

/** Compiles a filter. Texts are compared without regard to case, as the directory does. */
export function compileFilter<Row>(
  filter: Filter,
  readerOf: (property: string) => (row: Row) => unknown,
): Predicate<Row> {
  const alternatives = filter.map((conditions) =>
    conditions.map((condition) => {
      const read = readerOf(condition.property)
      const test = testOf(condition)
      return (row: Row) => test(read(row))
    }),
  )
  return (row) => alternatives.some((tests) => tests.every((test) => test(row)))
}

function conditionOf([, , property = '', literal = '', startOf = '', start = '']: RegExpExecArray) {
  if (property === '') {
    return { property: startOf, match: 'startsWith', value: valueOf(start) } as const
  }
  return { property, match: 'equal', value: valueOf(literal) } as const
}

function valueOf(literal: string): string | boolean {
  if (literal.startsWith("'")) return literal.slice(1, -1).replaceAll("''", "'")
  return literal.toLowerCase() === 'true'
}

function testOf({ match, value }: Condition): (value: unknown) => boolean {
  if (typeof value === 'boolean') return (found) => found === value
  const wanted = value.toLowerCase()
  if (match === 'equal') return (found) => typeof found === 'string' && lowerOf(found) === wanted
  return (found) => typeof found === 'string' && lowerOf(found).startsWith(wanted)
}

let lastText = ''
let lastLower = ''

/** The conditions of one `or` mostly read the same text, one after the other. */
function lowerOf(text: string): string {
  if (text !== lastText) {
    lastLower = text.toLowerCase()
    lastText = text
  }
  return lastLower
}

import type { GraphCall } from './call.ts'
import { RULES_BY_TYPE } from './filter-rules.ts'
import type { Predicate } from './filter.ts'
import { propertyNamed, type EntityShape } from './projection.ts'
import { badRequest, unsupportedQuery } from './refusals.ts'

/** Words of these are found wherever they stand; of others only the beginning counts. */
const WORDED = ['displayName', 'description']
const TERM = /\s*(AND|OR)?\s*"([^":]+):([^"]*)"/y

/** $search: "displayName:ada" OR "mail:ada"; AND binds closer. */
export function searchPredicate<Row>(
  call: GraphCall,
  shape: EntityShape<Row>,
  text: string,
): Predicate<Row> {
  const alternatives: Predicate<Row>[][] = []
  for (const { joint, property, words } of termsOf(text)) {
    const test = termPredicate(call, shape, { property, words })
    if (joint === 'AND') alternatives.at(-1)?.push(test)
    else alternatives.push([test])
  }
  return (row) => alternatives.some((tests) => tests.every((test) => test(row)))
}

interface Term {
  readonly joint?: string | undefined
  readonly property: string
  readonly words: string
}

function termsOf(text: string): Term[] {
  const terms: Term[] = []
  TERM.lastIndex = 0
  while (TERM.lastIndex < text.trimEnd().length) {
    const at = TERM.lastIndex
    const [whole, joint, property = '', words = ''] = TERM.exec(text) ?? []
    if (whole === undefined || terms.length > 0 !== (joint !== undefined)) {
      throw badRequest(
        `Syntax error: character '${text.charAt(at)}' is not valid at position ${at} in '${text}'.`,
      )
    }
    terms.push({ joint, property, words })
  }
  if (terms.length === 0) throw badRequest('Syntax error: $search is empty.')
  return terms
}

function termPredicate<Row>(
  call: GraphCall,
  shape: EntityShape<Row>,
  { property, words }: Term,
): Predicate<Row> {
  const name = propertyNamed(shape, property) ?? ''
  const searchable = RULES_BY_TYPE[shape.typeName]?.search ?? []
  const read = shape.properties[name]
  if (!read || !searchable.includes(name)) {
    throw unsupportedQuery(`Property '${property}' is not searchable.`)
  }
  const wanted = words.trim().toLowerCase()
  const isWorded = WORDED.includes(name)
  return (row) => {
    const value = read(row, call)
    if (typeof value !== 'string') return false
    const text = value.toLowerCase()
    return (
      text.startsWith(wanted) || (isWorded && wordsOf(text).some((each) => each.startsWith(wanted)))
    )
  }
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u)
}

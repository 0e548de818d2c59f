import { badRequest, type GraphRefusal } from './refusals.ts'

/** A value in a filter. Dates are milliseconds since 1970; GUIDs stand without quotes. */
export type Literal =
  | { readonly type: 'text' | 'guid'; readonly value: string }
  | { readonly type: 'number' | 'date'; readonly value: number }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'null'; readonly value: null }

export type Comparison = 'eq' | 'ne' | 'ge' | 'gt' | 'le' | 'lt'
export type TextMatch = 'startsWith' | 'endsWith'
/** The names between the slashes of assignedLicenses/$count or x/skuId. */
export type PropertyPath = readonly string[]

/** $filter as a tree (OData 4.01 URL conventions, the part that Microsoft Graph speaks). */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly inner: Filter }
  | {
      readonly kind: 'compare'
      readonly operator: Comparison
      readonly path: PropertyPath
      readonly literal: Literal
    }
  | { readonly kind: 'in'; readonly path: PropertyPath; readonly literals: readonly Literal[] }
  | {
      readonly kind: 'match'
      readonly match: TextMatch
      readonly path: PropertyPath
      readonly text: string
    }
  | {
      readonly kind: 'any'
      readonly path: PropertyPath
      readonly variable: string
      readonly inner: Filter
    }

interface Token {
  readonly kind: 'name' | 'literal' | 'mark'
  readonly text: string
}

const TOKENS = [
  ['literal', /'[^']*(?:''[^']*)*'/y],
  ['literal', /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iy],
  ['literal', /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?/iy],
  ['literal', /-?\d+(?:\.\d+)?/y],
  ['name', /[A-Za-z_][\w.]*(?:\/[$A-Za-z_][\w.]*)*/y],
  ['mark', /[(),:]/y],
] as const
const SPACE = /\s*/y
/** Deeper nesting than any client needs; refuses it before the stack ends. */
const DEPTH_MAX = 100
const COMPARISONS: readonly string[] = ['eq', 'ne', 'ge', 'gt', 'le', 'lt']

/** Reads the text of $filter; throws Graph's 400 for what is no filter. */
export function parseFilter(text: string): Filter {
  const cursor = createCursor(tokensOf(text))
  const filter = readOr(cursor)
  if (!cursor.isAtEnd()) throw invalidFilter()
  return filter
}

export function invalidFilter(): GraphRefusal {
  return badRequest('Invalid filter clause')
}

/** Both spellings, startsWith and startswith, are in Microsoft's own examples. */
const MATCHES: ReadonlyMap<string, TextMatch> = new Map([
  ['startswith', 'startsWith'],
  ['endswith', 'endsWith'],
])

function isComparison(word: string): word is Comparison {
  return COMPARISONS.includes(word)
}

interface Cursor {
  readonly isAtEnd: () => boolean
  readonly isMark: (mark: string) => boolean
  /** Words such as and are taken in any case. */
  readonly isWord: (word: string) => boolean
  /** The next token; throws when it is of another kind or text. */
  readonly take: (kind: Token['kind'], text?: string) => string
  readonly takeAny: () => Token
  /** Reads what stands one level deeper. */
  readonly nested: (read: () => Filter) => Filter
}

function createCursor(tokens: readonly Token[]): Cursor {
  let at = 0
  let depth = 0

  function takeAny(): Token {
    const token = tokens[at]
    if (!token) throw invalidFilter()
    at += 1
    return token
  }

  return {
    takeAny,
    isAtEnd: () => at >= tokens.length,
    isMark: (mark) => tokens[at]?.kind === 'mark' && tokens[at]?.text === mark,
    isWord: (word) => tokens[at]?.kind === 'name' && tokens[at]?.text.toLowerCase() === word,
    take(kind, text) {
      const token = takeAny()
      if (token.kind !== kind || (text !== undefined && token.text !== text)) throw invalidFilter()
      return token.text
    },
    nested(read) {
      depth += 1
      if (depth > DEPTH_MAX) throw invalidFilter()
      const filter = read()
      depth -= 1
      return filter
    },
  }
}

function readOr(cursor: Cursor): Filter {
  const readAnd = () => readChain(cursor, 'and', () => readPart(cursor))
  return cursor.nested(() => readChain(cursor, 'or', readAnd))
}

function readChain(cursor: Cursor, kind: 'and' | 'or', read: () => Filter): Filter {
  const first = read()
  if (!cursor.isWord(kind)) return first
  const parts = [first]
  while (cursor.isWord(kind)) {
    cursor.takeAny()
    parts.push(read())
  }
  return { kind, parts }
}

function readPart(cursor: Cursor): Filter {
  if (cursor.isWord('not')) {
    cursor.takeAny()
    return { kind: 'not', inner: cursor.nested(() => readPart(cursor)) }
  }
  if (!cursor.isMark('(')) return readTerm(cursor)
  cursor.take('mark', '(')
  const inner = readOr(cursor)
  cursor.take('mark', ')')
  return inner
}

function readTerm(cursor: Cursor): Filter {
  const name = cursor.take('name')
  if (cursor.isMark('(')) return readCall(cursor, name)
  const operator = cursor.take('name').toLowerCase()
  const path = name.split('/')
  if (operator === 'in') return { kind: 'in', path, literals: readLiterals(cursor) }
  if (!isComparison(operator)) throw invalidFilter()
  return { kind: 'compare', operator, path, literal: readLiteral(cursor) }
}

function readCall(cursor: Cursor, name: string): Filter {
  cursor.take('mark', '(')
  const called = name.toLowerCase()
  const filter = called.endsWith('/any') ? readAny(cursor, name) : readMatch(cursor, called)
  cursor.take('mark', ')')
  return filter
}

function readAny(cursor: Cursor, name: string): Filter {
  const variable = cursor.take('name')
  cursor.take('mark', ':')
  return { kind: 'any', path: name.split('/').slice(0, -1), variable, inner: readOr(cursor) }
}

function readMatch(cursor: Cursor, called: string): Filter {
  const match = MATCHES.get(called)
  if (match === undefined) throw invalidFilter()
  const path = cursor.take('name').split('/')
  cursor.take('mark', ',')
  const literal = readLiteral(cursor)
  if (literal.type !== 'text') throw invalidFilter()
  return { kind: 'match', match, path, text: literal.value }
}

function readLiterals(cursor: Cursor): Literal[] {
  cursor.take('mark', '(')
  const literals = [readLiteral(cursor)]
  while (cursor.isMark(',')) {
    cursor.takeAny()
    literals.push(readLiteral(cursor))
  }
  cursor.take('mark', ')')
  return literals
}

function readLiteral(cursor: Cursor): Literal {
  const literal = literalOf(cursor.takeAny())
  if (!literal) throw invalidFilter()
  return literal
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = endOf(SPACE, text, 0)
  while (at < text.length) {
    const token = tokenAt(text, at)
    tokens.push(token)
    at = endOf(SPACE, text, at + token.text.length)
  }
  return tokens
}

function tokenAt(text: string, at: number): Token {
  for (const [kind, pattern] of TOKENS) {
    const end = endOf(pattern, text, at)
    if (end > at) return { kind, text: text.slice(at, end) }
  }
  throw invalidFilter()
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function literalOf({ kind, text }: Token): Literal | undefined {
  if (kind === 'name') return wordOf(text.toLowerCase())
  if (kind === 'mark') return undefined
  if (text.startsWith("'")) {
    return { type: 'text', value: text.slice(1, -1).replaceAll("''", "'") }
  }
  if (/^[0-9a-f]{8}-/i.test(text)) return { type: 'guid', value: text }
  if (/^\d{4}-\d\d-/.test(text)) return dateOf(text)
  return { type: 'number', value: Number(text) }
}

function wordOf(word: string): Literal | undefined {
  if (word === 'null') return { type: 'null', value: null }
  if (word !== 'true' && word !== 'false') return undefined
  return { type: 'boolean', value: word === 'true' }
}

function dateOf(text: string): Literal | undefined {
  const value = Date.parse(text)
  return Number.isNaN(value) ? undefined : { type: 'date', value }
}

import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue
type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>

/** Returns a readable message for a schema without its own message: what it expects. */
export function plainMessage(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return `Must not contain: ${issue.keys.join(', ')}`
  if (issue.input === undefined) return 'Is missing'
  return expectationOf(issue) ?? 'Is not valid'
}

function expectationOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected]
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Is not in the expected form'
    case 'too_big':
      return atMost(issue)
    case 'too_small':
      return atLeast(issue)
    case 'invalid_union':
      return Array.isArray(issue.options) ? oneOf(issue.options) : undefined
    default:
      return undefined
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
}

const FORMATS: Readonly<Record<string, string>> = {
  guid: 'Must be an id like 01234567-89ab-cdef-0123-456789abcdef',
  email: 'Must be an e-mail address',
  datetime: 'Must be a time like 2026-01-31T09:30:00Z',
}

const oneOf = (values: readonly z.core.util.Primitive[]): string =>
  `Must be ${values.length > 1 ? 'one of: ' : ''}${values.map(String).join(', ')}`

const atMost = ({ origin, maximum, inclusive = true }: IssueOf<'too_big'>): string =>
  `${beginning(origin)} ${inclusive ? 'at most' : 'below'} ${amount(maximum, origin)}`

function atLeast({ origin, minimum, inclusive = true }: IssueOf<'too_small'>): string {
  if (origin in UNITS && Number(minimum) === 1) return 'Must not be empty'
  return `${beginning(origin)} ${inclusive ? 'at least' : 'above'} ${amount(minimum, origin)}`
}

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }

const beginning = (origin: string): string => (origin === 'array' ? 'Must have' : 'Must be')

const amount = (limit: number | bigint, origin: string): string =>
  [limit, UNITS[origin] ?? ''].join(' ').trimEnd()

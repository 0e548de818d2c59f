import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import type { FieldProblem } from '@tenantscope/contract/errors'
import { plainMessage } from '@tenantscope/contract/plain-message'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { AppError } from '../lib/app-error.ts'
import { meantIssues } from './meant-issues.ts'

interface RequestParts {
  params: unknown
  query: unknown
  body: unknown
}

interface ParsedPart {
  readonly value: unknown
  readonly problems: readonly Problem[]
}

interface Problem {
  readonly field: FieldProblem
  /** The same as a separate message, because the text alone does not name its field. */
  readonly sentence: string
  /** True if the schema has its own text, such as the specification's; it is not changed. */
  readonly isWorded: boolean
}

/** Parses params, query and body with the endpoint's schemas and reports all problems at once. */
export function parseRequest(endpoint: AnyEndpoint, request: FastifyRequest): RequestParts {
  const params = parsePart('params', endpoint.params, request.params)
  // A malformed id gets the same error as an unknown id.
  if (params.problems.some(({ isWorded }) => !isWorded))
    throw new AppError('NOT_FOUND', 'Not found')
  const query = parsePart('query', endpoint.query, request.query)
  // A call without a body ignores any body that was sent.
  const body = parsePart('body', endpoint.body, takesBody(endpoint) ? request.body : undefined)
  const problems = [params, query, body].flatMap((part) => part.problems)
  const [first] = problems
  if (first)
    throw new AppError('BAD_REQUEST', first.sentence, {
      fields: problems.map(({ field }) => field),
    })
  return { params: params.value, query: query.value, body: body.value }
}

/** True when the call has a body. */
export const takesBody = (endpoint: AnyEndpoint): boolean =>
  !(endpoint.body instanceof z.ZodUndefined)

function parsePart(part: string, schema: z.ZodType, given: unknown): ParsedPart {
  const plain = new Set<string>()
  const parsed = schema.safeParse(given, {
    error: (issue) => {
      const message = plainMessage(issue)
      plain.add(message)
      return message
    },
  })
  const issues = (parsed.error?.issues ?? []).flatMap((issue) => meantIssues(issue, given))
  const problems = issues.map(({ path, message }) => {
    const field = [part, ...path.map(String)].join('.')
    // An entry's index is meaningless without the name of its list.
    const name = typeof path[0] === 'string' ? path.map(String).join('.') : field
    const isWorded = !plain.has(message)
    const sentence = isWorded ? message : `${name} ${startingSmall(message)}`
    return { field: { field, message }, sentence, isWorded }
  })
  return { value: parsed.data, problems }
}

const startingSmall = (message: string): string =>
  message.charAt(0).toLowerCase() + message.slice(1)

import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import type { FieldProblem } from '@tenantscope/contract/errors'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { AppError } from '../lib/app-error.ts'

interface RequestParts {
  params: unknown
  query: unknown
  body: unknown
}

/** Params, query and body by the endpoint's schemas; every problem is named at once. */
export function parseRequest(endpoint: AnyEndpoint, request: FastifyRequest): RequestParts {
  const params = endpoint.params.safeParse(request.params)
  const query = endpoint.query.safeParse(request.query)
  // A call without a body takes none, whatever was sent.
  const body = endpoint.body.safeParse(takesBody(endpoint) ? request.body : undefined)
  const fields = [
    ...problemsIn('params', params.error),
    ...problemsIn('query', query.error),
    ...problemsIn('body', body.error),
  ]
  const [first] = fields
  if (first) throw new AppError('BAD_REQUEST', first.message, { fields })
  return { params: params.data, query: query.data, body: body.data }
}

/** Whether the call has a body at all. */
export const takesBody = (endpoint: AnyEndpoint): boolean =>
  !(endpoint.body instanceof z.ZodUndefined)

function problemsIn(part: string, error: z.ZodError | undefined): FieldProblem[] {
  return (error?.issues ?? []).map((issue) => ({
    field: [part, ...issue.path.map(String)].join('.'),
    message: issue.message,
  }))
}

import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import { endpoints } from '@tenantscope/contract/endpoints'
import { ErrorBody } from '@tenantscope/contract/errors'
import { z } from 'zod'

import { takesBody } from './parsing.ts'

type Json = Record<string, unknown>

/** Returns the contract as OpenAPI 3.1. */
export function openApiDocument(publicUrl: URL): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tenantscope',
      version: '1',
      description:
        'Every call of the web app. Sign in first: calls are made with the session cookie. ' +
        'Each call names the role that it requires.',
    },
    servers: [{ url: publicUrl.origin }],
    paths: pathsOf(endpoints),
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'tenantscope_session' } },
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
  }
}

function pathsOf(calls: readonly AnyEndpoint[]): Json {
  const byPath = Object.groupBy(calls, ({ path }) => path.replaceAll(/:(\w+)/gu, '{$1}'))
  return Object.fromEntries(
    Object.entries(byPath).map(([path, group = []]) => [
      path,
      Object.fromEntries(group.map((call) => [call.method.toLowerCase(), operationOf(call)])),
    ]),
  )
}

function operationOf(call: AnyEndpoint): Json {
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.path.split('/')[2] ?? 'other'],
    'x-access': call.access,
    security: call.access === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(call.params, { in: 'path' }),
      ...parametersOf(call.query, { in: 'query' }),
    ],
    ...(takesBody(call) ? { requestBody: requestBodyOf(call.body) } : {}),
    ...(call.accepts === 'multipart' ? { requestBody: UPLOAD } : {}),
    responses: {
      [call.status]: replyOf(call),
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function parametersOf(schema: z.ZodType, place: { in: 'path' | 'query' }): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place.in,
    required: required.includes(name),
    schema: each,
  }))
}

const requestBodyOf = (schema: z.ZodType): Json => ({
  required: !schema.safeParse(undefined).success,
  content: { 'application/json': { schema: schemaOf(schema, 'input') } },
})

/** A form with a file, and the other fields of the call. */
const UPLOAD: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' } },
        additionalProperties: { type: 'string' },
      },
    },
  },
}

function replyOf({ kind, reply }: AnyEndpoint): Json {
  if (kind === 'redirect')
    return {
      description: 'The address that the browser is redirected to',
      headers: { Location: { schema: { type: 'string' } } },
    }
  if (kind === 'page')
    return { description: 'A page for the browser', content: { 'text/html': { schema: {} } } }
  const schema = schemaOf(reply, 'output')
  return kind === 'stream'
    ? {
        description: 'Server-sent events; the data of each is one of these',
        content: { 'text/event-stream': { schema } },
      }
    : { description: 'Done', content: { 'application/json': { schema } } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

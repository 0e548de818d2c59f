import type { InjectOptions } from 'fastify'

import type { HttpServer } from '../../../http/http-server.ts'

/**
 * Reserved for documentation (RFC 5737), so no client has this address. It is the socket's address,
 * which headers cannot forge.
 */
export const PROBE_ADDRESS = '192.0.2.1'

export type SelfProbe = ReturnType<typeof createSelfProbe>

export interface ProbeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly text: string
}

/** Sends requests to this server in the process, without network and session. */
export function createSelfProbe({ fastify }: Pick<HttpServer, 'fastify'>) {
  return async (request: Pick<InjectOptions, 'method' | 'url' | 'payload'> & Headers) => {
    const answer = await fastify.inject({
      remoteAddress: PROBE_ADDRESS,
      ...request,
      headers: {
        'user-agent': 'Tenantscope self-check',
        'x-background': '1',
        ...(request.payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
    })
    return toAnswer(answer.statusCode, answer.headers, answer.body)
  }
}

interface Headers {
  readonly headers?: Readonly<Record<string, string>>
}

function toAnswer(status: number, headers: object, text: string): ProbeAnswer {
  const entries = Object.entries(headers).map(([name, value]: [string, unknown]) => ({
    name,
    values: [value].flat().map(String),
  }))
  return {
    status,
    text,
    headers: Object.fromEntries(entries.map(({ name, values }) => [name, values.join(', ')])),
    cookies: entries.find(({ name }) => name === 'set-cookie')?.values ?? [],
  }
}

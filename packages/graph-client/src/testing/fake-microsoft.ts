import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

/** A request as it arrived, with the host that it was meant for. */
export type SeenRequest = {
  method: string
  host: string
  /** With query. */
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export type Reply = {
  status?: number
  headers?: Record<string, string>
  /** An object becomes JSON. */
  body?: unknown
}

/** Answers, or takes the socket into its own hands and returns nothing. */
export type Handler = (
  request: SeenRequest,
  response: ServerResponse,
) => Reply | undefined | Promise<Reply | undefined>

type FakeMicrosoft = { endpoint: URL; seen: SeenRequest[]; close(): Promise<void> }

/** A server on a free port that answers as one test wants; it knows nothing of Microsoft. */
export async function startFakeMicrosoft(handle: Handler): Promise<FakeMicrosoft> {
  const seen: SeenRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const request: SeenRequest = {
        method: incoming.method ?? '',
        host: incoming.headers.host ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      seen.push(request)
      void answer(handle, request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    endpoint: new URL(`http://127.0.0.1:${address.port}`),
    seen,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(handle: Handler, request: SeenRequest, response: ServerResponse) {
  const reply = await handle(request, response)
  if (!reply) return
  const { status = 200, headers = {}, body = '' } = reply
  const isText = typeof body === 'string' || body instanceof Uint8Array
  const type = { 'content-type': isText ? 'text/html' : 'application/json' }
  response.writeHead(status, { ...type, ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

/** A token as Microsoft issues it to an application, unsigned: only Graph looks at the signature. */
export function appToken(claims: Record<string, unknown>): string {
  return `${base64Json({ typ: 'JWT', alg: 'RS256' })}.${base64Json(claims)}.c2lnbmF0dXJl`
}

function base64Json(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** The successful response of the token endpoint. */
export function tokenReply(roles: string[] | undefined = ['Directory.Read.All']): Reply {
  const access_token = appToken({ ver: '1.0', idtyp: 'app', roles })
  return { body: { token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token } }
}

export function isTokenRequest({ path }: SeenRequest): boolean {
  return pathOf(path).endsWith('/oauth2/v2.0/token')
}

/** Without the query: MSAL puts its client-request-id there. */
export function pathOf(path: string): string {
  return new URL(path, 'http://localhost').pathname
}

import { badRequest, GraphRefusal } from './refusals.ts'

const REQUESTS_MAX = 20

/** One request inside a batch. */
export interface BatchRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** As text; base64url for what is no JSON. */
  readonly body: string
  readonly dependsOn: readonly string[]
}

/** Its answer; a body that is not JSON is base64url. */
export interface BatchResponse {
  readonly id: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Reads a batch, or refuses it completely. */
export function readBatch(body: string): BatchRequest[] {
  const requests = readRequests(body).map(readRequest)
  if (requests.length === 0 || requests.length > REQUESTS_MAX) {
    throw refuse(
      `Number of batch request steps must be between 1 and the maximum value of ${REQUESTS_MAX}.`,
    )
  }
  const ids = new Set(requests.map((request) => request.id.toLowerCase()))
  if (ids.size < requests.length) {
    throw refuse('Batch request ids must be unique, regardless of case.')
  }
  for (const id of requests.flatMap((request) => request.dependsOn)) {
    if (!ids.has(id.toLowerCase())) throw refuse(`Unknown request id '${id}' in dependsOn.`)
  }
  return requests
}

/** Runs the requests in an order that their dependencies allow. */
export async function runBatch(
  requests: readonly BatchRequest[],
  run: (request: BatchRequest) => Promise<BatchResponse>,
): Promise<BatchResponse[]> {
  const done = new Map<string, BatchResponse>()
  const waiting = [...requests]
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ dependsOn }) =>
      dependsOn.every((id) => done.has(id.toLowerCase())),
    )
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    if (!next) throw refuse('The requests of the batch depend on one another in a circle.')
    const before = next.dependsOn.map((id) => done.get(id.toLowerCase()))
    const isBlocked = before.some((response) => response !== undefined && response.status >= 400)
    done.set(next.id.toLowerCase(), isBlocked ? failedDependency(next.id) : await run(next))
  }
  return [...done.values()]
}

function failedDependency(id: string): BatchResponse {
  const message = 'A request that this one depends on failed.'
  return {
    id,
    status: 424,
    headers: { 'Content-Type': 'application/json' },
    body: { error: { code: 'FailedDependency', message } },
  }
}

function readRequests(body: string): unknown[] {
  const batch = parseJson(body)
  const requests = isRecord(batch) ? batch['requests'] : undefined
  if (!Array.isArray(requests)) throw refuse('Invalid batch payload format.')
  return requests
}

function readRequest(value: unknown): BatchRequest {
  if (!isRecord(value)) throw refuse('Invalid batch payload format.')
  const { id, method, url, body, dependsOn } = value
  if (typeof id !== 'string' || id === '') throw refuse('Each batch request needs an id.')
  if (typeof method !== 'string' || typeof url !== 'string') {
    throw refuse(`The batch request '${id}' needs a method and a url.`)
  }
  const headers = readHeaders(value['headers'])
  if (body !== undefined && headers['content-type'] === undefined) {
    throw refuse(`Write request id : ${id} does not contain Content-Type header or body.`)
  }
  return {
    id,
    method: method.toUpperCase(),
    url: url.startsWith('/') ? url : `/${url}`,
    headers,
    body: readBody(body),
    dependsOn: Array.isArray(dependsOn) ? dependsOn.map(String) : [],
  }
}

function readBody(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function readHeaders(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => [name.toLowerCase(), String(text)]),
  )
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw badRequest('Unable to read JSON request payload. Please ensure it is correct JSON.')
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(message: string): GraphRefusal {
  return new GraphRefusal(400, 'BadRequest', { message })
}

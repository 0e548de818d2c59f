import type { AnyEndpoint, CallInput, CallReply } from '@tenantscope/contract/endpoint'
import { ErrorBody } from '@tenantscope/contract/errors'
import type { z } from 'zod'

import { ApiError } from './api-error.ts'
import { fileNameIn } from './file-name.ts'
import { send } from './send.ts'
import { reportSessionEnded } from './session-ended.ts'

interface CallOptions {
  signal?: AbortSignal
  /** A call that no person asked for: it does not prolong the session (decisions.md, Sign-in and sessions). */
  background?: boolean
  /** Lets the call outlive the page. */
  keepalive?: boolean
}

/** CallInput of any endpoint. */
interface CallParts {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Calls the server as the contract describes and answers with the parsed reply; throws ApiError. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[input, options = {}]: Record<string, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]
): Promise<CallReply<E>> {
  const parts: CallParts = input ?? {}
  const response = await sendCall(endpoint, parts, options)
  const text = await response.text()
  if (!response.ok) throw refusalOf(endpoint, response, text)
  return parseReply<E['reply']>(endpoint, response, text)
}

/** A file that the server sent, with the name that it gave it. */
export interface ReceivedFile {
  name: string
  blob: Blob
}

/** Calls the server for a file; throws ApiError. `fallbackName` is for an answer that names none. */
export async function callForFile<E extends AnyEndpoint & { kind: 'file' }>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions & { fallbackName: string },
): Promise<ReceivedFile> {
  const { fallbackName, ...rest } = options
  const response = await sendCall(endpoint, input, rest)
  if (!response.ok) throw refusalOf(endpoint, response, await response.text())
  const name = fileNameIn(response.headers.get('Content-Disposition')) ?? fallbackName
  return { name, blob: await response.blob() }
}

/** The address of a call that the browser itself opens: a redirect or a stream. */
export function addressOf<E extends AnyEndpoint>(
  endpoint: E,
  ...[input]: Record<string, never> extends CallInput<E>
    ? [input?: CallInput<E>]
    : [input: CallInput<E>]
): string {
  const parts: CallParts = input ?? {}
  return buildAddress(endpoint, parts)
}

function sendCall(
  endpoint: AnyEndpoint,
  parts: CallParts,
  { background = false, ...options }: CallOptions,
): Promise<Response> {
  return send({
    method: endpoint.method,
    address: buildAddress(endpoint, parts),
    headers: {
      ...(background || endpoint.background ? { 'X-Background': '1' } : {}),
      ...(parts.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    ...options,
  })
}

function buildAddress(endpoint: AnyEndpoint, { params, query }: CallParts): string {
  const values = new Map(entriesOf(params))
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(asText(values.get(name))),
  )
  const search = new URLSearchParams()
  for (const [name, value] of entriesOf(query))
    if (value !== undefined) search.set(name, asText(value))
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

function entriesOf(part: unknown): [string, unknown][] {
  return typeof part === 'object' && part !== null ? Object.entries(part) : []
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What the server refused, as an error. */
export function refusalOf(endpoint: AnyEndpoint, response: Response, text: string): ApiError {
  const body = ErrorBody.safeParse(asJson(text)).data ?? null
  // Wrong credentials are an answer to a form, not the end of a session.
  if (response.status === 401 && endpoint.access !== 'public' && body?.code !== 'WRONG_CREDENTIALS')
    reportSessionEnded()
  return new ApiError({
    status: response.status,
    text: text || response.statusText,
    body,
    retryAfterSeconds: secondsIn(response.headers.get('Retry-After')),
  })
}

function secondsIn(retryAfter: string | null): number | null {
  const seconds = Number(retryAfter ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}

/** The reply by the contract, or an error. */
export function parseReply<Reply extends z.ZodType>(
  endpoint: { name: string; reply: Reply },
  response: Response,
  text: string,
): z.output<Reply> {
  const parsed = endpoint.reply.safeParse(asJson(text))
  if (parsed.success) return parsed.data
  throw new ApiError(
    {
      status: response.status,
      text: `The answer of ${endpoint.name} was not understood`,
      body: null,
    },
    { cause: parsed.error },
  )
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

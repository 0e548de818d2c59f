import type { AnyEndpoint, CallInput, CallReply } from '@tenantscope/contract/endpoint'
import { ErrorBody } from '@tenantscope/contract/errors'
import { parse } from 'content-disposition'
import type { z } from 'zod'

import { ApiError } from './api-error.ts'
import { asJson } from './as-json.ts'
import { send } from './send.ts'
import { reportSessionEnded } from './session-ended.ts'

interface CallOptions {
  signal?: AbortSignal
  /** Marks a call without a user action: it does not prolong the session (decisions.md, Sign-in and sessions). */
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

/** Calls an endpoint of the contract and returns the parsed reply; throws ApiError. */
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

/** A file from the server, with the name that the server gave it. */
export interface ReceivedFile {
  name: string
  blob: Blob
}

/** Requests a file from the server; throws ApiError. `fallbackName` is used when the response has no name. */
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

/** Returns the address of a call that the browser opens itself: a redirect or a stream. */
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

/** Returns the error for a refused call. */
function refusalOf(endpoint: AnyEndpoint, response: Response, text: string): ApiError {
  const body = ErrorBody.safeParse(asJson(text)).data ?? null
  // A wrong credential in a form does not end the session.
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

/** Parses the reply by the contract; throws when it does not match. */
function parseReply<Reply extends z.ZodType>(
  endpoint: { name: string; reply: Reply },
  response: Response,
  text: string,
): z.output<Reply> {
  const parsed = endpoint.reply.safeParse(asJson(text))
  if (parsed.success) return parsed.data
  throw new ApiError(
    {
      status: response.status,
      text: `invalid response from ${endpoint.name}`,
      body: null,
    },
    { cause: parsed.error },
  )
}

/** Returns the file name in a Content-Disposition header, or null when it has none that can be parsed. */
export function fileNameIn(disposition: string | null): string | null {
  if (disposition === null) return null
  try {
    return parse(disposition).parameters['filename'] ?? null
  } catch {
    return null
  }
}

/** Sends a form with a file; throws ApiError. */
export async function callWithForm<E extends AnyEndpoint>(
  endpoint: E,
  form: FormData,
): Promise<CallReply<E>> {
  const response = await send({ method: endpoint.method, address: endpoint.path, body: form })
  const text = await response.text()
  if (!response.ok) throw refusalOf(endpoint, response, text)
  return parseReply<E['reply']>(endpoint, response, text)
}

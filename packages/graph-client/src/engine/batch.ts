import { z } from 'zod'

import { eitherOf } from './abort.ts'
import { demandOf } from './budgets.ts'
import type { Demand } from './budgets.ts'
import { GraphFailure } from './failures.ts'
import { parsedJson } from './json.ts'
import { verdictOn } from './judging.ts'
import type { GraphAnswer, Verdict } from './judging.ts'
import { readLenient, readList } from './malformed-rows.ts'
import { rawPagesFrom } from './paging.ts'
import { malformed, parsedAnswer, parsedPart } from './parsing.ts'
import { pathWithoutQuery } from './request-log.ts'
import { waitBefore } from './retry.ts'
import type { Sender } from './sending.ts'
import type { ReadOptions } from './wire.ts'

/** One read of a batch; `id` is the caller's own name for it. */
export type BatchRequest<T> = Omit<ReadOptions, 'signal'> & {
  id: string
  schema: z.ZodType<T>
  path: string
  /** A collection: the schema is of the list of its rows, whose later pages are read after the batch. */
  all?: boolean
  /** One row of a collection: the schema is of a list, which is empty for a malformed row. */
  isRow?: boolean
  /** Where the object is whose malformed properties are left out, since the others are needed. */
  lenientAt?: readonly PropertyKey[]
}

export type BatchOptions = { signal?: AbortSignal | undefined }

/** Microsoft's page "Combine multiple HTTP requests using JSON batching". */
const MAX_PER_BATCH = 20

type Chunk<T> = BatchOptions & { demand: Demand; requests: readonly BatchRequest<T>[] }
type Results<T> = Map<string, T | GraphFailure>

/** Reads all requests; each has its own outcome, independent of the others. */
export async function runBatch<T>(
  sender: Sender,
  requests: readonly BatchRequest<T>[],
  { signal }: BatchOptions,
): Promise<Results<T>> {
  const results: Results<T> = new Map()
  const chunks = chunksOf(requests).map((chunk) => runChunk(sender, { ...chunk, signal }, results))
  await Promise.all(chunks)
  return results
}

/** Inner requests count one by one against limits, so those of a scarce budget travel alone. */
function chunksOf<T>(requests: readonly BatchRequest<T>[]): Chunk<T>[] {
  const byBudget = Map.groupBy(requests, ({ path }) => demandOf(path).budget)
  return [...byBudget].flatMap(([budget, same]) => {
    const size = budget === 'directory' ? MAX_PER_BATCH : 1
    const starts = Array.from({ length: Math.ceil(same.length / size) }, (_, index) => index * size)
    return starts.map((start) => chunkOf(same.slice(start, start + size)))
  })
}

function chunkOf<T>(requests: readonly BatchRequest<T>[]): Chunk<T> {
  const demands = requests.map(({ path }) => demandOf(path))
  const units = demands.reduce((sum, demand) => sum + demand.units, 0)
  return { requests, demand: { budget: 'directory', report: null, ...demands[0], units } }
}

async function runChunk<T>(sender: Sender, chunk: Chunk<T>, results: Results<T>): Promise<void> {
  const { policy } = sender
  const ends = eitherOf(policy.signal, chunk.signal)
  const outcomes: Promise<void>[] = []
  const { pageSizes } = sender
  let requests = chunk.requests.map((each) => ({ ...each, path: pageSizes.workingFor(each.path) }))
  const asked = new Map(requests.map(({ id, path }) => [id, path]))
  for (let attempt = 1; requests.length > 0; attempt += 1) {
    const waits: number[] = []
    const again: BatchRequest<T>[] = []
    for (const { request, verdict } of await sendChunk(sender, {
      ...chunk,
      ...chunkOf(requests),
    })) {
      const smaller = pageSizes.smaller(request.path)
      if (smaller !== null && isBadRequest(verdict)) {
        again.push({ ...request, path: smaller })
        continue
      }
      if (verdict.kind === 'good' && asked.get(request.id) !== request.path)
        pageSizes.remember(asked.get(request.id) ?? request.path)
      const waitMs = waitFor(verdict, { sender, attempt, demand: chunk.demand })
      if (waitMs === null) outcomes.push(settle(request, verdict))
      else {
        again.push(request)
        waits.push(waitMs)
      }
    }
    // One wait for all remaining requests: the longest that Microsoft asked for.
    if (waits.length > 0) await policy.sleep(Math.max(...waits), ends)
    requests = again
  }
  await Promise.all(outcomes)

  function settle(request: BatchRequest<T>, verdict: Verdict): Promise<void> {
    const { signal } = chunk
    const outcome = outcomeOf({ ...request, signal }, verdict, sender)
    const settled = outcome.then((result) => void results.set(request.id, result))
    // If the batch itself fails first, this result is not awaited.
    settled.catch(() => undefined)
    return settled
  }
}

const isBadRequest = (verdict: Verdict): boolean =>
  verdict.kind !== 'good' && verdict.failure.status === 400

type Waiting = { sender: Sender; attempt: number; demand: Demand }

/** Returns how long an inner request waits before its retry; null when it is settled. */
function waitFor(verdict: Verdict, { sender, attempt, demand }: Waiting): number | null {
  if (verdict.kind !== 'passing') return null
  const { failure, afterMs } = verdict
  const isThrottled = failure.status === 429
  const saidMs = isThrottled ? sender.slowDown({ demand, verdict, attempt }) : afterMs
  return waitBefore(attempt, saidMs, sender.policy)
}

async function outcomeOf<T>(
  request: BatchRequest<T> & BatchOptions,
  verdict: Verdict,
  sender: Sender,
): Promise<T | GraphFailure> {
  if (verdict.kind !== 'good') return verdict.failure
  const { schema, all, id: _, path: __, lenientAt, isRow, ...read } = request
  try {
    if (lenientAt) return readLenient({ schema, lenientAt }, verdict.answer, sender.onMalformedRow)
    if (isRow)
      return readList(
        { schema, rows: [verdict.answer.json] },
        verdict.answer,
        sender.onMalformedRow,
      )
    if (!all) return parsedAnswer(schema, verdict.answer)
    const rows: unknown[] = []
    const pages = rawPagesFrom(sender, { first: verdict.answer, read })
    for await (const page of pages) rows.push(...page.rows)
    return readList({ schema, rows }, verdict.answer, sender.onMalformedRow)
  } catch (error) {
    if (error instanceof GraphFailure) return error
    throw error
  }
}

type Judged<T> = { request: BatchRequest<T>; verdict: Verdict }

async function sendChunk<T>(sender: Sender, chunk: Chunk<T>): Promise<Judged<T>[]> {
  const { demand, requests, signal } = chunk
  try {
    // The wire's ids are positions, because Microsoft compares ids without regard to case.
    const body = { requests: requests.map(wireRequest) }
    const answer = await sender.send({ path: '/$batch', body, signal }, demand)
    const inner = answersByPosition(answer)
    return requests.map((request, position) => ({
      request,
      verdict: verdictOnInner(inner.get(String(position)), {
        answer,
        request,
        roles: sender.roles(),
      }),
    }))
  } catch (error) {
    if (!(error instanceof GraphFailure)) throw error
    // Already tried as often as it may be: the same for every request that was in it.
    return requests.map((request) => ({ request, verdict: { kind: 'lasting', failure: error } }))
  }
}

function wireRequest({ path, headers }: BatchRequest<unknown>, position: number) {
  return { id: String(position), method: 'GET', url: path, ...(headers && { headers }) }
}

const InnerAnswer = z.object({
  id: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.unknown()).nullish(),
  body: z.unknown().optional(),
})
type InnerAnswer = z.infer<typeof InnerAnswer>

const BatchAnswer = z.object({ responses: z.array(InnerAnswer) })

function answersByPosition(answer: GraphAnswer): Map<string, InnerAnswer> {
  const { responses } = parsedPart(BatchAnswer, answer.json, { answer, field: [] })
  return new Map(responses.map((inner) => [inner.id, inner]))
}

type Around = { answer: GraphAnswer; request: BatchRequest<unknown>; roles: readonly string[] }

function verdictOnInner(
  inner: InnerAnswer | undefined,
  { answer, request, roles }: Around,
): Verdict {
  const path = pathWithoutQuery(request.path)
  if (!inner) {
    const failure = malformed({ ...answer, path }, ['responses'])
    return { kind: 'passing', failure, afterMs: null, isOfApplication: false }
  }
  const { at, requestId, correlationId } = answer
  const received = {
    status: inner.status,
    body: inner.body,
    retryAfter: innerHeader(inner, 'retry-after'),
    throttleScope: innerHeader(inner, 'x-ms-throttle-scope'),
    throttleShare: 0,
    location: innerHeader(inner, 'location'),
    requestId: innerHeader(inner, 'request-id') ?? requestId,
    correlationId,
    at,
    path,
  }
  const { sufficientRoles = [] } = request
  return verdictOn(received, { roles, sufficientRoles, expected: isText(inner) ? 'text' : 'json' })
}

/** Decodes bodies that are not JSON: a count, or base64url. */
function isText({ body }: InnerAnswer): boolean {
  return typeof body === 'string' && parsedJson(body) === undefined
}

function innerHeader({ headers }: InnerAnswer, name: string): string | null {
  const found = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)
  return found ? String(found[1]) : null
}

import { z } from 'zod'

import { budgetOf, SPACING_MS } from './budgets.ts'
import type { Budget } from './budgets.ts'
import { GraphFailure } from './failures.ts'
import { verdictOn } from './judging.ts'
import type { GraphAnswer, Verdict } from './judging.ts'
import { malformed, parsedAnswer, parsedPart } from './parsing.ts'
import { pathWithoutQuery } from './request-log.ts'
import { waitBefore } from './retry.ts'
import type { Sender } from './sending.ts'
import type { ReadOptions } from './wire.ts'

/** One read of a batch; `id` is the caller's own name for it. */
export type BatchRequest<T> = ReadOptions & { id: string; schema: z.ZodType<T>; path: string }

/** Microsoft's page "Combine multiple HTTP requests using JSON batching". */
const MAX_PER_BATCH = 20

type Chunk<T> = { budget: Budget; requests: readonly BatchRequest<T>[] }
type Results<T> = Map<string, T | GraphFailure>

/** Reads all of them; every request has an outcome, whatever became of the others. */
export async function runBatch<T>(
  sender: Sender,
  requests: readonly BatchRequest<T>[],
): Promise<Results<T>> {
  const results: Results<T> = new Map()
  await Promise.all(chunksOf(requests).map((chunk) => runChunk(sender, chunk, results)))
  return results
}

/** Inner requests count one by one against limits, so those of a spaced budget travel alone. */
function chunksOf<T>(requests: readonly BatchRequest<T>[]): Chunk<T>[] {
  const byBudget = Map.groupBy(requests, ({ path }) => budgetOf(pathWithoutQuery(path)))
  return [...byBudget].flatMap(([budget, same]) => {
    const size = SPACING_MS[budget] > 0 ? 1 : MAX_PER_BATCH
    const starts = Array.from({ length: Math.ceil(same.length / size) }, (_, index) => index * size)
    return starts.map((start) => ({ budget, requests: same.slice(start, start + size) }))
  })
}

async function runChunk<T>(sender: Sender, chunk: Chunk<T>, results: Results<T>): Promise<void> {
  let requests = chunk.requests
  for (let attempt = 1; requests.length > 0; attempt += 1) {
    const waits: number[] = []
    const again: BatchRequest<T>[] = []
    for (const { request, verdict } of await sendChunk(sender, { ...chunk, requests })) {
      const waitMs = waitFor(verdict, { sender, attempt, budget: chunk.budget })
      if (waitMs === null) results.set(request.id, outcomeOf(request, verdict))
      else {
        again.push(request)
        waits.push(waitMs)
      }
    }
    // One wait for all that are left: the longest that Microsoft asked of any of them.
    if (again.length > 0) await sender.policy.sleep(Math.max(...waits), sender.policy.signal)
    requests = again
  }
}

type Waiting = { sender: Sender; attempt: number; budget: Budget }

/** How long an inner request waits to be tried again, alone; null when it is settled. */
function waitFor(verdict: Verdict, { sender, attempt, budget }: Waiting): number | null {
  if (verdict.kind !== 'passing') return null
  const { failure, afterMs } = verdict
  const isThrottled = failure.status === 429
  const saidMs = isThrottled ? sender.slowDown({ budget, saidMs: afterMs, attempt }) : afterMs
  return waitBefore(attempt, saidMs, sender.policy)
}

function outcomeOf<T>(request: BatchRequest<T>, verdict: Verdict): T | GraphFailure {
  if (verdict.kind !== 'good') return verdict.failure
  try {
    return parsedAnswer(request.schema, verdict.answer)
  } catch (error) {
    if (error instanceof GraphFailure) return error
    throw error
  }
}

type Judged<T> = { request: BatchRequest<T>; verdict: Verdict }

async function sendChunk<T>(sender: Sender, chunk: Chunk<T>): Promise<Judged<T>[]> {
  const { budget, requests } = chunk
  try {
    // The wire's ids are positions, because Microsoft compares ids without regard to case.
    const body = { requests: requests.map(wireRequest) }
    const answer = await sender.send({ path: '/$batch', body }, budget)
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
  body: z.unknown(),
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
    return { kind: 'passing', failure, afterMs: null }
  }
  const { at, requestId, correlationId } = answer
  const received = {
    status: inner.status,
    body: inner.body,
    retryAfter: innerHeader(inner, 'retry-after'),
    requestId: innerHeader(inner, 'request-id') ?? requestId,
    correlationId,
    at,
    path,
  }
  return verdictOn(received, { roles, sufficientRoles: request.sufficientRoles ?? [] })
}

function innerHeader({ headers }: InnerAnswer, name: string): string | null {
  const found = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)
  return found ? String(found[1]) : null
}

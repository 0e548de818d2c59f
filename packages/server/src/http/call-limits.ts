import type { AnyEndpoint, CallBudget } from '@tenantscope/contract/endpoint'
import type { UserId } from '@tenantscope/contract/ids'
import { STREAMS } from '@tenantscope/contract/limits'

import type { Actor } from '../lib/actor.ts'
import { AppError } from '../lib/app-error.ts'
import type { Clock } from '../lib/clock.ts'

export type OpenStreams = ReturnType<typeof createOpenStreams>

/** Counts the open event streams of each session in this process. */
export function createOpenStreams() {
  const countBySession = new Map<string, number>()

  function close(sessionId: string): void {
    const left = (countBySession.get(sessionId) ?? 1) - 1
    if (left === 0) countBySession.delete(sessionId)
    else countBySession.set(sessionId, left)
  }

  return {
    /** Counts a stream; returns the function that ends the count. Throws above STREAMS.perSession. */
    open(sessionId: string): () => void {
      const count = countBySession.get(sessionId) ?? 0
      if (count >= STREAMS.perSession)
        throw tooMany('open event streams', STREAMS.retryAfterSeconds)
      countBySession.set(sessionId, count + 1)
      return () => close(sessionId)
    },
  }
}

const BUDGET_NAMES: Record<CallBudget, string> = {
  reports: 'reports',
  exports: 'exports',
  audits: 'audit runs',
}

interface BudgetDeps {
  readonly clock: Clock
  readonly takeBudget: (userId: UserId, budget: CallBudget, now: Date) => Promise<number | null>
}

/** Refuses an expensive call of a user who has used up its budget (CALL_BUDGETS). */
export async function takeBudget(
  { takeBudget: take, clock }: BudgetDeps,
  { budget }: Pick<AnyEndpoint, 'budget'>,
  actor: Actor | null,
): Promise<void> {
  if (budget === null || actor === null) return
  const retryAfterSeconds = await take(actor.userId, budget, clock.now())
  if (retryAfterSeconds !== null) throw tooMany(BUDGET_NAMES[budget], retryAfterSeconds)
}

const tooMany = (what: string, retryAfterSeconds: number) =>
  new AppError('TOO_MANY_ATTEMPTS', `Too many ${what} in a short time. Please try again later.`, {
    retryAfterSeconds,
  })

import { skipToken, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ConsentId, TenantId } from '@tenantscope/contract/ids'

import type { ConsentPopupKind } from './consent-popup.ts'

/** A consent that this window started and has not seen the end of. */
export interface ConsentAttempt {
  readonly id: ConsentId
  /** Null: the own directory. */
  readonly tenantId: TenantId | null
  readonly popup: ConsentPopupKind
  /** Nobody waits for it any more; its window may still tell of its end. */
  readonly isLeft: boolean
}

const ATTEMPTS = ['consent-attempts'] as const
const NONE: readonly ConsentAttempt[] = []

/** The attempts under way. They are kept beside the data, so that leaving a page does not lose them. */
export function useConsentAttempts(): readonly ConsentAttempt[] {
  const { data = NONE } = useQuery<readonly ConsentAttempt[]>({
    queryKey: ATTEMPTS,
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return data
}

/** Of two attempts for one tenant the later one counts. */
export function rememberAttempt(client: QueryClient, attempt: ConsentAttempt): void {
  change(client, (all) => [...all.filter(({ tenantId }) => tenantId !== attempt.tenantId), attempt])
}

export function leaveAttempt(client: QueryClient, left: ConsentId): void {
  change(client, (all) => all.map((each) => (each.id === left ? { ...each, isLeft: true } : each)))
}

/** False where it was forgotten before: of several that hear of an end, the first one tells it. */
export function forgetAttempt(client: QueryClient, ended: ConsentId): boolean {
  const isKnown = attemptsIn(client).some(({ id }) => id === ended)
  if (isKnown) change(client, (all) => all.filter(({ id }) => id !== ended))
  return isKnown
}

function change(
  client: QueryClient,
  next: (all: readonly ConsentAttempt[]) => readonly ConsentAttempt[],
): void {
  client.setQueryData<readonly ConsentAttempt[]>(ATTEMPTS, next(attemptsIn(client)))
}

function attemptsIn(client: QueryClient): readonly ConsentAttempt[] {
  return client.getQueryData<readonly ConsentAttempt[]>(ATTEMPTS) ?? NONE
}

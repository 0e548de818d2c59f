import { createHash } from 'node:crypto'

import { missingPermissionsOf } from '@tenantscope/analysis/tenant-state'
import type { ConsentProblem, ConsentState } from '@tenantscope/contract/consent'
import { CONSENT, LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { CLOUDS } from '@tenantscope/graph-client/clouds'
import type { Cloud } from '@tenantscope/graph-client/clouds'
import type { GraphFailureCode } from '@tenantscope/graph-client/failures'

import type { KnownConsent } from '../tenants/tenant-records.service.ts'

const MINUTE_MS = 60_000

/** The rest of a live call's time is for what stands around the question. */
export const PROOF_MS = (LIVE_CALL_SECONDS - 2) * 1_000

/** The state is worth as much as a session while it lives, so only its hash is kept. */
export const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex')

/**
 * The v2 admin consent page; application permissions only come by `.default`
 * (https://learn.microsoft.com/entra/identity-platform/v2-admin-consent).
 */
export function adminConsentUrl(asked: {
  readonly cloud: Cloud
  readonly clientId: string
  /** Null: whoever consents. */
  readonly tenantId: string | null
  readonly redirectUri: string
  readonly state: string
}): URL {
  const { loginHost, scope } = CLOUDS[asked.cloud]
  const url = new URL(`https://${loginHost}/${asked.tenantId ?? 'organizations'}/v2.0/adminconsent`)
  url.search = new URLSearchParams({
    client_id: asked.clientId,
    scope,
    redirect_uri: asked.redirectUri,
    state: asked.state,
  }).toString()
  return url
}

/** What a consent's standing is decided from. */
interface ConsentFacts {
  readonly kind: 'interactive' | 'invitation'
  readonly state: ConsentState
  readonly expiresAt: Date
  readonly answeredAt: Date | null
}

/** An invitation that came to nothing may be used again: only its success, end or revocation closes it. */
export const REUSABLE_STATES = ['cancelled', 'failed', 'unproven'] as const

/** Whether an answer of Microsoft still counts, apart from the time. */
function isOpen({ kind, state }: Pick<ConsentFacts, 'kind' | 'state'>): boolean {
  if (state === 'waiting') return true
  return kind === 'invitation' && REUSABLE_STATES.some((each) => each === state)
}

export function isUsable(consent: ConsentFacts, now: Date): boolean {
  return isOpen(consent) && consent.expiresAt > now
}

/** After an answer without proof: whoever looked for it has died for good. */
export const LOST_AFTER_MS = CONSENT.propagationMinutes * 2 * MINUTE_MS

/** The stored state, with what only time has changed. */
export function stateAt(consent: ConsentFacts, now: Date): ConsentState {
  if (isOpen(consent) && consent.expiresAt <= now) return 'expired'
  const { state, answeredAt } = consent
  const isLost = answeredAt !== null && now.getTime() - answeredAt.getTime() > LOST_AFTER_MS
  return state === 'propagating' && isLost ? 'unproven' : state
}

/** Why an answer does not count: unknown, used and another session's are all alike. */
export function refusalOf(
  consent: ConsentFacts & { readonly sessionId: string | null },
  by: { readonly sessionId: string | null; readonly now: Date },
): ConsentProblem | null {
  if (consent.kind === 'interactive' && consent.sessionId !== by.sessionId) return 'invalid_state'
  if (consent.state === 'revoked') return 'revoked'
  if (!isOpen(consent)) return 'invalid_state'
  return consent.expiresAt <= by.now ? 'expired' : null
}

/** How long to wait before the next look: it may come in a minute, and may take ten. */
export function secondsToNextLook(answeredAt: Date, now: Date): number {
  const elapsedSeconds = (now.getTime() - answeredAt.getTime()) / 1_000
  return Math.round(Math.min(60, Math.max(10, elapsedSeconds / 2)))
}

export const isPropagationOver = (answeredAt: Date, now: Date): boolean =>
  now.getTime() - answeredAt.getTime() >= CONSENT.propagationMinutes * MINUTE_MS

/** What a look at a tenant's token says of its consent. */
export type Verdict =
  /** The message names what is still missing, or is null. */
  | { readonly state: 'succeeded'; readonly message: string | null }
  | { readonly state: 'propagating' }
  | {
      readonly state: 'failed' | 'unproven'
      readonly problem: ConsentProblem
      /** A failure whose remedy has a text of its own. */
      readonly failure: GraphFailureCode | null
    }

/**
 * A tenant that had consent before shows its old roles until the new ones have spread: then a token
 * proves something only if nothing is missing (any more). Roles that cannot be read prove themselves.
 */
export function verdictOnRoles(
  roles: readonly string[],
  before: Pick<KnownConsent, 'isConsented' | 'grantedPermissions'> | undefined,
  isOver: boolean,
): Verdict {
  const missing = roles.length === 0 ? [] : missingPermissionsOf(roles)
  const wasMissing =
    before?.isConsented === true && missingPermissionsOf(before.grantedPermissions).length > 0
  if (missing.length > 0 && wasMissing && !isOver) return { state: 'propagating' }
  return { state: 'succeeded', message: missing.length === 0 ? null : partialMessage(missing) }
}

const partialMessage = (missing: readonly string[]): string =>
  `Consent was given, but not for ${missing.join(', ')}. Add what is missing to the app registration in Azure Portal, then ask for consent again.`

/** Only somebody who changes the connection, or the application in that directory, cures these. */
const LASTING = new Set<GraphFailureCode>(['INVALID_CLIENT_SECRET', 'APP_DISABLED'])
/** The sign-in service knows no such directory. */
const NO_DIRECTORY = new Set(['AADSTS90002', 'AADSTS900023'])

/** Null: no answer came in time, or something of ours failed. */
export function verdictOnFailure(
  failure: { readonly code: GraphFailureCode; readonly microsoftCode: string | null } | null,
  isOver: boolean,
): Verdict {
  if (failure !== null && LASTING.has(failure.code))
    return { state: 'failed', problem: 'unproven', failure: failure.code }
  if (NO_DIRECTORY.has(failure?.microsoftCode ?? ''))
    return { state: 'failed', problem: 'wrong_tenant', failure: null }
  return isOver
    ? { state: 'unproven', problem: 'unproven', failure: null }
    : { state: 'propagating' }
}

import { missingPermissionsOf } from '@tenantscope/analysis/tenant-state'
import type { ConsentKind, ConsentProblem, ConsentState } from '@tenantscope/contract/consent'
import { CONSENT, LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { codesRowOf } from '@tenantscope/contract/microsoft-codes'
import { CLOUDS } from '@tenantscope/graph-client/clouds'
import type { Cloud } from '@tenantscope/graph-client/clouds'
import type { GraphFailure } from '@tenantscope/graph-client/failures'
import type { Selectable } from 'kysely'

import type { Database } from '../../db/tables.ts'
import type { KnownConsent } from '../tenants/tenant-records.service.ts'

const MINUTE_MS = 60_000

/** Leaves time for the rest of the live call. */
export const PROOF_MS = (LIVE_CALL_SECONDS - 2) * 1_000

/**
 * Returns the v2 admin consent page; application permissions require `.default`
 * (https://learn.microsoft.com/entra/identity-platform/v2-admin-consent).
 */
export function adminConsentUrl(asked: {
  readonly cloud: Cloud
  readonly clientId: string
  /** Null for any tenant. */
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

type Stored = Selectable<Database['consents']>

/** The facts that decide the state of a consent. */
type ConsentFacts = Pick<Stored, 'kind' | 'state' | 'tenantId' | 'expiresAt' | 'answeredAt'>

/** An invitation stays open after a refusal that names no tenant, such as 'cancelled'. */
export const REUSABLE_STATES = ['cancelled', 'failed', 'unproven'] as const

/**
 * True when Microsoft's reply is still accepted, apart from expiry. A reply that names a tenant uses an
 * invitation up, so that one link cannot be asked about several tenants.
 */
function isOpen({ kind, state, tenantId }: ConsentFacts): boolean {
  if (state === 'waiting') return true
  const isReusable = REUSABLE_STATES.some((each) => each === state)
  return kind === 'invitation' && isReusable && tenantId === null
}

export function isUsable(consent: ConsentFacts, now: Date): boolean {
  return isOpen(consent) && consent.expiresAt > now
}

/** After this time, an unverified reply was lost with its process. */
export const LOST_AFTER_MS = CONSENT.propagationMinutes * 2 * MINUTE_MS

/** Returns the stored state, adjusted for expiry. */
export function stateAt(consent: ConsentFacts, now: Date): ConsentState {
  if (isOpen(consent) && consent.expiresAt <= now) return 'expired'
  const { state, answeredAt } = consent
  const isLost = answeredAt !== null && now.getTime() - answeredAt.getTime() > LOST_AFTER_MS
  return state === 'propagating' && isLost ? 'unproven' : state
}

/** Returns why a reply is refused; unknown, used and another session's states look the same. */
export function refusalOf(
  consent: ConsentFacts & { readonly sessionId: string | null },
  by: { readonly sessionId: string | null; readonly now: Date },
): ConsentProblem | null {
  if (consent.kind === 'interactive' && consent.sessionId !== by.sessionId) return 'invalid_state'
  if (consent.state === 'revoked') return 'revoked'
  if (!isOpen(consent)) return 'invalid_state'
  return consent.expiresAt <= by.now ? 'expired' : null
}

/** Returns the delay before the next check: consent takes effect in one to ten minutes. */
export function secondsToNextLook(answeredAt: Date, now: Date): number {
  const elapsedSeconds = (now.getTime() - answeredAt.getTime()) / 1_000
  return Math.round(Math.min(60, Math.max(10, elapsedSeconds / 2)))
}

export const isPropagationOver = (answeredAt: Date, now: Date): boolean =>
  now.getTime() - answeredAt.getTime() >= CONSENT.propagationMinutes * MINUTE_MS

/** The result of checking a tenant's token. */
export type Verdict =
  | {
      readonly state: 'succeeded'
      /** Names what is still missing, or is null. */
      readonly message: string | null
      /** False when the tenant had consented before, so that its token shows no new consent. */
      readonly isNew: boolean
    }
  | { readonly state: 'propagating' }
  | {
      readonly state: 'failed' | 'unproven'
      readonly problem: ConsentProblem
      /** A failure with its own advice. */
      readonly failure: TokenFailure | null
    }

/**
 * A tenant with earlier consent shows its old roles until the new ones are effective. So a token
 * proves consent only if no role is missing. Unreadable roles count as proof.
 *
 * The reply to an invitation may be forged by its holder. The token of a tenant that had consented and
 * is read proves nothing there, unless it has roles that were missing before.
 */
export function verdictOnRoles(
  roles: readonly string[],
  before: BeforeConsent | undefined,
  { kind, isOver }: { kind: ConsentKind; isOver: boolean },
): Verdict {
  const missing = roles.length === 0 ? [] : missingPermissionsOf(roles)
  const wasMissing = hadRolesMissing(before)
  if (missing.length > 0 && wasMissing && !isOver) return { state: 'propagating' }
  const isNew = isNewConsent(before, { wasMissing, isComplete: hasAll(roles, missing) })
  if (kind === 'invitation' && !isNew && isRead(before)) return verdictOnFailure(null, isOver)
  const message = missing.length === 0 ? null : partialMessage(missing)
  return { state: 'succeeded', message, isNew }
}

const hasAll = (roles: readonly string[], missing: readonly string[]): boolean =>
  roles.length > 0 && missing.length === 0

const isNewConsent = (
  before: BeforeConsent | undefined,
  { wasMissing, isComplete }: { wasMissing: boolean; isComplete: boolean },
): boolean => before?.isConsented !== true || (wasMissing && isComplete)

const hadRolesMissing = (before: BeforeConsent | undefined): boolean =>
  before?.isConsented === true && missingPermissionsOf(before.grantedPermissions).length > 0

type BeforeConsent = Pick<
  KnownConsent,
  'isConsented' | 'grantedPermissions' | 'relationship' | 'readingStoppedAt'
>

/** A tenant that is no longer read waits for approval again, whether its consent is new or not. */
const isRead = (before: BeforeConsent | undefined): boolean =>
  before !== undefined && before.relationship !== 'ended' && before.readingStoppedAt === null

const partialMessage = (missing: readonly string[]): string =>
  `Consent was given, but not for ${missing.join(', ')}. Add the missing permissions to the app registration in Azure Portal, then request consent again.`

/** The facts of a failed token request that its text needs. */
export type TokenFailure = Pick<GraphFailure, 'code' | 'microsoftCode' | 'requestId'> & {
  readonly words?: string | null
}

/** Null when no response came in time, or on an internal error. */
export function verdictOnFailure(failure: TokenFailure | null, isOver: boolean): Verdict {
  if (failure !== null && isLasting(failure))
    return codesRowOf(failure.microsoftCode)?.field === 'tenantId'
      ? { state: 'failed', problem: 'wrong_tenant', failure: null }
      : { state: 'failed', problem: 'unproven', failure }
  return isOver
    ? { state: 'unproven', problem: 'unproven', failure: null }
    : { state: 'propagating' }
}

/** True when a change is required; a consent that is not effective yet, and a fault, pass by themselves. */
function isLasting({ code, microsoftCode }: TokenFailure): boolean {
  const row = codesRowOf(microsoftCode)
  if (row === undefined) return code === 'INVALID_CLIENT_SECRET' || code === 'APP_DISABLED'
  const isConsentPending =
    code === 'CONSENT_REQUIRED' || (row.field === 'clientId' && code === 'APP_NOT_FOUND')
  return !isConsentPending && code !== 'UNAVAILABLE' && code !== 'THROTTLED'
}

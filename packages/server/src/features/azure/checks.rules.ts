import { OPTIONAL_PERMISSIONS } from '@tenantscope/analysis/permission-catalog'
import type { PermissionVerdict, ProbeOutcome } from '@tenantscope/analysis/permission-check'
import type { CheckedPermission, ConsentCheck } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import type { GraphFailure } from '@tenantscope/graph-client/failures'
import type { TenantGraph } from '@tenantscope/graph-client/graph'
import { isOfCloud } from '@tenantscope/graph-client/read/probe-permissions'
import type { Probe } from '@tenantscope/graph-client/read/probe-permissions'
import type { AppCredential } from '@tenantscope/graph-client/token-request'

import { microsoftRefusalTextOf } from '../../lib/microsoft-refusal.ts'

/** A permission for data that only the partner's own directory has. */
export const PARTNER_ONLY = 'DelegatedAdminRelationship.Read.All'

/** Returns the results of probing, and why others were not tried. */
export function outcomesOf(
  probes: ReadonlyMap<string, Probe>,
  graph: Pick<TenantGraph, 'lacks'>,
  isOwn: boolean,
): Map<string, ProbeOutcome> {
  const outcomes = new Map<string, ProbeOutcome>(
    Array.from(probes, ([permission, probe]) => [permission, outcomeOf(probe)]),
  )
  for (const permission of OPTIONAL_PERMISSIONS) {
    if (!isOfCloud(graph, permission)) outcomes.set(permission, { kind: 'notInCloud' })
    else if (permission === PARTNER_ONLY && !isOwn) outcomes.set(permission, { kind: 'notHere' })
  }
  return outcomes
}

function outcomeOf(probe: Probe): ProbeOutcome {
  if (probe === 'answered') return { kind: 'answered' }
  const { code: failure, microsoftCode } = probe
  if (failure === 'PERMISSION_MISSING' || failure === 'CONSENT_REQUIRED')
    return { kind: 'refused', microsoftCode }
  if (failure === 'NOT_LICENSED') return { kind: 'notLicensed' }
  return isLate(probe) ? { kind: 'late' } : { kind: 'unanswered', failure, microsoftCode }
}

/** True when no response came in time. */
function isLate({ code, status, microsoftCode }: GraphFailure): boolean {
  const isNothing = microsoftCode === null || microsoftCode === 'TIMEOUT'
  return code === 'UNAVAILABLE' && status === null && isNothing
}

/** The specification's texts (section 6), and own texts where it has none. */
const MESSAGES = {
  CONSENT_REQUIRED: 'Admin consent is missing for this application.',
  INVALID_CLIENT_SECRET: 'Please verify your client secret in Azure Portal.',
  APP_NOT_FOUND: 'Please verify your client ID and tenant ID.',
  APP_DISABLED:
    'Microsoft blocks the application: it is disabled in this directory, or Conditional Access blocks it. The technical details show the reason.',
  PERMISSION_MISSING: 'A required permission is missing.',
  NOT_LICENSED: 'This directory has no license for the requested data.',
  THROTTLED: 'Microsoft is throttling requests. Check again in a few minutes.',
  UNAVAILABLE: 'Unable to check connection status. Please verify your Azure configuration.',
  MALFORMED_ANSWER:
    'Microsoft sent an unreadable response. Check again; if the error persists, copy the diagnostics and report it.',
  INTERNAL:
    'Microsoft refused the application. The technical details show the code; if they do not help, copy the diagnostics and report it.',
} as const satisfies Record<TenantFailureCode, string>

const CREDENTIAL_MESSAGES = {
  secret: MESSAGES.INVALID_CLIENT_SECRET,
  certificate: 'Please verify your certificate in Azure Portal.',
  federated: 'Please verify the federated credential of the application in Azure Portal.',
} as const satisfies Record<AppCredential['kind'], string>

/** The specification gives the texts of these codes. */
const SPECIFIED: ReadonlySet<TenantFailureCode> = new Set([
  'CONSENT_REQUIRED',
  'APP_NOT_FOUND',
  'UNAVAILABLE',
  'THROTTLED',
])

/** Explains a failure of the own directory to the administrator. */
export function connectionMessageOf(
  failure: GraphFailure,
  credentialKind: AppCredential['kind'],
): string {
  const { code } = failure
  if (code === 'INVALID_CLIENT_SECRET') return CREDENTIAL_MESSAGES[credentialKind]
  if (SPECIFIED.has(code)) return MESSAGES[code]
  return microsoftRefusalTextOf(failure, { isOwn: true }) ?? MESSAGES[code]
}

/** Explains a customer's failure that needs no change in that tenant; otherwise undefined. */
export function passingMessageOf(failure: GraphFailure): string | undefined {
  if (isLate(failure))
    return `Microsoft did not respond within ${LIVE_CALL_SECONDS} seconds. Check again in a few minutes.`
  if (failure.code === 'UNAVAILABLE')
    return 'Microsoft is unreachable or could not respond. Check again in a few minutes.'
  return failure.code === 'THROTTLED' || failure.code === 'MALFORMED_ANSWER'
    ? MESSAGES[failure.code]
    : undefined
}

interface Moment {
  readonly at: Date
  readonly lastSuccessfulToken: Date | null
}

/** The reply when no token was issued. */
export function failedCheck(
  failure: GraphFailure,
  { message, isOwn }: { message: string; isOwn: boolean },
  moment: Moment,
): ConsentCheck {
  const explanation = explanationOf(failure, { isOwn })
  return {
    status: 'fail',
    message,
    ...timesOf(moment),
    error: failure.code,
    details: [explanation === message ? null : explanation, ...factsOf(failure)]
      .filter(isSaid)
      .join(' '),
    diagnostics: diagnosticsOf(failure),
  }
}

/** The reply when a token was issued. */
export function tokenCheck(
  { status, error, reasons, permissions }: PermissionVerdict,
  failures: ReadonlyMap<string, GraphFailure>,
  moment: Moment,
): ConsentCheck {
  const failed = permissions.flatMap(({ value, proof }): [string, GraphFailure][] => {
    const failure = proof === 'notTried' ? undefined : failures.get(value)
    return failure === undefined ? [] : [[value, failure]]
  })
  const isSuccess = status === 'success'
  const [first] = failed
  return {
    status,
    message: isSuccess
      ? 'Microsoft accepted the application. Every required permission is granted and verified.'
      : reasons.join(' '),
    ...timesOf(moment),
    error,
    details: isSuccess ? null : technicalOf(permissions, failed),
    diagnostics: isSuccess || first === undefined ? null : diagnosticsOf(first[1]),
  }
}

function timesOf({ at, lastSuccessfulToken }: Moment) {
  return {
    lastSuccessfulToken: lastSuccessfulToken?.toISOString() ?? null,
    checkedAt: at.toISOString(),
  }
}

function technicalOf(
  permissions: readonly CheckedPermission[],
  failed: readonly [string, GraphFailure][],
): string {
  const missing = permissions.filter(({ kind, isGranted }) => kind === 'required' && !isGranted)
  return [
    ...missing.map(({ value }) => `${value}: not in the token.`),
    ...failed.map(([value, failure]) => `${value}: ${factsOf(failure).join(' ')}`),
  ].join(' ')
}

/** Codes and ids only: Microsoft's messages may contain names. */
function factsOf(failure: GraphFailure): string[] {
  const { code, microsoftCode, status, requestId, correlationId } = failure
  const facts = [
    microsoftCode ?? code,
    status === null ? null : `HTTP ${status}`,
    requestId === null ? null : `request ${requestId}`,
    correlationId === null ? null : `correlation ${correlationId}`,
  ]
  return [`${facts.filter(isSaid).join(', ')}.`]
}

const isSaid = (text: string | null | undefined): text is string => typeof text === 'string'

function diagnosticsOf(failure: GraphFailure): NonNullable<ConsentCheck['diagnostics']> {
  const { at, microsoftCode, status, requestId, correlationId, path } = failure
  return { at: at.toISOString(), microsoftCode, status, requestId, correlationId, path }
}

/** Returns what is known of the reason, and the step, in sentences. */
export function explanationOf(
  failure: GraphFailure,
  { isOwn }: { isOwn: boolean },
): string | undefined {
  if (isLate(failure)) return `No response within ${LIVE_CALL_SECONDS} seconds.`
  const refusal = microsoftRefusalTextOf(failure, { isOwn })
  if (refusal !== null) return refusal
  if (failure.microsoftCode !== null) return undefined
  if (failure.code === 'CONSENT_REQUIRED') return 'The token holds no application permission.'
  return failure.code === 'INVALID_CLIENT_SECRET'
    ? 'The stored credential cannot be used.'
    : undefined
}

import type { CheckedPermission, CheckStatus, PermissionProof } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import { CONSENT, LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'

import {
  namedPermission,
  OPTIONAL_PERMISSIONS,
  permissionOfId,
  REQUIRED_PERMISSIONS,
} from './permission-catalog.ts'
import type { NamedPermission } from './permission-catalog.ts'
import { holds } from './tenant-state.ts'

/** The result of a probe: a request that requires a permission. */
export type ProbeOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'refused'; readonly microsoftCode: string | null }
  /** The directory has no license for the requested data, so the result is unknown. */
  | { readonly kind: 'notLicensed' }
  | {
      readonly kind: 'unanswered'
      readonly failure: TenantFailureCode
      readonly microsoftCode: string | null
    }
  | { readonly kind: 'late' }
  /** The national cloud does not offer the endpoint. */
  | { readonly kind: 'notInCloud' }
  /** The permission applies to the own directory only. */
  | { readonly kind: 'notHere' }

/** The evidence about one directory's permissions. */
interface PermissionEvidence {
  /** Permission names in the token; null when the token is opaque. */
  readonly roles: readonly string[] | null
  /** App role ids that the registration requests, as far as they could be read. */
  readonly askedFor: readonly string[]
  /** Keyed by permission name. */
  readonly outcomes: ReadonlyMap<string, ProbeOutcome>
}

export interface PermissionVerdict {
  readonly status: CheckStatus
  /** Required ones first, then optional ones, then others that are granted or requested. */
  readonly permissions: CheckedPermission[]
  /** Null on success. */
  readonly error: TenantFailureCode | null
  /** Sentences for display; empty on success. */
  readonly reasons: string[]
}

/** Combines token and probes; a contradiction between them gives 'partial' and a reason. */
export function judgePermissions(evidence: PermissionEvidence): PermissionVerdict {
  const judged = namesOf(evidence).map((name) => judge(namedPermission(name), evidence))
  const troubled = judged.filter(({ trouble }) => trouble !== null)
  const permissions = judged.map(({ permission }) => permission)
  return {
    status: troubled.length === 0 ? 'success' : permissions.some(isFatal) ? 'fail' : 'partial',
    permissions,
    error: errorOf(troubled),
    reasons: reasonsOf(troubled.map(({ permission }) => permission)),
  }
}

/** True for a missing critical permission, without which nothing can be read. */
function isFatal({ isCritical, isGranted, proof }: CheckedPermission): boolean {
  return isCritical && !isGranted && proof !== 'inconclusive'
}

/** Returns the failure to report: a missing permission first, then failures that a retry can fix. */
function errorOf(troubled: readonly Judged[]): TenantFailureCode | null {
  const codes = troubled.map(({ trouble }) => trouble)
  return codes.find((code) => code === 'PERMISSION_MISSING') ?? codes[0] ?? null
}

function namesOf({ roles, askedFor }: PermissionEvidence): string[] {
  const names = new Set([
    ...REQUIRED_PERMISSIONS,
    ...OPTIONAL_PERMISSIONS,
    ...(roles ?? []).toSorted(),
    ...askedFor.map((id) => permissionOfId(id) ?? id).toSorted(),
  ])
  return [...names]
}

interface Judged {
  readonly permission: CheckedPermission
  /** Why this permission makes the check fail; null when it does not. */
  readonly trouble: TenantFailureCode | null
}

function judge(named: NamedPermission, evidence: PermissionEvidence): Judged {
  const outcome = evidence.outcomes.get(named.value)
  const proof = proofOf(outcome)
  const isGranted =
    evidence.roles === null ? proof === 'proven' : holds(evidence.roles, named.value)
  const reason = named.reason ?? reasonOf(named, outcome, evidence)
  const permission = { ...named, unlocks: [...named.unlocks], isGranted, proof, reason }
  return { permission, trouble: troubleOf(permission, outcome) }
}

const PROOFS = {
  answered: 'proven',
  refused: 'refused',
  notLicensed: 'inconclusive',
  unanswered: 'inconclusive',
  late: 'inconclusive',
  notInCloud: 'notTried',
  notHere: 'notTried',
} as const satisfies Record<ProbeOutcome['kind'], PermissionProof>

function proofOf(outcome: ProbeOutcome | undefined): PermissionProof {
  return outcome === undefined ? 'notTried' : PROOFS[outcome.kind]
}

/** Required permissions must be granted and proven; others must only not be refused. */
function troubleOf(
  { kind, isGranted, proof }: CheckedPermission,
  outcome: ProbeOutcome | undefined,
): TenantFailureCode | null {
  if (proof === 'refused') return isGranted || kind === 'required' ? 'PERMISSION_MISSING' : null
  if (kind !== 'required' || proof === 'proven') return null
  if (!isGranted && outcome === undefined) return 'PERMISSION_MISSING'
  return outcome?.kind === 'unanswered' ? outcome.failure : 'UNAVAILABLE'
}

/** What a probe requests, by permission, worded to follow "refused to". */
const ASKED: ReadonlyMap<string, string> = new Map([
  ['Directory.Read.All', 'list the consents of the directory'],
  ['Organization.Read.All', 'list licenses'],
  ['User.Read.All', 'list users'],
  ['Policy.Read.All', 'show policies'],
  ['Reports.Read.All', 'return a usage report'],
  ['AuditLog.Read.All', 'list sign-ins'],
  ['DelegatedAdminRelationship.Read.All', 'list delegated relationships'],
])

function reasonOf(
  { value }: NamedPermission,
  outcome: ProbeOutcome | undefined,
  { roles }: PermissionEvidence,
): string | null {
  const asked = ASKED.get(value) ?? 'answer'
  switch (outcome?.kind) {
    case 'refused': {
      const start = roles === null ? '' : `The token holds ${value}, but `
      return `${sentence(`${start}Microsoft refused to ${asked}`, outcome)} Consent given minutes ago can take up to ${CONSENT.propagationMinutes} minutes to take effect.`
    }
    case 'unanswered':
      return `${sentence(`${value} is not proven: Microsoft could not ${asked}`, outcome)} Check again in a few minutes.`
    case 'late':
      return `${value} is not proven: Microsoft did not ${asked} within ${LIVE_CALL_SECONDS} seconds.`
    case 'notLicensed':
      return `${value} is not proven: this directory has no Entra ID P1, without which Microsoft does not ${asked}.`
    case 'notInCloud':
      return 'This national cloud does not offer the data of this permission.'
    case 'notHere':
      return "This permission applies to the partner's own directory only."
    default:
      return reasonOfIncluded(value, roles)
  }
}

function reasonOfIncluded(value: string, roles: readonly string[] | null): string | null {
  if (roles === null || roles.includes(value) || !holds(roles, value)) return null
  return 'Included in Directory.ReadWrite.All, which is more than needed.'
}

function sentence(text: string, { microsoftCode }: { microsoftCode: string | null }): string {
  return microsoftCode === null ? `${text}.` : `${text} (${microsoftCode}).`
}

function reasonsOf(troubled: readonly CheckedPermission[]): string[] {
  const missing = troubled.filter(({ reason }) => reason === null).map(({ value }) => value)
  return [
    ...(missing.length === 0 ? [] : [`Not granted: ${missing.join(', ')}.`]),
    ...troubled.flatMap(({ reason }) => reason ?? []),
  ]
}

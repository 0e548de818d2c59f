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

/** What came of asking for something that a permission guards. */
export type ProbeOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'refused'; readonly microsoftCode: string | null }
  /** The directory has no license for what was asked for, so nobody knows. */
  | { readonly kind: 'notLicensed' }
  | {
      readonly kind: 'unanswered'
      readonly failure: TenantFailureCode
      readonly microsoftCode: string | null
    }
  | { readonly kind: 'late' }
  /** This cloud has nothing of the kind. */
  | { readonly kind: 'notInCloud' }
  /** It counts in another directory only. */
  | { readonly kind: 'notHere' }

/** What is known of one directory's permissions. */
export interface PermissionEvidence {
  /** Names in the token; null: Microsoft has made it unreadable. */
  readonly roles: readonly string[] | null
  /** App role ids that the registration asks for, as far as it could be read. */
  readonly askedFor: readonly string[]
  /** By permission. */
  readonly outcomes: ReadonlyMap<string, ProbeOutcome>
}

export interface PermissionVerdict {
  readonly status: CheckStatus
  /** Required ones first, then optional ones, then whatever else is granted or asked for. */
  readonly permissions: CheckedPermission[]
  /** Null on success. */
  readonly error: TenantFailureCode | null
  /** Sentences for people; none on success. */
  readonly reasons: string[]
}

/** Token and probes together: what one says and the other denies is partial, and said. */
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

/** Without it nothing can be read, and nobody says that it may be there. */
function isFatal({ isCritical, isGranted, proof }: CheckedPermission): boolean {
  return isCritical && !isGranted && proof !== 'inconclusive'
}

/** What somebody has to cure comes before what passes by itself. */
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
  /** Why the check is no success; null where this permission is no reason. */
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

/** A required one has to be granted and proven; any other must only not be refused. */
function troubleOf(
  { kind, isGranted, proof }: CheckedPermission,
  outcome: ProbeOutcome | undefined,
): TenantFailureCode | null {
  if (proof === 'refused') return isGranted || kind === 'required' ? 'PERMISSION_MISSING' : null
  if (kind !== 'required' || proof === 'proven') return null
  if (!isGranted && outcome === undefined) return 'PERMISSION_MISSING'
  return outcome?.kind === 'unanswered' ? outcome.failure : 'UNAVAILABLE'
}

/** What was asked of Microsoft to prove a permission, as it stands after "refused to". */
const ASKED: ReadonlyMap<string, string> = new Map([
  ['Directory.Read.All', 'list what the directory has consented to'],
  ['Organization.Read.All', 'list licenses'],
  ['User.Read.All', 'list people'],
  ['Policy.Read.All', 'show policies'],
  ['Reports.Read.All', 'hand out a usage report'],
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
      return `${sentence(`${start}Microsoft refused to ${asked}`, outcome)} Consent given minutes ago can take up to ${CONSENT.propagationMinutes} minutes to count.`
    }
    case 'unanswered':
      return `${sentence(`${value} is not proven: Microsoft could not ${asked}`, outcome)} Check again in a few minutes.`
    case 'late':
      return `${value} is not proven: Microsoft did not ${asked} within ${LIVE_CALL_SECONDS} seconds.`
    case 'notLicensed':
      return `${value} is not proven: this directory has no Entra ID P1, without which Microsoft does not ${asked}.`
    case 'notInCloud':
      return 'This national cloud does not offer what it allows.'
    case 'notHere':
      return "It counts in the partner's own directory only."
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

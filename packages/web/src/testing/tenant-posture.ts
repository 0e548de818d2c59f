import type { CoveredPerson, TenantCoverage } from '@tenantscope/contract/coverage'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantPolicyPage } from '@tenantscope/contract/policy-page'
import type {
  EmergencyAccount,
  PostureScore,
  TenantCheck,
  TenantCheckDetails,
  TenantPosture,
} from '@tenantscope/contract/posture'
import { PostureExceptionId } from '@tenantscope/contract/posture-exceptions'
import type { PostureException } from '@tenantscope/contract/posture-exceptions'

import { makeMfaCoverage } from './tenant-details.ts'

let made = 0

/** A failed check of high severity with one policy as evidence, unless the test overrides it. */
export function makeCheck(changes: Partial<TenantCheck> = {}): TenantCheck {
  made += 1
  return {
    id: `ca.check-${made}`,
    title: `Check ${made} holds`,
    severity: 'high',
    references: [`CIS 5.2.2.${made}`],
    verdict: 'failed',
    since: '2026-10-01T09:00:00.000Z',
    dataAsOf: '2026-11-20T09:00:00.000Z',
    reason: `Check ${made} does not hold.`,
    counts: { excludedPeople: 12 },
    objects: [
      {
        kind: 'policy',
        id: 'bbbbbbbb-0000-4000-8000-000000000001',
        name: 'MFA for all',
        isExcepted: false,
      },
    ],
    more: 0,
    ...changes,
  }
}

/** The check in the panel: its texts, what was found, and two verdicts. */
export function makeCheckDetails(
  found: TenantCheck,
  changes: Partial<TenantCheckDetails> = {},
): TenantCheckDetails {
  const { id, title, severity, references } = found
  return {
    check: {
      id,
      title,
      severity,
      references,
      why: 'A stolen password is enough to sign in.',
      fix: ['Open Conditional Access.', 'Create a policy for all users.'],
      effort: 'hours',
      userImpact: 'Users register a second factor.',
      licence: 'P1',
    },
    found,
    history: [
      { verdict: 'failed', since: '2026-10-01T09:00:00.000Z', until: null, change: 'regressed' },
      {
        verdict: 'passed',
        since: '2026-06-01T09:00:00.000Z',
        until: '2026-10-01T09:00:00.000Z',
        change: 'baseline',
      },
    ],
    ...changes,
  }
}

function countsOf(checks: readonly TenantCheck[]): PostureScore['checks'] {
  const counts = {
    passed: 0,
    failed: 0,
    excepted: 0,
    notLicensed: 0,
    noPermission: 0,
    notRead: 0,
    notApplicable: 0,
  }
  for (const { verdict } of checks) counts[verdict] += 1
  return counts
}

/** A judged tenant with these checks and a score of 72. */
export function makePosture(
  checks: TenantCheck[],
  changes: Partial<TenantPosture> = {},
): TenantPosture {
  return {
    judgedAt: '2026-11-20T09:05:00.000Z',
    dataAsOf: '2026-11-20T09:00:00.000Z',
    score: { percent: 72, grade: 'C', checks: countsOf(checks), judgedPercent: 88 },
    checks,
    emergencyAccounts: [],
    emergencyAccountsVersion: 3,
    ...changes,
  }
}

/** An accepted risk of a complete check for all tenants, unless the test overrides it. */
export function makeException(changes: Partial<PostureException> = {}): PostureException {
  made += 1
  return {
    id: PostureExceptionId.parse(made),
    scope: { kind: 'all' },
    scopeName: null,
    checkId: 'ca.mfa-all-users',
    objectId: null,
    objectName: null,
    reason: 'The customer accepted it in writing.',
    ownerId: null,
    ownerName: 'Megan Bowen',
    createdBy: 'Megan Bowen',
    createdAt: '2026-11-01T09:00:00.000Z',
    endsAt: '2027-02-01T20:00:00.000Z',
    isActive: true,
    version: 4,
    history: [],
    ...changes,
  }
}

export function makeEmergencyAccount(changes: Partial<EmergencyAccount> = {}): EmergencyAccount {
  made += 1
  return {
    userId: `cccccccc-0000-4000-8000-${String(made).padStart(12, '0')}`,
    displayName: 'Break glass 1',
    userPrincipalName: 'breakglass1@contoso.com',
    reason: 'Its key is in the safe of the customer.',
    declaredBy: 'Megan Bowen',
    declaredAt: '2026-11-01T09:00:00.000Z',
    ...changes,
  }
}

export const ofTenant = (tenantId: TenantId) => ({ kind: 'tenant', tenantId }) as const

/** A member whom one policy excludes in every situation, unless the test overrides it. */
export function makeCovered(changes: Partial<CoveredPerson> = {}): CoveredPerson {
  made += 1
  return {
    userId: `user-${made}`,
    displayName: `Person ${made}`,
    userPrincipalName: `person${made}@contoso.com`,
    isGuest: false,
    isEmergencyAccount: false,
    coverage: 'notCovered',
    situations: [1, 2, 3, 4, 5, 6, 7].map((situation) => ({
      situation,
      outcome: situation === 5 ? 'blocked' : 'nothing',
      coverage: situation === 5 ? 'covered' : 'notCovered',
      policyIds: situation === 5 ? ['policy-legacy'] : [],
      excludedFrom: situation === 5 ? [] : ['policy-mfa'],
      notKnown: [],
    })),
    remedies: [],
    ...changes,
  }
}

/** A page of people; all of them, unless the test overrides it. */
export function coverageOf(
  people: CoveredPerson[],
  changes: Partial<TenantCoverage> = {},
): TenantCoverage {
  return {
    mfa: makeMfaCoverage(people.length),
    dataAsOf: '2026-11-20T09:00:00.000Z',
    isBySecurityDefaults: false,
    policies: [
      { id: 'policy-mfa', displayName: 'MFA for all' },
      { id: 'policy-legacy', displayName: 'Block legacy' },
    ],
    people,
    total: people.length,
    nextCursor: null,
    ...changes,
  }
}

const setting = (label: string, name: string, id: string | null = null) => ({
  label,
  items: [{ id, name }],
  more: 0,
})

/** An enforced policy for all users with one excluded group, unless the test overrides it. */
export function makePolicyPage(changes: Partial<TenantPolicyPage> = {}): TenantPolicyPage {
  return {
    id: 'bbbbbbbb-0000-4000-8000-000000000001',
    displayName: 'MFA for all',
    state: 'enabled',
    createdAt: '2026-01-01T09:00:00.000Z',
    changedAt: '2026-10-01T09:00:00.000Z',
    dataAsOf: '2026-11-20T09:00:00.000Z',
    sections: {
      included: [setting('Users', 'All users')],
      excluded: [setting('Groups', 'Service accounts', 'group-1')],
      resources: [setting('Resources', 'All resources')],
      conditions: [],
      access: [setting('Access', 'Require multifactor authentication')],
      session: [],
    },
    reach: {
      reached: { members: 1_040, guests: 2, emergencyAccounts: 0 },
      excluded: { members: 12, guests: 0, emergencyAccounts: 0 },
      notKnown: { members: 0, guests: 0, emergencyAccounts: 0 },
      total: { members: 1_052, guests: 2, emergencyAccounts: 0 },
    },
    checks: [
      {
        checkId: 'ca.mfa-all-users',
        title: 'MFA is required of everybody',
        severity: 'critical',
        verdict: 'failed',
      },
    ],
    ...changes,
  }
}

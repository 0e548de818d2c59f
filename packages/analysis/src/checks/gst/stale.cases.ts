import { facts, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const OLD = '2025-01-01T00:00:00Z'
const RECENT = '2026-10-01T00:00:00Z'
const guest = (id: string, changes: Parameters<typeof user>[1] = {}) =>
  user(id, { userType: 'Guest', externalUserState: 'Accepted', createdDateTime: OLD, ...changes })
const signedIn = (
  users: readonly ReturnType<typeof user>[],
  lastSignIns: Readonly<Record<string, string | null>>,
) =>
  facts({
    users,
    signInActivity: Object.entries(lastSignIns).map(([id, lastSuccessfulSignInDateTime]) => ({
      id,
      lastSuccessfulSignInDateTime,
    })),
  })

export const cases: readonly CheckCase[] = [
  {
    name: 'a sign-in within 90 days',
    facts: signedIn([guest('g1')], { g1: RECENT }),
    verdict: 'passed',
    counts: { guests: 1 },
  },
  {
    name: 'no sign-in for 90 days, or never',
    facts: signedIn([guest('g1'), guest('G2'), guest('g3')], { g1: OLD, g2: null, g3: RECENT }),
    verdict: 'failed',
    objects: ['g1', 'G2'],
    counts: { guests: 3, unmet: 2 },
  },
  {
    name: 'a guest whose account is internal',
    facts: signedIn([guest('g1', { externalUserState: null })], { g1: OLD }),
    verdict: 'failed',
  },
  {
    name: 'members, blocked guests and open invitations are not judged here',
    facts: signedIn(
      [
        user('m', { createdDateTime: OLD }),
        guest('b', { accountEnabled: false }),
        guest('p', { externalUserState: 'PendingAcceptance' }),
      ],
      { m: OLD, b: OLD, p: null },
    ),
    verdict: 'passed',
    counts: { guests: 0 },
  },
  { name: 'a guest without a row', facts: signedIn([guest('g1')], {}), verdict: 'notRead' },
  {
    name: 'a guest who is new',
    facts: signedIn([guest('g1', { createdDateTime: RECENT })], { g1: null }),
    verdict: 'passed',
  },
  {
    name: 'sign-ins without a license',
    facts: facts({ users: [guest('g1')], signInActivity: 'notLicensed' }),
    verdict: 'notLicensed',
  },
]

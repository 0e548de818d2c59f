import { forUsers, WITHOUT_P1 } from '../../testing/ca-cases.ts'
import { facts, policy, sku, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import type { PolicyFacts } from '../facts.ts'

const guest = (id: string) => user(id, { userType: 'Guest', externalUserState: 'Accepted' })
const GUESTS = Array.from({ length: 8 }, (_, index) => guest(`g${index}`))
const SIX = GUESTS.slice(0, 6).map(({ id }) => id)
const tenant = (
  users: PolicyFacts['conditions']['users'],
  changes: Parameters<typeof facts>[0] = {},
) =>
  facts({
    users: [user('m'), ...GUESTS],
    policies: [forUsers(policy('p'), users ?? {})],
    ...changes,
  })
const TYPES = 'internalGuest,b2bCollaborationGuest,b2bCollaborationMember,otherExternalUser'
const ofTypes = (guestOrExternalUserTypes: string, membershipKind = 'all') => ({
  guestOrExternalUserTypes,
  externalTenants: { membershipKind },
})
const allBut = (type: string) =>
  tenant({ includeUsers: ['All'], excludeGuestsOrExternalUsers: ofTypes(type) })

export const cases: readonly CheckCase[] = [
  ...WITHOUT_P1,
  { name: 'all users', facts: tenant({ includeUsers: ['All'] }), verdict: 'passed' },
  {
    name: 'all guests',
    facts: tenant({ includeUsers: ['GuestsOrExternalUsers'] }),
    verdict: 'passed',
    objects: ['p'],
    counts: { guests: 8 },
  },
  {
    name: 'the types of guests',
    facts: tenant({ includeGuestsOrExternalUsers: ofTypes(TYPES) }),
    verdict: 'passed',
  },
  {
    name: 'the types of guests, when people were not read',
    facts: tenant({ includeGuestsOrExternalUsers: ofTypes(TYPES) }, { users: 'notRead' }),
    verdict: 'passed',
  },
  {
    name: 'guests of some directories only',
    facts: tenant({ includeGuestsOrExternalUsers: ofTypes(TYPES, 'enumerated') }),
    verdict: 'failed',
  },
  {
    name: 'a type that the guests are not of',
    facts: tenant({ includeGuestsOrExternalUsers: ofTypes('otherExternalUser') }),
    verdict: 'failed',
    counts: { notIncluded: 8 },
  },
  { name: 'all users but guests', facts: allBut('b2bCollaborationGuest'), verdict: 'failed' },
  {
    name: 'the only two guests are excluded',
    facts: tenant(
      { includeUsers: ['All'], excludeUsers: ['g0', 'g1'] },
      { users: [user('m'), ...GUESTS.slice(0, 2)] },
    ),
    verdict: 'failed',
    objects: ['g0', 'g1', 'p'],
  },
  { name: 'all users but the partner', facts: allBut('serviceProvider'), verdict: 'passed' },
  {
    name: 'guests of some directories are excluded',
    facts: tenant({
      includeUsers: ['All'],
      excludeGuestsOrExternalUsers: ofTypes('b2bCollaborationGuest', 'enumerated'),
    }),
    verdict: 'notRead',
  },
  {
    name: 'no guests, and a policy that leaves them out',
    facts: facts({
      users: [user('m')],
      policies: [
        forUsers(policy('p'), { includeUsers: ['All'], excludeUsers: ['GuestsOrExternalUsers'] }),
      ],
    }),
    verdict: 'failed',
  },
  {
    name: 'no guests, and a policy for them',
    facts: tenant({ includeUsers: ['All'] }, { users: [user('m')] }),
    verdict: 'passed',
  },
  {
    name: 'members only',
    facts: tenant({ includeUsers: ['m'] }),
    verdict: 'failed',
    objects: [...GUESTS.map(({ id }) => id), 'p'],
  },
  {
    name: 'six guests are excluded',
    facts: tenant({ includeUsers: ['All'], excludeUsers: SIX }),
    verdict: 'failed',
    objects: [...SIX, 'p'],
  },
  {
    name: 'of whom one is disabled',
    facts: tenant(
      { includeUsers: ['All'], excludeUsers: SIX },
      { users: GUESTS.map((each) => ({ ...each, accountEnabled: each.id !== 'g0' })) },
    ),
    verdict: 'passed',
  },
  {
    name: 'report-only enforces nothing',
    facts: tenant({}, { policies: [policy('p', { state: 'enabledForReportingButNotEnforced' })] }),
    verdict: 'failed',
  },
  {
    name: 'security defaults without P1',
    facts: tenant(
      {},
      { policies: [], subscribedSkus: [sku()], securityDefaults: { isEnabled: true } },
    ),
    verdict: 'notApplicable',
  },
  {
    name: 'policies that were not read',
    facts: tenant({}, { policies: 'failed' }),
    verdict: 'notRead',
  },
]

import { facts, sku, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const holder = (id: string, changes = {}) =>
  user(id, { assignedLicenses: [{ skuId: 'SKU' }], ...changes })
const OLD = '2026-08-01T00:00:00Z'
const RECENT = '2026-11-20T00:00:00Z'
const CREATED = { createdDateTime: '2020-01-01T00:00:00Z', userPrincipalName: 'a@x' }
const signIn = (lastSignInDateTime: string | null) => [{ id: 'A', lastSignInDateTime }]
const usage = (exchange: string | null, isConcealed = false) => [
  { userPrincipalName: 'A@x', isConcealed, isDeleted: false, lastActivityDates: { exchange } },
]
const MAIL = sku({
  servicePlans: [{ servicePlanId: 'x', servicePlanName: 'EXCHANGE_S_STANDARD', appliesTo: 'User' }],
})

export const cases: readonly CheckCase[] = [
  {
    name: 'no sign-in for 90 days',
    facts: facts({ subscribedSkus: [sku()], users: [holder('a')], signInActivity: signIn(OLD) }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'a recent sign-in',
    facts: facts({ subscribedSkus: [sku()], users: [holder('a')], signInActivity: signIn(RECENT) }),
    verdict: 'passed',
  },
  {
    name: 'recent use counts too',
    facts: facts({
      subscribedSkus: [MAIL],
      users: [holder('a', CREATED)],
      signInActivity: signIn(OLD),
      activeUsers: usage(RECENT),
    }),
    verdict: 'passed',
  },
  {
    name: 'an old account that never signed in',
    facts: facts({
      subscribedSkus: [sku()],
      users: [holder('a', CREATED)],
      signInActivity: signIn(null),
    }),
    verdict: 'failed',
  },
  {
    name: 'a new account',
    facts: facts({
      subscribedSkus: [sku()],
      users: [holder('a', { createdDateTime: RECENT })],
      signInActivity: signIn(null),
    }),
    verdict: 'passed',
  },
  {
    name: 'by use alone',
    facts: facts({
      subscribedSkus: [MAIL],
      users: [holder('a', CREATED)],
      signInActivity: 'notLicensed',
      activeUsers: usage(null),
    }),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'hidden names',
    facts: facts({
      subscribedSkus: [MAIL],
      users: [holder('a', CREATED)],
      signInActivity: 'notLicensed',
      activeUsers: usage(null, true),
    }),
    verdict: 'notRead',
    reason:
      'The activity or the licenses of some people are not known. The usage report conceals all names.',
  },
  {
    name: 'a row that names no user makes no user inactive',
    facts: facts({
      subscribedSkus: [MAIL],
      users: ['a', 'b', 'c'].map((id) => holder(id, { ...CREATED, userPrincipalName: `${id}@x` })),
      signInActivity: 'notLicensed',
      activeUsers: ['a@x', '(Unknown)', 'c@x'].flatMap((userPrincipalName) =>
        usage(null, userPrincipalName === '(Unknown)').map((row) => ({
          ...row,
          userPrincipalName,
        })),
      ),
    }),
    verdict: 'failed',
    reason:
      '2 people with a paid license were inactive for 90 days. 1 row of the usage report names no user.',
    objects: ['a', 'c'],
  },
  {
    name: 'a license whose use cannot be measured',
    facts: facts({
      subscribedSkus: [sku()],
      users: [holder('a', CREATED)],
      signInActivity: 'notLicensed',
      activeUsers: usage(null),
    }),
    verdict: 'notRead',
  },
  {
    name: 'blocked people and emergency accounts',
    facts: facts(
      {
        subscribedSkus: [sku()],
        users: [holder('a', { accountEnabled: false }), holder('e')],
        signInActivity: [...signIn(OLD), { id: 'e', lastSignInDateTime: OLD }],
      },
      ['E'],
    ),
    verdict: 'passed',
  },
  {
    name: 'neither sign-ins nor use',
    facts: facts({ signInActivity: 'notLicensed', activeUsers: 'notLicensed' }),
    verdict: 'notLicensed',
  },
  {
    name: 'no sign-in is known',
    facts: facts({ subscribedSkus: [sku()], users: [holder('a')], signInActivity: [] }),
    verdict: 'notRead',
  },
]

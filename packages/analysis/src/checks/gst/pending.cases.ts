import { facts, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const OLD = '2026-10-20T12:00:00Z'
const RECENT = '2026-10-26T12:00:00Z'
const invited = (id: string, changes: Parameters<typeof user>[1] = {}) =>
  user(id, { userType: 'Guest', externalUserState: 'PendingAcceptance', ...changes })

export const cases: readonly CheckCase[] = [
  {
    name: 'accepted long ago, and invited 29 days ago',
    facts: facts({
      users: [
        invited('g1', { externalUserState: 'Accepted', externalUserStateChangeDateTime: OLD }),
        invited('g2', { externalUserStateChangeDateTime: RECENT }),
      ],
    }),
    verdict: 'passed',
    counts: { pending: 1 },
  },
  {
    name: 'invited 35 days ago, as a guest and as a member',
    facts: facts({
      users: [
        invited('g1', { externalUserStateChangeDateTime: OLD }),
        invited('g2', { externalUserStateChangeDateTime: OLD, userType: 'Member' }),
        invited('g3'),
      ],
    }),
    verdict: 'failed',
    objects: ['g1', 'g2'],
    counts: { pending: 3, unmet: 2, notKnown: 1 },
  },
  {
    name: 'invited again since the account was created',
    facts: facts({
      users: [invited('g1', { externalUserStateChangeDateTime: RECENT, createdDateTime: OLD })],
    }),
    verdict: 'passed',
  },
  {
    name: 'without the date of the state, the date of creation counts',
    facts: facts({ users: [invited('g1', { createdDateTime: OLD })] }),
    verdict: 'failed',
    objects: ['g1'],
  },
  {
    name: 'a blocked account does not fail',
    facts: facts({ users: [invited('g1', { createdDateTime: OLD, accountEnabled: false })] }),
    verdict: 'passed',
  },
  {
    name: 'internal guests were not invited',
    facts: facts({ users: [invited('g1', { createdDateTime: OLD, externalUserState: null })] }),
    verdict: 'passed',
  },
  {
    name: 'both dates are null',
    facts: facts({
      users: [invited('g1', { externalUserStateChangeDateTime: null, createdDateTime: null })],
    }),
    verdict: 'notRead',
  },
  {
    name: 'without permission',
    facts: facts({ users: 'noPermission' }),
    verdict: 'noPermission',
  },
]

import { facts, P1_SKU, P2_SKU, policy, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const people = ['a', 'b', 'c'].map((id) => user(id))
const seats = (enabled: number) => ({
  prepaidUnits: { enabled, warning: 0, suspended: 0, lockedOut: 0 },
})
const RISK = policy('risk', {
  conditions: {
    users: { includeUsers: ['a', 'b'] },
    applications: { includeApplications: ['All'] },
    signInRiskLevels: ['high'],
  },
})
const GROUP = policy('group', {
  conditions: { users: { includeGroups: ['g'] }, applications: { includeApplications: ['All'] } },
})

export const cases: readonly CheckCase[] = [
  {
    name: 'more members than seats',
    facts: facts({
      subscribedSkus: [{ ...P1_SKU, ...seats(2) }],
      users: people,
      policies: [policy('all')],
    }),
    verdict: 'failed',
    counts: { peopleWithP1Features: 3, p1Seats: 2 },
  },
  {
    name: 'seats for everybody',
    facts: facts({
      subscribedSkus: [{ ...P1_SKU, ...seats(3) }],
      users: people,
      policies: [policy('all')],
    }),
    verdict: 'passed',
  },
  {
    name: 'guests and blocked people do not count',
    facts: facts({
      subscribedSkus: [{ ...P1_SKU, ...seats(3) }],
      users: [...people, user('g', { userType: 'Guest' }), user('d', { accountEnabled: false })],
      policies: [policy('all')],
    }),
    verdict: 'passed',
  },
  {
    name: 'risk needs P2',
    facts: facts({ subscribedSkus: [P1_SKU], users: people, policies: [RISK] }),
    verdict: 'failed',
    counts: { peopleWithP2Features: 2, p2Seats: 0 },
  },
  {
    name: 'P2 for those at risk',
    facts: facts({
      subscribedSkus: [P1_SKU, { ...P2_SKU, ...seats(2) }],
      users: people,
      policies: [RISK],
    }),
    verdict: 'passed',
  },
  {
    name: 'report-only uses nothing',
    facts: facts({
      subscribedSkus: [{ ...P1_SKU, ...seats(1) }],
      users: people,
      policies: [policy('all', { state: 'enabledForReportingButNotEnforced' })],
    }),
    verdict: 'passed',
  },
  {
    name: 'a group that could not be read',
    facts: facts({
      subscribedSkus: [{ ...P1_SKU, ...seats(1) }],
      users: people,
      policies: [GROUP],
      groupMembers: new Map([['g', null]]),
    }),
    verdict: 'notRead',
  },
  {
    name: 'no numbers of seats',
    facts: facts({
      subscribedSkus: [{ ...P1_SKU, prepaidUnits: null }],
      users: people,
      policies: [policy('all')],
    }),
    verdict: 'notRead',
  },
  {
    name: 'no policies without P1',
    facts: facts({ subscribedSkus: [], users: people }),
    verdict: 'notLicensed',
  },
  {
    name: 'policies not read',
    facts: facts({ policies: 'noPermission' }),
    verdict: 'noPermission',
  },
]

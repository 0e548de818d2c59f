import { facts, sku, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const holder = (id: string, changes = {}) =>
  user(id, { assignedLicenses: [{ skuId: 'SKU' }], ...changes })
const SUITE = sku({
  servicePlans: [
    { servicePlanId: 'mail', servicePlanName: 'EXCHANGE_S_ENTERPRISE' },
    { servicePlanId: 'apps', servicePlanName: 'OFFICESUBSCRIPTION' },
  ],
})
const roleAssignments = [
  {
    roleTemplateId: '62e90394-69f5-4237-9190-012177145e10',
    principalId: 'A',
    principalKind: 'user',
    scope: '/',
  },
]
const admin = holder('a', { userPrincipalName: 'a@x' })
const usage = (exchange: string | null, isConcealed = false) => [
  { userPrincipalName: 'A@x', isConcealed, isDeleted: false, lastActivityDates: { exchange } },
]
const base = { subscribedSkus: [SUITE], users: [admin], roleAssignments, activeUsers: usage(null) }

export const cases: readonly CheckCase[] = [
  {
    name: 'an administrator who uses nothing of a suite',
    facts: facts(base),
    verdict: 'failed',
    objects: ['a'],
  },
  {
    name: 'an administrator who uses the mailbox',
    facts: facts({ ...base, activeUsers: usage('2026-11-20') }),
    verdict: 'passed',
  },
  {
    name: 'a license without mailbox and apps',
    facts: facts({ ...base, subscribedSkus: [sku()] }),
    verdict: 'passed',
  },
  { name: 'no administrator', facts: facts({ ...base, roleAssignments: [] }), verdict: 'passed' },
  { name: 'an emergency account', facts: facts(base, ['a']), verdict: 'passed' },
  {
    name: 'hidden names',
    facts: facts({ ...base, activeUsers: usage(null, true) }),
    verdict: 'notRead',
  },
  {
    name: 'a group that could not be read',
    facts: facts({
      ...base,
      users: [],
      groupMembers: new Map([['a', null]]),
      roleAssignments: roleAssignments.map((each) => ({ ...each, principalKind: 'group' })),
    }),
    verdict: 'notRead',
  },
  {
    name: 'use not read',
    facts: facts({ ...base, activeUsers: 'noPermission' }),
    verdict: 'noPermission',
  },
]

import { expect, test } from 'vitest'

import { groupsNamedBy, membersOfNamed } from './named-groups.ts'

const naming = (...excludeGroups: string[]) => ({
  policies: [{ conditions: { users: { excludeGroups } } }],
  roles: [],
})
const NONE = { hidden: [], containing: [] }

test('a group without members was deleted or is empty; one that hides them is not known (N2)', () => {
  const members = membersOfNamed(naming('Full', 'Empty', 'Hidden', 'Outer'), {
    stored: new Map([
      ['full', ['ada']],
      ['outer', ['ben']],
    ]),
    hidden: ['hidden'],
    containing: ['OUTER'],
  })
  expect(Object.fromEntries(members)).toEqual({
    full: ['ada'],
    empty: [],
    hidden: null,
    outer: null,
  })
})

test('a group that hides its members is used when they were returned all the same', () => {
  const stored = new Map([['hidden', ['ada']]])
  expect(membersOfNamed(naming('hidden'), { stored, ...NONE }).get('hidden')).toEqual(['ada'])
})

test('holders of roles that may be groups are asked for their members', () => {
  const roles = ['user', 'group', 'servicePrincipal', 'unknown', null].map((principalKind) => ({
    principalId: `${principalKind}`,
    principalKind,
  }))
  expect(groupsNamedBy({ policies: null, roles })).toEqual(['group', 'unknown'])
})

import { expect, test } from 'vitest'

import { createMalformedRows } from './malformed-rows.rules.ts'

test.each([
  ['/users', 'users'],
  ['/users/delta', 'users'],
  ['/users/0c', 'users'],
  ['/groups/delta', 'groups'],
  ['/groups/0c/transitiveMembers', 'groupMembers'],
  ['/subscribedSkus', 'licenses'],
  ['/directory/subscriptions', 'subscriptions'],
  ['/domains', 'domains'],
  ['/identity/conditionalAccess/policies', 'policies'],
  ['/identity/conditionalAccess/namedLocations', 'namedLocations'],
  ['/roleManagement/directory/roleAssignments', 'roles'],
  ['/applications', 'applications'],
  ['/oauth2PermissionGrants', 'grants'],
  ["/servicePrincipals(appId='0')/appRoleAssignedTo", 'grants'],
  ['/groupSettings', 'groupSettings'],
  ['/policies/activityBasedTimeoutPolicies', 'settings'],
  ['/organization', 'organization'],
])('a malformed row of %s belongs to the part %s', (path, part) => {
  const rows = createMalformedRows()
  rows.add({ path, id: 'a', field: 'displayName' })
  expect(rows.all()).toEqual([{ part, malformed: 1, named: [{ id: 'a', field: 'displayName' }] }])
})

test('every row counts once, and the first ten are named', () => {
  const rows = createMalformedRows()
  for (const path of ['/users', '/users/delta'])
    for (let at = 0; at < 300; at += 1) rows.add({ path, id: `u${at}`, field: 'mail' })
  for (let at = 0; at < 5; at += 1) rows.add({ path: '/users', id: null, field: 'id' })
  expect(rows.all()).toMatchObject([{ part: 'users', malformed: 305 }])
  expect(rows.all()[0]?.named).toHaveLength(10)
  expect(rows.isIn('users')).toBe(true)
  expect(rows.isIn('groups')).toBe(false)
})

import { expect, test } from 'vitest'

import { chargesOf, demandOf } from './budgets.ts'

test.each([
  ['/identity/conditionalAccess/policies', 'conditionalAccess'],
  ['/identity/conditionalaccess/namedLocations/1', 'conditionalAccess'],
  ['/identityProtection/riskyUsers', 'conditionalAccess'],
  ['/reports/authenticationMethods/userRegistrationDetails?$top=999', 'identityReports'],
  ['/auditLogs/signIns', 'identityReports'],
  ["/reports/getOffice365ActiveUserDetail(period='D30')", 'usageReports'],
  ['/security/secureScores?$top=1', 'security'],
  ['/users?$select=id,signInActivity&$top=500', 'signInActivity'],
  ['/users?%24select=id%2CsignInActivity&$skiptoken=a', 'signInActivity'],
  ['/users?$filter=signInActivity/lastSignInDateTime%20le%202026-01-01', 'signInActivity'],
  ['/users', 'directory'],
  ['/policies/authorizationPolicy', 'directory'],
  ['/users/identity/conditionalAccess', 'directory'],
  ['/groups/signInActivity', 'directory'],
  ['/admin/reportSettings', 'directory'],
])('%s counts against the budget %s', (path, budget) => {
  expect(demandOf(path).budget).toBe(budget)
})

test.each([
  ['/organization', 1],
  ['/users', 2],
  ['/users?$top=999&$select=id', 1],
  ['/users/$count?$filter=x', 2],
  ['/subscribedSkus', 3],
  ['/subscribedSkus?$select=id', 2],
  ['/contracts?$top=999&$select=id', 2],
  ['/groups/1/members?$select=id', 2],
  ['/groups/1/transitiveMembers?$top=999', 5],
  ['/groups?$top=999', 1],
  ['/applications?$expand=owners', 3],
  ['/domains/a.example/domainNameReferences', 4],
  ['/oauth2PermissionGrants?$top=10', 1],
  ["/servicePrincipals(appId='x')/appRoleAssignedTo?$top=999", 2],
  ['/servicePrincipals/1/appRoleAssignments', 2],
  ['/users?$select=id&$top=1', 1],
])('%s costs %i units', (path, units) => {
  expect(demandOf(path).units).toBe(units)
})

const keysOf = (path: string) => chargesOf(demandOf(path), 'app', 'ten').map(({ key }) => key)

test('each usage report of a tenant has its own limit, Conditional Access one for all applications', () => {
  expect(keysOf("/reports/getOffice365ActiveUserDetail(period='D7')")).toEqual([
    'usage-reports/app/ten/getoffice365activeuserdetail',
    'usage-reports/ten',
  ])
  expect(keysOf('/identity/conditionalAccess/policies')).toEqual(['conditional-access/ten'])
  expect(keysOf('/auditLogs/signIns')).toEqual(['identity-reports/app/ten', 'identity-reports/app'])
  expect(keysOf('/users?$select=signInActivity')).toContain('sign-in-activity/app')
})

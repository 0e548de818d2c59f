import { expect, test } from 'vitest'

import { pathTemplateOf, pathWithoutQuery } from './request-log.ts'

const GUID = '6f3c9f2e-6a53-4a0b-9d2e-0d2a6c1f7b11'

test.each([
  ['/users?$select=id&$filter=mail eq x', '/users'],
  [
    `/users/${GUID}/memberOf/microsoft.graph.directoryRole`,
    '/users/{id}/memberOf/microsoft.graph.directoryRole',
  ],
  ['/users/ada@fabrikam.example', '/users/{id}'],
  ['/users/ada%40fabrikam.example', '/users/{id}'],
  ['/domains/fabrikam.example', '/domains/{id}'],
  [`/servicePrincipals(appId='${GUID}')`, '/servicePrincipals({id})'],
  [
    "/reports/getOffice365ActiveUserDetail(period='D30')",
    '/reports/getOffice365ActiveUserDetail({id})',
  ],
  ['/identity/conditionalAccess/policies', '/identity/conditionalAccess/policies'],
  ['/$batch', '/$batch'],
  ['/users/$count', '/users/$count'],
  [`/${GUID}/oauth2/v2.0/token?client-request-id=1`, '/{id}/oauth2/v2.0/token'],
  ['/fabrikam.onmicrosoft.com/oauth2/v2.0/token', '/{id}/oauth2/v2.0/token'],
  [`/groups/${'a'.repeat(60)}`, '/groups/{id}'],
])('%s is counted as %s', (path, template) => {
  expect(pathTemplateOf(path)).toBe(template)
})

test('query and fragment leave a path', () => {
  expect(pathWithoutQuery('/users?$skiptoken=secret#x')).toBe('/users')
  expect(pathWithoutQuery('/users')).toBe('/users')
})

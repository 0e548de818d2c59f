import { expect, test } from 'vitest'

import { wholeOf } from '../testing/golden/golden.ts'
import { failureOf, setUpGraph } from '../testing/set-up.ts'
import { readNamedLocations } from './named-locations.ts'
import { readPolicies } from './policies.ts'
import { readRegistrationDetails } from './registration-details.ts'
import { readSignInActivity } from './sign-in-activity.ts'

test.each([
  ['holds', ['Policy.Read.All'], 'NOT_LICENSED'],
  ['lacks', ['User.Read.All'], 'PERMISSION_MISSING'],
])(
  'Conditional Access refused to a token that %s the permission (%j) is %s',
  async (_, roles, code) => {
    const refused = { status: 403, body: { error: { code: 'AccessDenied', message: 'x' } } }
    const { graph } = await setUpGraph(() => refused, { roles })
    const failure = { code, microsoftCode: 'AccessDenied' }
    expect(await failureOf(readPolicies(graph))).toMatchObject(failure)
    expect(await failureOf(readNamedLocations(graph))).toMatchObject(failure)
  },
)

test.each([
  ['Authentication_RequestFromNonPremiumTenantOrB2CTenant', 'NOT_LICENSED'],
  ['Authentication_MSGraphPermissionMissing', 'PERMISSION_MISSING'],
])('reports on people refused with %s are %s', async (microsoftCode, code) => {
  const refused = { status: 403, body: { error: { code: microsoftCode, message: 'x' } } }
  const { graph } = await setUpGraph(() => refused)
  const failure = { code, microsoftCode }
  expect(await failureOf(wholeOf(readSignInActivity(graph)))).toMatchObject(failure)
  expect(await failureOf(wholeOf(readRegistrationDetails(graph)))).toMatchObject(failure)
})

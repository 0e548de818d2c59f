import { expect, test } from 'vitest'

import { setUpGraph } from '../testing/set-up.ts'
import { readPolicies } from './policies.ts'

const policy = (more: object) => ({ id: 'p', displayName: 'MFA', state: 'enabled', ...more })

async function read(more: object) {
  const { graph } = await setUpGraph(() => ({ status: 200, body: { value: [policy(more)] } }))
  const [found] = await readPolicies(graph)
  return found
}

test('the names of conditions and controls that are not known and set are kept, at any depth', async () => {
  const found = await read({
    conditions: {
      agentIdRiskLevels: 'high',
      users: { includeUsers: ['All'], includeAgents: ['x'] },
      times: null,
      newerOnes: [],
    },
    grantControls: {
      builtInControls: ['mfa'],
      'authenticationStrength@odata.context': 'https://x',
    },
    sessionControls: { networkAccess: { isEnabled: true }, cloudAppSecurity: { isEnabled: true } },
  })
  expect(found?.conditions).toMatchObject({
    unknown: ['agentIdRiskLevels', 'users.includeAgents'],
  })
  expect(found?.grantControls).not.toHaveProperty('unknown')
  expect(found?.sessionControls).toMatchObject({ unknown: ['networkAccess'] })
})

test('a policy without such settings is stored as before', async () => {
  const found = await read({ conditions: { clientAppTypes: ['all'], devices: null } })
  expect(found?.conditions).not.toHaveProperty('unknown')
})

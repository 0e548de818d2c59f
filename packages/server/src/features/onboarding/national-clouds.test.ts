import { saveAzureConfig } from '@tenantscope/contract/azure'
import type { MicrosoftCloud } from '@tenantscope/contract/azure'
import { addTenant } from '@tenantscope/contract/onboarding'
import { listTenants } from '@tenantscope/contract/tenants'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import { expect, onTestFinished, test } from 'vitest'

import { createTestApp } from '../../testing/test-app.ts'

/** A connection to one cloud, with all directories in one, perhaps another. */
async function setUp(connection: MicrosoftCloud, directories: MicrosoftCloud) {
  const simulator = await startSimulator({ tenants: 3, users: 2, cloud: directories })
  const app = await createTestApp({ simulator })
  onTestFinished(async () => {
    await app.close()
    await simulator.close()
  })
  const { registration, partner, tenants } = simulator.world
  const admin = await app.signIn('admin')
  const { clientId, clientSecret } = registration
  const tenantId = partner.id
  // Microsoft refuses the connection in another cloud; it was stored before the directory moved.
  if (connection === directories)
    await admin.call(saveAzureConfig, {
      body: { clientId, clientSecret, tenantId, cloud: connection },
    })
  else await app.connect({ ...registration, tenantId })
  const customer = tenants.find(({ kind, consent }) => kind === 'csp' && consent !== null)
  if (customer === undefined) throw new Error('The simulated world has no customer')
  return { admin, customer }
}

test.each(['usgov', 'china'] as const)('a tenant is added in the cloud %s', async (cloud) => {
  const { admin, customer } = await setUp(cloud, cloud)
  const body = { domainOrId: customer.defaultDomainName }
  expect(await admin.call(addTenant, { body })).toMatchObject({
    isConsented: true,
    tenant: { id: customer.id },
  })
})

test('a tenant of another cloud is refused, and the refusal names the cloud of the connection', async () => {
  const { admin, customer } = await setUp('global', 'china')
  for (const domainOrId of [customer.id, customer.defaultDomainName]) {
    const { status, body } = await admin.refusal(addTenant, { body: { domainOrId } })
    expect([status, body.fields?.[0]?.field]).toEqual([400, 'body.domainOrId'])
    expect(body.message).toBe(
      `${domainOrId} is in another Microsoft cloud. This connection reads Microsoft 365 (worldwide) only, so it cannot be added here.`,
    )
  }
  const { tenants } = await admin.call(listTenants, {})
  expect(tenants.map(({ id }) => id)).not.toContain(customer.id)
})

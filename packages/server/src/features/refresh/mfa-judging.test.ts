import { skuNamed } from '@tenantscope/graph-sim/world/catalog'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { refresh } from '../../testing/model-refresh.ts'
import { beginRun } from '../../testing/model-run.ts'
import type { ModelRun } from '../../testing/model-run.ts'
import { createRefreshLab } from '../../testing/refresh-lab.ts'
import type { RefreshLab } from '../../testing/refresh-lab.ts'
import { judgeMfaAgain } from './mfa-judging.ts'

let lab: RefreshLab
let run: ModelRun
const db = () => lab.database.handle.db

beforeAll(async () => {
  lab = await createRefreshLab()
})
afterAll(() => lab.close())
beforeEach(async () => {
  run = await beginRun(lab, 7)
})
afterEach(() => {
  lab.meanwhile.onJudging = () => Promise.resolve()
})

/** The verdict of the current generation. */
const stored = () =>
  db()
    .selectFrom('tenants')
    .innerJoin('generations', 'generations.id', 'tenants.currentGenerationId')
    .select(['mfa', 'mfaCoverage', 'hasEntraP1'])
    .where('tenants.id', '=', run.tenantId)
    .executeTakeFirstOrThrow()

const anEnabledMember = () => {
  const person = run.tenant.people.find(
    ({ accountEnabled, userType }) => accountEnabled && userType !== 'Guest',
  )
  if (person === undefined) throw new Error('The simulated tenant has no member')
  return person
}

/** Declares an emergency account as its screen does, and judges the current generation by it. */
async function declare(): Promise<void> {
  const { tenantId } = run
  const { id: userId } = anEnabledMember()
  const account = { tenantId, userId, reason: 'Kept in the safe', declaredBy: 'test' }
  await db()
    .insertInto('emergencyAccounts')
    .values({ ...account, declaredAt: new Date() })
    .execute()
  await db()
    .updateTable('tenants')
    .set((eb) => ({ emergencyAccountsVersion: eb('emergencyAccountsVersion', '+', 1) }))
    .where('id', '=', tenantId)
    .execute()
  await judgeMfaAgain(db(), tenantId)
}

/** Replaces the policies by one of MFA for all, which counts all members. */
function requireMfa(displayName = 'MFA for all'): void {
  Object.assign(run.tenant, { policies: [{ ...POLICY, displayName }] })
}

const POLICY = {
  id: '11111111-2222-4333-8444-555555555555',
  state: 'enabled',
  createdDateTime: '2026-01-01T00:00:00Z',
  modifiedDateTime: null,
  conditions: {
    users: { includeUsers: ['All'] },
    applications: { includeApplications: ['All'] },
    clientAppTypes: ['browser'],
  },
  grantControls: { operator: 'OR', builtInControls: ['mfa'] },
  sessionControls: null,
}

test('a verdict counts an emergency account that was declared while the tenant was judged', async () => {
  requireMfa()
  await refresh(run, 'none')
  expect((await stored()).mfaCoverage?.counts?.emergencyAccounts).toBe(0)
  lab.meanwhile.onJudging = async () => {
    lab.meanwhile.onJudging = () => Promise.resolve()
    await declare()
  }
  expect((await refresh(run, 'none')).kind).toBe('succeeded')
  expect((await stored()).mfaCoverage?.counts?.emergencyAccounts).toBe(1)
})

test('a policy name that the database refuses is stored in the verdict without the character', async () => {
  requireMfa('MFA\0 for \uD800all')
  expect((await refresh(run, 'none')).kind).toBe('succeeded')
  const reasons = (await stored()).mfaCoverage?.reasons ?? []
  expect(reasons.filter(({ kind }) => kind === 'policy')).toMatchObject([
    { policyName: 'MFA for \uFFFDall' },
  ])
})

test('with a license row that is malformed it is not known that there is no Entra ID P1', async () => {
  const subscription = {
    sku: skuNamed('VISIOCLIENT'),
    subscriptionId: '11111111-2222-4333-8444-555555555556',
    capabilityStatus: 'Enabled',
    enabled: 1,
    suspended: 0,
    warning: 0,
    lockedOut: 0,
    isTrial: false,
    renewsInDays: null,
    createdDateTime: '2026-01-01T00:00:00Z',
  }
  Object.assign(run.tenant, { subscriptions: [subscription], policies: [] })
  await refresh(run, 'none')
  expect((await stored()).hasEntraP1).toBe(false)
  Object.assign(run.tenant, { subscriptions: [{ ...subscription, suspended: 0.5 }] })
  await refresh(run, 'none')
  expect((await stored()).hasEntraP1).toBe(null)
  const failures = await db().selectFrom('generationPartFailures').select('code').execute()
  expect(failures.filter(({ code }) => code === 'NOT_LICENSED')).toHaveLength(2)
})

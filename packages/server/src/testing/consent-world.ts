import type { ConsentKind } from '@tenantscope/contract/consent'
import { finishAdminConsent, getConsent, startConsent } from '@tenantscope/contract/consent'
import type { ConsentId } from '@tenantscope/contract/ids'
import { TenantId } from '@tenantscope/contract/ids'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import { vi } from 'vitest'

import { verifyConsent } from '../features/consent/consent.jobs.ts'
import { createPatientClock } from './refresh-world.ts'
import { PUBLIC_URL, createTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

type SimulatedTenant = Simulator['world']['tenants'][number]
type Choice = 'accept' | 'cancel'

export interface ConsentWorld extends TestApp {
  readonly simulator: Simulator
  /** Two customers, and the partner's own directory. */
  readonly fabrikam: TenantId
  readonly contoso: TenantId
  readonly own: TenantId
  /** Connected, without any consent. */
  beginAnew(): Promise<void>
  /** What an administrator of the tenant chooses on Microsoft's page; answers where that leads. */
  choose(url: string, tenantId: TenantId, choice?: Choice): Promise<URL>
  /** Delivers Microsoft's response and returns the final path of the browser. */
  bring(browser: TestBrowser, callback: URL): Promise<string>
  /** Asks, chooses and brings, in one go. */
  consent(
    browser: TestBrowser,
    asked: { kind: ConsentKind; tenantId?: TenantId },
    choice?: Choice,
  ): Promise<{ id: ConsentId; landing: string; callback: URL }>
  /** The job that looks for the proof, now instead of after its pause; waits until it has ended. */
  look(browser: TestBrowser, consentId: ConsentId): Promise<string>
  /** Waits until no job is looking for a proof that is due. */
  looked(): Promise<void>
  /** What the trail of changes says, in its order; people by their roles. */
  trail(): Promise<string[]>
  /** No refresh is under way any more. */
  atRest(): Promise<void>
}

/** Slow enough that no consent runs out of its time on a busy machine. */
const SPEED = 5
const CALLBACK = finishAdminConsent.path
/** Distinguishes the users of one role. */
const NUMBERED = /-\d+@partner\.example$/u

/** The product connected to a simulated Microsoft whose consent pages can be driven. */
export async function createConsentWorld(): Promise<ConsentWorld> {
  const clock = createPatientClock(SPEED)
  const now = () => clock.now().getTime()
  const simulator = await startSimulator({ tenants: 4, users: 3, appUrls: [PUBLIC_URL], now })
  const app = await createTestApp({
    simulator,
    clock,
    pauseForMicrosoft: clock.sleep,
  })
  const { world } = simulator
  const { db } = app.database.handle
  const [first, second] = world.tenants.filter(({ kind }) => kind === 'csp')
  if (!first || !second) throw new Error('The simulated world has too few customers')
  const everybody = [first, second, world.partner]

  function tenantOf(tenantId: TenantId): SimulatedTenant {
    const tenant = everybody.find(({ id }) => id === tenantId)
    if (!tenant) throw new Error('No such tenant')
    return tenant
  }

  async function choose(url: string, tenantId: TenantId, choice: Choice = 'accept') {
    const person = tenantOf(tenantId).people[0]?.id ?? ''
    const body = new URLSearchParams({ person, [choice]: 'true' })
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    if (answer.status !== 302) throw new Error(`Microsoft's page stays: ${await answer.text()}`)
    return new URL(String(answer.headers.get('location')))
  }

  async function atRest(): Promise<void> {
    await vi.waitFor(
      async () => {
        const rows = await db.selectFrom('syncRuns').select('finishedAt').execute()
        if (rows.some(({ finishedAt }) => finishedAt === null)) throw new Error('still reading')
      },
      { timeout: 30_000, interval: 50 },
    )
  }

  async function looked(): Promise<void> {
    const seen = app.log.length
    await vi.waitFor(
      async () => {
        const { rows } = await app.database.handle.executeSql(
          `select id from pgboss.job where name = 'verify-consent'
             and state < 'completed' and start_after <= now()`,
        )
        if (rows.length > 0) throw new Error(`still looking: ${app.log.slice(seen).join('')}`)
      },
      { timeout: 30_000, interval: 20 },
    )
  }

  return {
    ...app,
    simulator,
    looked,
    fabrikam: TenantId.parse(first.id),
    contoso: TenantId.parse(second.id),
    own: TenantId.parse(world.partner.id),
    choose,
    bring,
    atRest,

    async beginAnew() {
      await atRest()
      await app.reset()
      simulator.faults.clear()
      for (const tenant of everybody) tenant.consent = null
      const { clientId, clientSecret } = world.registration
      await app.connect({ clientId, clientSecret, tenantId: world.partner.id })
    },

    async consent(browser, { kind, tenantId }, choice) {
      const body = { kind, ...(tenantId === undefined ? {} : { tenantId }) }
      const { id, url } = await browser.call(startConsent, { body })
      const callback = await choose(url, tenantId ?? TenantId.parse(world.partner.id), choice)
      return { id, landing: await bring(browser, callback), callback }
    },

    async look(browser, consentId) {
      await app.jobs.send(verifyConsent, { consentId })
      await looked()
      return (await browser.call(getConsent, { params: { consentId } })).state
    },

    async trail() {
      const rows = await db
        .selectFrom('securityAuditLog')
        .select(['action', 'changedBy', 'newValue'])
        .where('type', '=', 'tenant')
        .orderBy('id')
        .execute()
      return rows.map(({ action, changedBy, newValue }) =>
        [action, newValue, `by ${changedBy.replace(NUMBERED, '')}`]
          .filter((part) => part !== null)
          .join(' '),
      )
    },

    async close() {
      await atRest()
      await app.close()
      await simulator.close()
    },
  }
}

async function bring(browser: TestBrowser, callback: URL): Promise<string> {
  const response = await browser.request({ url: callback.pathname + callback.search })
  if (response.statusCode !== 302) throw new Error(`No redirect: ${response.statusCode}`)
  return String(response.headers.location).replace(`${CALLBACK}?`, '')
}

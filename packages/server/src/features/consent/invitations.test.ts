import {
  decideTenantApproval,
  finishAdminConsent,
  getConsent,
  listInvitations,
  revokeInvitation,
  startConsent,
} from '@tenantscope/contract/consent'
import { decodeCspLicenses } from '@tenantscope/contract/csp-decode'
import type { ConsentId, TenantId } from '@tenantscope/contract/ids'
import { CONSENT } from '@tenantscope/contract/limits'
import { refreshTenant, refreshTenants } from '@tenantscope/contract/sync'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createConsentWorld } from '../../testing/consent-world.ts'
import type { ConsentWorld } from '../../testing/consent-world.ts'
import { guidOf } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createConsentRepo } from './consent.repo.ts'

let world: ConsentWorld
let admin: TestBrowser
let technician: TestBrowser
let fabrikam: TenantId
let contoso: TenantId
beforeAll(async () => {
  world = await createConsentWorld()
  ;({ fabrikam, contoso } = world)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.beginAnew()
  admin = await world.signIn('admin')
  technician = await world.signIn('technician')
})

const invite = (browser = technician, tenantId?: TenantId, label?: string) =>
  browser.call(startConsent, {
    body: { kind: 'invitation', ...(tenantId && { tenantId }), ...(label && { label }) },
  })
/** An administrator of that tenant opens the link, in a browser without a session. */
const answer = async (url: string, tenantId: TenantId, choice?: 'cancel') =>
  bring(await world.choose(url, tenantId, choice))
/** Brings an answer, true or forged; returns where the browser ends up, once the job has looked. */
const bring = async (callback: URL) => {
  const landing = await world.bring(world.browser(), callback)
  await world.looked()
  return landing
}
/** The link's answer, altered to name another tenant. */
const forge = async (url: string, tenantId: string) => {
  const forged = await world.choose(url, fabrikam, 'cancel')
  const state = forged.searchParams.get('state') ?? ''
  forged.search = new URLSearchParams({ admin_consent: 'True', tenant: tenantId, state }).toString()
  return bring(forged)
}
/** All that a browser without a session is shown after a consent, whatever it named. */
const RECEIVED = 'result=received'
async function waiting(): Promise<void> {
  const { url } = await invite()
  expect(await answer(url, fabrikam)).toBe(RECEIVED)
}
const read = (browser: TestBrowser, consentId: ConsentId) =>
  browser.call(getConsent, { params: { consentId } })
const invitations = async (browser: TestBrowser) =>
  (await browser.call(listInvitations, {})).invitations
const tenants = async (browser = admin) => (await browser.call(listTenants, {})).tenants
const listed = async (tenantId: TenantId) => (await tenants()).find(({ id }) => id === tenantId)
const decide = (tenantId: TenantId, isAccepted: boolean, browser = admin) =>
  browser.call(decideTenantApproval, { params: { tenantId }, body: { isAccepted } })

describe('a link', () => {
  test('lives for seven days, accepts any tenant that consents, and is stored sealed', async () => {
    const { url, id, expiresAt } = await invite()
    expect(new URL(url).pathname).toBe('/organizations/v2.0/adminconsent')
    const days = (Date.parse(expiresAt) - world.clock.now().getTime()) / 86_400_000
    expect(Math.round(days)).toBe(CONSENT.invitationDays)
    const rows = await world.database.handle.db.selectFrom('consents').selectAll().execute()
    expect(rows).toMatchObject([{ id, sealedUrl: expect.stringMatching(/^v1\./u) as unknown }])
    const { searchParams } = new URL(url)
    expect(JSON.stringify(rows)).not.toContain(searchParams.get('state'))
    expect(await world.trail()).toEqual(['invitation made by technician'])
  })

  test('has the label that its creator gave it, on one line', async () => {
    await invite()
    const { url } = await invite(technician, undefined, ' Fabrikam,\nticket 4711 ')
    expect(url).not.toContain('4711')
    const labels = (await invitations(technician)).map(({ label }) => label)
    expect(new Set(labels)).toEqual(new Set(['Fabrikam, ticket 4711', null]))
    const body = { kind: 'invitation', label: 'x'.repeat(CONSENT.labelLength + 1) } as const
    expect((await technician.refusal(startConsent, { body })).status).toBe(400)
  })

  test('is its creator’s and administrators’ to see, and ends with its time', async () => {
    const { url, id } = await invite()
    const other = await world.signIn('technician', { tenants: 'all' })
    expect(await invitations(technician)).toMatchObject([{ id, url, state: 'waiting' }])
    expect(await invitations(admin)).toMatchObject([{ id, url, state: 'waiting' }])
    expect(await invitations(other)).toEqual([])
    world.clock.advance({ hours: CONSENT.invitationDays * 24 })
    const late = await world.signIn('admin')
    expect(await invitations(late)).toMatchObject([{ id, url: null, state: 'expired' }])
    expect(await answer(url, fabrikam)).toBe('error=expired')
  })

  test('can be withdrawn by its creator and by administrators', async () => {
    const [mine, theirs] = [await invite(), await invite()]
    const other = await world.signIn('technician', { tenants: 'all' })
    for (const consentId of [mine.id, guidOf(404)]) {
      const { status, body } = await other.refusal(revokeInvitation, { params: { consentId } })
      expect([status, body.message]).toEqual([404, 'Consent not found'])
    }
    for (const [browser, { id: consentId, url }] of [
      [technician, mine],
      [admin, theirs],
    ] as const) {
      const params = { consentId }
      const revoked = await browser.call(revokeInvitation, { params })
      expect(revoked).toMatchObject({ state: 'revoked', problem: 'revoked' })
      expect(await browser.call(revokeInvitation, { params })).toEqual(revoked)
      expect(await answer(url, fabrikam)).toBe('error=revoked')
    }
    expect(await tenants()).toEqual([])
    expect(await invitations(admin)).toMatchObject([{ url: null }, { url: null }])
    expect((await world.trail()).slice(2)).toEqual([
      'invitation revoked by technician',
      'invitation revoked by admin',
    ])
  })

  test('a consent in a popup is no invitation', async () => {
    await world.addTenant(fabrikam)
    const body = { kind: 'interactive', tenantId: fabrikam } as const
    const { id: consentId } = await admin.call(startConsent, { body })
    expect(await invitations(admin)).toEqual([])
    const { status } = await admin.refusal(revokeInvitation, { params: { consentId } })
    expect(status).toBe(404)
  })

  test('stays open however often it was refused, and the trail says so once', async () => {
    const { url, id } = await invite()
    for (let time = 0; time < 2; time += 1)
      expect(await answer(url, fabrikam, 'cancel')).toContain('error=cancelled')
    expect(await invitations(technician)).toMatchObject([{ id, url, state: 'cancelled' }])
    const forged = await world.choose(url, fabrikam, 'cancel')
    forged.searchParams.set('error', 'server_error')
    forged.searchParams.delete('error_description')
    forged.searchParams.delete('error_subcode')
    expect(await world.bring(world.browser(), forged)).toContain('error=microsoft_error')
    expect(await answer(url, fabrikam)).toBe(RECEIVED)
    expect(await world.trail()).toEqual([
      'invitation made by technician',
      'consent refused cancelled by invitee',
      'consent given by invitee',
    ])
  })

  test('is used up by the first consent, also for the tenant that gave it', async () => {
    const { url, id } = await invite()
    expect(await answer(url, fabrikam)).toBe(RECEIVED)
    for (const tenantId of [fabrikam, contoso])
      expect(await answer(url, tenantId)).toBe('error=invalid_state')
    expect((await tenants()).map((each) => each.id)).toEqual([fabrikam])
    const params = { consentId: id }
    const { status, body } = await admin.refusal(revokeInvitation, { params })
    expect([status, body.message]).toEqual([409, 'This invitation has already been used'])
  })

  test('used by two tenants at one moment belongs to one of them', async () => {
    const { url } = await invite()
    const answers = await Promise.all([fabrikam, contoso].map((each) => world.choose(url, each)))
    const landings = await Promise.all(answers.map(bring))
    expect(landings.toSorted()).toEqual(['error=invalid_state', RECEIVED])
    expect(await tenants()).toMatchObject([{ id: landings[0] === RECEIVED ? fabrikam : contoso }])
  })

  test('for one tenant is of no use to another', async () => {
    await world.addTenant(fabrikam, 'Fabrikam')
    const { url, id } = await invite(admin, fabrikam)
    const altered = await world.choose(url, fabrikam)
    altered.searchParams.set('tenant', contoso)
    expect(await world.bring(world.browser(), altered)).toBe(`error=wrong_tenant&consent=${id}`)
    expect(await read(admin, id)).toMatchObject({ problem: 'wrong_tenant', tenantId: fabrikam })
    expect(await answer(url, fabrikam)).toBe(RECEIVED)
  })
})

describe('an unknown tenant', () => {
  test('waits for approval and is not read, also on request', async () => {
    await waiting()
    expect(await listed(fabrikam)).toMatchObject({
      status: 'Pending',
      displayName: fabrikam,
      consent: { state: 'awaitingApproval' },
      dataAsOf: null,
    })
    const params = { tenantId: fabrikam }
    const refused = await admin.refusal(refreshTenant, { params })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This tenant waits for an administrator to accept it',
    ])
    expect((await admin.refusal(decodeCspLicenses, { params })).status).toBe(409)
    const { message } = await admin.call(getTenantDetails, { params })
    expect(message).toContain('waits for an administrator to accept it')
    await admin.call(refreshTenants, {})
    await world.atRest()
    const after = await listed(fabrikam)
    expect(after).toMatchObject({ dataAsOf: null, consent: { state: 'awaitingApproval' } })
    const read = await world.database.handle.db
      .selectFrom('syncRunTenants')
      .select('tenantId')
      .where('tenantId', '=', fabrikam)
      .execute()
    expect(read).toEqual([])
  })

  test('is visible only to users who see all tenants, not to its inviter', async () => {
    await waiting()
    expect(await tenants(technician)).toEqual([])
    const [invitation] = await invitations(technician)
    expect(invitation).toMatchObject({ state: 'succeeded', tenantId: null, displayName: null })
    expect(await invitations(admin)).toMatchObject([{ tenantId: fabrikam }])
  })

  test('is read once an administrator has accepted it', async () => {
    await waiting()
    expect(await decide(fabrikam, true)).toEqual({ isAccepted: true })
    await world.atRest()
    const accepted = await listed(fabrikam)
    expect(accepted).toMatchObject({
      status: 'Active',
      accessMethod: 'direct',
      consent: { state: 'granted' },
    })
    expect(accepted?.displayName).not.toBe(fabrikam)
    expect((await world.trail()).at(-1)).toBe('tenant approved approved by admin')
  })

  test('is forgotten when an administrator declines it, and may come again', async () => {
    await waiting()
    expect(await decide(fabrikam, false)).toEqual({ isAccepted: false })
    expect(await tenants()).toEqual([])
    expect((await world.trail()).at(-1)).toBe('tenant declined declined by admin')
    await waiting()
    expect(await listed(fabrikam)).toMatchObject({ consent: { state: 'awaitingApproval' } })
  })

  test('is decided on once, by administrators only', async () => {
    await waiting()
    const all = await world.signIn('technician', { tenants: 'all' })
    const input = { params: { tenantId: fabrikam }, body: { isAccepted: true } }
    expect((await all.refusal(decideTenantApproval, input)).status).toBe(403)
    const other = await world.signIn('admin')
    const both = await Promise.allSettled([decide(fabrikam, true), decide(fabrikam, true, other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const again = await admin.refusal(decideTenantApproval, input)
    expect([again.status, again.body.message]).toEqual([
      409,
      'This tenant is not waiting for approval',
    ])
  })
})

describe('a tenant that is known', () => {
  test('and read just gets its consent', async () => {
    await world.addTenant(fabrikam, 'Fabrikam')
    const { url } = await invite()
    expect(await answer(url, fabrikam)).toBe(RECEIVED)
    await world.atRest()
    expect(await listed(fabrikam)).toMatchObject({
      status: 'Active',
      consent: { state: 'granted' },
    })
  })

  test.each([
    ['whose relationship has ended', { relationship: 'ended', dataAsOf: new Date() }],
    ['whose reading was stopped', { readingStoppedAt: new Date(), dataAsOf: new Date() }],
  ] as const)('%s waits; declined it stays unread, accepted it is read', async (_, before) => {
    await world.addTenant(fabrikam, 'Fabrikam')
    const { db } = world.database.handle
    await db.updateTable('tenants').set(before).execute()
    for (const isAccepted of [false, true]) {
      const { url } = await invite()
      expect(await answer(url, fabrikam)).toBe(RECEIVED)
      expect(await listed(fabrikam)).toMatchObject({ consent: { state: 'awaitingApproval' } })
      await decide(fabrikam, isAccepted)
      expect(await listed(fabrikam)).toMatchObject({ isReadingStopped: !isAccepted })
    }
    await world.atRest()
    expect(await listed(fabrikam)).toMatchObject({ status: 'Active', accessMethod: 'direct' })
  })
})

describe('a forged answer to an open link', () => {
  test('reads the same for a customer, a stranger and no tenant, and is accepted once', async () => {
    await world.addTenant(contoso, 'Contoso')
    await world.consent(admin, { kind: 'interactive', tenantId: contoso })
    await world.atRest()
    for (const tenantId of [contoso, fabrikam, guidOf(404)]) {
      const { url } = await invite()
      expect(await forge(url, tenantId)).toBe(RECEIVED)
      for (const again of [contoso, fabrikam])
        expect(await forge(url, again)).toBe('error=invalid_state')
    }
  })

  test('for a customer that had consented settles nothing and is no consent in the trail', async () => {
    await world.addTenant(contoso, 'Contoso')
    await world.consent(admin, { kind: 'interactive', tenantId: contoso })
    await world.atRest()
    const before = await listed(contoso)
    const { url, id } = await invite()
    await forge(url, contoso)
    expect(await read(technician, id)).toMatchObject({ state: 'propagating', tenantId: null })
    world.clock.advance({ minutes: CONSENT.propagationMinutes })
    technician = await world.signIn('technician')
    await world.look(admin, id)
    expect((await invitations(admin)).find((each) => each.id === id)).toMatchObject({
      state: 'unproven',
      url: null,
      message: expect.stringContaining('No new consent could be verified') as unknown,
    })
    expect(await listed(contoso)).toEqual(before)
    expect(await world.trail()).toEqual([
      'consent asked by admin',
      'consent given by admin',
      'invitation made by technician',
      'consent refused unproven by invitee',
    ])
  })
})

test('the page confirms completion to an invited administrator, and names no tenant', async () => {
  const { url } = await invite()
  const landing = await answer(url, fabrikam)
  const page = await world.browser().request({ url: `${finishAdminConsent.path}?${landing}` })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Your answer was received')
  expect(page.body).not.toContain('postMessage')
  expect(page.body).not.toContain(world.simulator.world.tenants[0]?.displayName)
})

test('a link that leads nowhere any more is forgotten, so that the key that sealed it may go', async () => {
  const { id: revoked } = await invite()
  const used = await invite()
  const { id: open, expiresAt } = await invite()
  await admin.call(revokeInvitation, { params: { consentId: revoked } })
  await answer(used.url, fabrikam)
  const repo = createConsentRepo(world.database.handle.db)
  const sealed = async () => {
    const consents = world.database.handle.db.selectFrom('consents').select('id')
    return (await consents.where('sealedUrl', 'is not', null).execute()).map(({ id }) => id)
  }
  await repo.forgetLinks(world.clock.now())
  expect(await sealed()).toEqual([open])
  await repo.forgetLinks(new Date(expiresAt))
  expect(await sealed()).toEqual([])
})

test('what ended is forgotten after its time, and nothing else is', async () => {
  await world.addTenant(fabrikam)
  const body = { kind: 'interactive', tenantId: fabrikam } as const
  const popup = await admin.call(startConsent, { body })
  const link = await invite()
  const repo = createConsentRepo(world.database.handle.db)
  const kept = async () => {
    const rows = await world.database.handle.db.selectFrom('consents').select('id').execute()
    return rows.map(({ id }) => id).toSorted()
  }
  const [ended, before] = [new Date(Date.parse(popup.expiresAt) + 1), new Date(0)]
  await repo.sweep({ interactive: before, invitations: ended })
  expect(await kept()).toEqual([popup.id, link.id].toSorted())
  await repo.sweep({ interactive: ended, invitations: ended })
  expect(await kept()).toEqual([link.id])
  await repo.sweep({ interactive: before, invitations: new Date(Date.parse(link.expiresAt) + 1) })
  expect(await kept()).toEqual([])
})

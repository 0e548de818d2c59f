import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { CloudName } from '../../clouds.ts'
import { startSimulator, type Simulator } from '../../simulator.ts'
import { createCalls, tenantOf, type Answer, type Calls } from '../../testing/calls.ts'
import { askWith, graphRefusalOf } from '../../testing/permissions.ts'
import type { Tenant } from '../../world/types.ts'

const HOST = 'reports.office.com'
const ACTIVE_USERS = "/reports/getOffice365ActiveUserDetail(period='D30')"
const COLUMNS =
  'Report Refresh Date,User Principal Name,Display Name,Is Deleted,Deleted Date,Has Exchange License,Has OneDrive License,Has SharePoint License,Has Skype For Business License,Has Yammer License,Has Teams License,Exchange Last Activity Date,OneDrive Last Activity Date,SharePoint Last Activity Date,Skype For Business Last Activity Date,Yammer Last Activity Date,Teams Last Activity Date,Exchange License Assign Date,OneDrive License Assign Date,SharePoint License Assign Date,Skype For Business License Assign Date,Yammer License Assign Date,Teams License Assign Date,Assigned Products'
const MORNING = Date.UTC(2026, 10, 20, 9, 30)

// Matchers are of any type; as unknown they can be part of an expected value.
const REPORTS_ADDRESS: unknown = expect.stringContaining(`https://${HOST}/`)

describe('the usage report', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant
  let now = MORNING

  beforeAll(async () => {
    simulator = await startSimulator({
      tenants: 8,
      speed: 100_000,
      cloud: 'any',
      // A millisecond at each look, so that limits have time to fill up again.
      now: () => (now += 1),
    })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'seats-wasted')
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    now = MORNING
    tenant.concealsNamesInReports = false
    simulator.faults.clear()
  })

  function ask(path = ACTIVE_USERS, headers: Record<string, string> = {}): Promise<Answer> {
    return askWith(simulator, { tenant, path, roles: ['Reports.Read.All'], headers })
  }

  async function addressOf(path = ACTIVE_USERS): Promise<URL> {
    const { status, headers, text } = await ask(path)
    expect([status, text]).toEqual([302, ''])
    return new URL(String(headers['location']))
  }

  function download(url: URL, headers: Record<string, string> = {}): Promise<Answer> {
    return calls.send(url.host, url.pathname, { headers })
  }

  /** As bytes, because reading it as text would drop the byte order mark. */
  async function firstBytes(): Promise<string> {
    const { host, pathname } = await addressOf()
    const { body } = await request(`${simulator.url}${pathname}`, { headers: { host } })
    return Buffer.from(await body.arrayBuffer())
      .subarray(0, 6)
      .toString('hex')
  }

  async function linesOf(path?: string): Promise<string[][]> {
    const { text } = await download(await addressOf(path))
    return text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(','))
  }

  test('is downloaded from another host of Microsoft, without a token', async () => {
    const url = await addressOf()
    expect(url.host).toBe(HOST)
    const { status, headers, text } = await download(url)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(text.split('\r\n')[0]).toBe(COLUMNS)
    expect(text.endsWith('\r\n')).toBe(true)
  })

  test('returns the use of services by user, as of the day before yesterday', async () => {
    const person = tenant.people.find((each) => each.licenses.length > 0)
    if (!person) throw new Error('No person has a license')
    tenant.people = tenant.people.map((each) =>
      each === person ? { ...each, daysSinceUse: { Exchange: 0, Teams: 12 } } : each,
    )
    const row = (await linesOf()).find(([, name]) => name === person.userPrincipalName)
    expect(row?.slice(0, 5)).toEqual([
      '2026-11-18',
      person.userPrincipalName,
      person.displayName,
      'False',
      '',
    ])
    expect(row?.[5]).toBe('True')
    // Today's use of Exchange shows as of the report's day; nothing else was ever used but Teams.
    expect(row?.slice(11, 17)).toEqual(['2026-11-18', '', '', '', '', '2026-11-08'])
    expect(row?.[17]).toBe(person.licenses[0]?.assignedDateTime.slice(0, 10))
    expect(row?.[23]).toContain('MICROSOFT 365 BUSINESS PREMIUM')
  })

  test('leaves out people who neither have a license nor used anything', async () => {
    const [unlicensed] = tenant.people
    const before = tenant.people
    tenant.people = before.map((each) =>
      each === unlicensed ? { ...each, licenses: [], daysSinceUse: {} } : each,
    )
    const names = (await linesOf()).map(([, name]) => name)
    expect(names).not.toContain(unlicensed?.userPrincipalName)
    expect(names.length).toBeGreaterThan(0)
    tenant.people = before
  })

  test('marks people who were deleted', async () => {
    const leaver = tenant.people.find(({ licenses }) => licenses.length > 0)
    if (!leaver) throw new Error('No person has a license')
    tenant.people = tenant.people.filter((person) => person !== leaver)
    tenant.bin.people.push({ person: leaver, groupIds: [] })
    const row = (await linesOf()).find(([, name]) => name === leaver.userPrincipalName)
    expect(row?.slice(3, 5)).toEqual(['True', '2026-11-18'])
  })

  test('conceals names where the directory says so, always in the same way', async () => {
    tenant.concealsNamesInReports = true
    const rows = await linesOf()
    for (const [, name, displayName] of rows) {
      expect(name).toMatch(/^[0-9A-F]{32}$/)
      expect(displayName).toMatch(/^[0-9A-F]{32}$/)
    }
    expect(new Set(rows.map(([, name]) => name)).size).toBe(rows.length)
    expect((await linesOf("/reports/getOffice365ActiveUserDetail(period='D7')"))[0]?.[1]).toBe(
      rows[0]?.[1],
    )
  })

  test.each([
    "getOffice365ActiveUserDetail(period='D31')",
    "getOffice365ActiveUserDetail(period='30')",
  ])('%s is refused', async (report) => {
    expect(graphRefusalOf(await ask(`/reports/${report}`))[0]).toBe(400)
  })

  test('is not sent again to those who hold it already', async () => {
    const url = await addressOf()
    const tag = String((await download(url)).headers['etag'])
    expect((await download(url, { 'if-none-match': tag })).status).toBe(304)
    const again = await ask(ACTIVE_USERS, { 'if-none-match': tag })
    expect([again.status, again.headers['location']]).toEqual([304, undefined])
    now += 86_400_000
    expect((await ask(ACTIVE_USERS, { 'if-none-match': tag })).status).toBe(302)
  })

  test('is another one for those who hold the one of last month, although no user was changed', async () => {
    const { headers } = await ask()
    for (const person of tenant.people) {
      if (person.hoursSinceSignIn !== null) person.hoursSinceSignIn += 720
    }
    const again = await ask(ACTIVE_USERS, { 'if-none-match': String(headers['etag']) })
    expect(again.status).toBe(302)
    expect(again.headers['etag']).not.toBe(headers['etag'])
  })

  test('may come without a byte order mark', async () => {
    simulator.faults.add('report-unmarked', { times: 1 })
    expect(await firstBytes()).toBe('5265706f7274')
    expect(await firstBytes()).toBe('efbbbf526570')
  })

  test('is to be had by its address for minutes only', async () => {
    const url = await addressOf()
    now += 299_000
    expect((await download(url)).status).toBe(200)
    now += 2_000
    expect((await download(url)).status).toBe(403)
  })

  test('is not to be had by an address that was made up, nor with a token', async () => {
    const url = await addressOf()
    const forged = new URL(url)
    const claims = Buffer.from(`${simulator.world.partner.id}.D30.${now + 60_000}`)
    forged.pathname = `/data/download/${claims.toString('base64url')}.${url.pathname.split('.')[1]}`
    expect((await download(forged)).status).toBe(404)
    expect((await download(url, { authorization: 'Bearer leaked' })).status).toBe(401)
    expect((await download(url)).status).toBe(200)
  })

  test('may be cut off under way', async () => {
    const url = await addressOf()
    simulator.faults.add('truncated', { paths: ['/data/download'], times: 1 })
    const whole = await download(url)
    expect((await download(url)).text.length).toBeGreaterThan(whole.text.length)
  })

  test('comes out of a batch as a redirect', async () => {
    const { body } = await askWith(simulator, {
      tenant,
      path: '/$batch',
      roles: ['Reports.Read.All'],
      json: { requests: [{ id: '1', method: 'GET', url: ACTIVE_USERS }] },
    })
    expect(body['responses']).toMatchObject([
      { status: 302, headers: { Location: REPORTS_ADDRESS } },
    ])
  })

  test('needs Reports.Read.All', async () => {
    const roles = ['Directory.ReadWrite.All', 'ReportSettings.Read.All']
    const answer = await askWith(simulator, { tenant, path: ACTIVE_USERS, roles })
    expect(graphRefusalOf(answer)).toEqual([403, 'S2SUnauthorized'])
  })

  test.each(['usgov', 'usgovdod', 'china'] as const)('is not in the cloud %s', async (cloud) => {
    const asked = { tenant, path: ACTIVE_USERS, roles: ['Reports.Read.All'] }
    const answer = await askWith(simulator, { ...asked, cloud: cloud satisfies CloudName })
    expect(graphRefusalOf(answer)).toEqual([400, 'BadRequest'])
  })
})

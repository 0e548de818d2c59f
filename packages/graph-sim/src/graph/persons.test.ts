import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { createCalls, rowsOf, tenantOf, type Answer, type Calls } from '../testing/calls.ts'
import { askWith, graphRefusalOf } from '../testing/permissions.ts'
import { signInAs } from '../testing/sign-in.ts'
import { seatsTaken } from '../world/licenses.ts'
import type { Group, Person, Tenant } from '../world/types.ts'

const EVENTUAL = { ConsistencyLevel: 'eventual' }

// Matchers are of any type; as unknown they may stand in what is expected.
const LIST: unknown = expect.any(Array)
const TIME: unknown = expect.stringMatching(/^\d{4}-.*Z$/)
const SUBJECT: unknown = expect.stringMatching(/^[\w-]{43}$/)

describe('groups and people', () => {
  let simulator: Simulator
  let tenant: Tenant
  let top: Group
  let inner: Group

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 8, speed: 100_000 })
    tenant = tenantOf(simulator, 'seats-wasted')
    const [first, second] = tenant.groups
    const [one, two, three] = tenant.people
    if (!first || !second || !one || !two || !three) throw new Error('The directory is too small')
    top = { ...first, memberIds: [one.id, two.id], memberGroupIds: [second.id] }
    // One inside of the other, both ways.
    inner = { ...second, memberIds: [two.id, three.id], memberGroupIds: [first.id] }
    tenant.groups = [
      top,
      inner,
      ...tenant.groups.slice(2).map((each) => ({ ...each, memberIds: [] })),
    ]
  })
  afterAll(() => simulator.close())

  function ask(
    path: string,
    roles = ['Directory.Read.All'],
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return askWith(simulator, { tenant, path, roles, headers })
  }

  function personAt(index: number): Person {
    const person = tenant.people[index]
    if (!person) throw new Error('Nobody there')
    return person
  }

  test('tell the members of a group, people and groups', async () => {
    const rows = rowsOf(await ask(`/groups/${top.id}/members`))
    expect(rows.map((row) => [row['@odata.type'], row['id']])).toEqual([
      ['#microsoft.graph.user', personAt(0).id],
      ['#microsoft.graph.user', personAt(1).id],
      ['#microsoft.graph.group', inner.id],
    ])
    expect(rows[0]).toMatchObject({ userPrincipalName: personAt(0).userPrincipalName })
    expect(rows[0]).not.toHaveProperty('accountEnabled')
    expect(rows[2]).toMatchObject({ displayName: inner.displayName, groupTypes: LIST })
    expect(rows[2]).not.toHaveProperty('userPrincipalName')
  })

  test('tell transitive members each once, though groups hold each other', async () => {
    const rows = rowsOf(await ask(`/groups/${top.id}/transitiveMembers?$select=id`))
    expect(rows).toEqual([
      { '@odata.type': '#microsoft.graph.user', id: personAt(0).id },
      { '@odata.type': '#microsoft.graph.user', id: personAt(1).id },
      { '@odata.type': '#microsoft.graph.group', id: inner.id },
      { '@odata.type': '#microsoft.graph.user', id: personAt(2).id },
    ])
    const people = rowsOf(await ask(`/groups/${top.id}/transitiveMembers/microsoft.graph.user`))
    expect(people.map((row) => row['id'])).toEqual([0, 1, 2].map((index) => personAt(index).id))
  })

  test('count members for clients that accept a late count, in pages', async () => {
    const path = `/groups/${top.id}/members?$count=true&$top=2`
    const { body, ...answer } = await ask(path, ['GroupMember.Read.All'], EVENTUAL)
    expect(body['@odata.count']).toBe(3)
    expect(rowsOf({ ...answer, body })).toHaveLength(2)
    expect(body['@odata.nextLink']).toContain('$skiptoken=')
    expect(graphRefusalOf(await ask(path))).toEqual([400, 'Request_UnsupportedQuery'])
    const tooMany = await ask(`/groups/${top.id}/members?$top=1000`)
    expect(graphRefusalOf(tooMany)).toEqual([400, 'Request_UnsupportedQuery'])
  })

  test.each([
    ['members', 3],
    ['transitiveMembers', 5],
  ])('charge %s at %i units, one less when selected', async (list, units) => {
    const { headers } = await ask(`/groups/${top.id}/${list}`)
    expect(headers['x-ms-resource-unit']).toBe(String(units))
    const selected = await ask(`/groups/${top.id}/${list}?$select=id`)
    expect(selected.headers['x-ms-resource-unit']).toBe(String(units - 1))
  })

  test.each(['members', 'transitiveMembers', 'transitiveMembers/microsoft.graph.user'])(
    'refuse %s of a group that is not there, and to callers without a permission',
    async (list) => {
      expect(graphRefusalOf(await ask(`/groups/${personAt(0).id}/${list}`))).toEqual([
        404,
        'Request_ResourceNotFound',
      ])
      expect(graphRefusalOf(await ask(`/groups/${top.id}/${list}`, ['User.Read.All']))).toEqual([
        403,
        'Authorization_RequestDenied',
      ])
    },
  )

  test('tell the licenses of a person with each plan', async () => {
    const person = tenant.people.find(({ licenses }) => licenses.length > 0)
    const [license] = person?.licenses ?? []
    if (!person || !license) throw new Error('Nobody has a license')
    const sku = tenant.subscriptions.find((each) => each.sku.skuId === license.skuId)?.sku
    if (!sku) throw new Error('A license of no subscription')
    const disabled = sku.servicePlans[1]
    tenant.people = tenant.people.map((each) =>
      each === person
        ? {
            ...each,
            licenses: [
              { ...license, disabledPlans: [disabled?.id ?? ''] },
              { ...license, disabledPlans: [disabled?.id ?? ''], assignedByGroup: top.id },
            ],
          }
        : each,
    )
    const rows = rowsOf(await ask(`/users/${person.id}/licenseDetails`))
    expect(seatsTaken(tenant.people, sku)).toBeGreaterThan(0)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ skuId: sku.skuId, skuPartNumber: sku.skuPartNumber })
    const plans = rows[0]?.['servicePlans']
    expect(plans).toHaveLength(sku.servicePlans.length)
    expect(plans).toContainEqual({
      servicePlanId: disabled?.id,
      servicePlanName: disabled?.name,
      provisioningStatus: 'Disabled',
      appliesTo: sku.appliesTo,
    })
    const byName = await ask(`/users/${person.userPrincipalName}/licenseDetails`, ['User.Read.All'])
    expect(rowsOf(byName)).toHaveLength(1)
    const refused = await ask(`/users/${person.id}/licenseDetails`, ['Group.Read.All'])
    expect(graphRefusalOf(refused)).toEqual([403, 'Authorization_RequestDenied'])
  })

  test('tell what a person is in: roles, then groups', async () => {
    const rows = rowsOf(await ask(`/users/${personAt(0).id}/memberOf`))
    expect(rows).toMatchObject([
      {
        '@odata.type': '#microsoft.graph.directoryRole',
        roleTemplateId: '62e90394-69f5-4237-9190-012177145e10',
      },
      { '@odata.type': '#microsoft.graph.group', id: top.id },
    ])
    const missing = await ask(`/users/${top.id}/memberOf`)
    expect(graphRefusalOf(missing)).toEqual([404, 'Request_ResourceNotFound'])
  })
})

describe('mail', () => {
  let simulator: Simulator
  let partner: Tenant

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 1, speed: 100_000 })
    ;({ partner } = simulator.world)
  })
  afterAll(() => simulator.close())

  function send(json: unknown, roles = ['Mail.Send'], sender = partner.people[0]?.id) {
    return askWith(simulator, { tenant: partner, path: `/users/${sender}/sendMail`, roles, json })
  }

  const MESSAGE = {
    subject: 'A refresh failed twice',
    body: { contentType: 'Text', content: 'See the tenant.' },
    toRecipients: [{ emailAddress: { address: 'vera.novak@harborlane.example' } }],
  }

  test('is accepted and kept', async () => {
    const { status, text } = await send({ message: MESSAGE, saveToSentItems: false })
    expect([status, text]).toEqual([202, ''])
    expect(simulator.world.mails).toEqual([
      {
        tenantId: partner.id,
        senderId: partner.people[0]?.id,
        sentAt: TIME,
        recipients: ['vera.novak@harborlane.example'],
        message: MESSAGE,
      },
    ])
  })

  test.each([
    ['without a message', { saveToSentItems: true }, 'ErrorInvalidRequest'],
    ['that is a list', [MESSAGE], 'ErrorInvalidRequest'],
    ['to nobody', { message: { ...MESSAGE, toRecipients: [] } }, 'ErrorInvalidRequest'],
    [
      'to no address',
      { message: { ...MESSAGE, toRecipients: [{ emailAddress: { address: 'Vera' } }] } },
      'ErrorInvalidRequest',
    ],
  ])('%s is refused and not kept', async (_, json, code) => {
    const before = simulator.world.mails.length
    expect(graphRefusalOf(await send(json))).toEqual([400, code])
    expect(simulator.world.mails).toHaveLength(before)
  })

  test('needs Mail.Send, a sender, and POST', async () => {
    const json = { message: MESSAGE }
    expect(graphRefusalOf(await send(json, ['Directory.ReadWrite.All']))).toEqual([
      403,
      'ErrorAccessDenied',
    ])
    expect(graphRefusalOf(await send(json, ['Mail.Send'], 'nobody@harborlane.example'))).toEqual([
      404,
      'Request_ResourceNotFound',
    ])
    const path = `/users/${partner.people[0]?.id}/sendMail`
    const got = await askWith(simulator, { tenant: partner, path, roles: ['Mail.Send'] })
    expect(graphRefusalOf(got)).toEqual([405, 'Request_BadRequest'])
  })
})

describe('a signed-in person', () => {
  let simulator: Simulator
  let calls: Calls
  let partner: Tenant
  let token: string

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 1, speed: 100_000 })
    calls = createCalls(simulator)
    ;({ partner } = simulator.world)
    token = await signIn(partner.people[1]?.id ?? '')
  })
  afterAll(() => simulator.close())

  async function signIn(personId: string, scope = 'openid profile email User.Read') {
    const options = { personId, tenant: partner.id, change: { scope } }
    const { body } = await signInAs(simulator, calls, options)
    return String(body['access_token'])
  }

  function asPerson(path: string, by = token): Promise<Answer> {
    const headers = { authorization: `Bearer ${by}` }
    return calls.send('graph.microsoft.com', path, { headers })
  }

  test('reads who they are', async () => {
    const { body } = await asPerson('/v1.0/me?$select=id,displayName,jobTitle,department')
    expect(body).toMatchObject({
      id: partner.people[1]?.id,
      displayName: 'Tomás Herrera',
      jobTitle: 'Technician',
      department: 'Services',
    })
  })

  test('reads their roles by template', async () => {
    const roles = rowsOf(await asPerson('/v1.0/me/memberOf/microsoft.graph.directoryRole'))
    expect(new Set(roles.map((row) => row['roleTemplateId']))).toEqual(
      new Set(partner.people[1]?.roleTemplateIds),
    )
    const all = rowsOf(await asPerson('/v1.0/me/memberOf'))
    expect(all.slice(0, roles.length)).toEqual(roles)
  })

  test('is told by OpenID Connect as far as the scopes go', async () => {
    const { status, body } = await asPerson('/oidc/userinfo')
    expect(status).toBe(200)
    expect(body).toEqual({
      sub: SUBJECT,
      name: 'Tomás Herrera',
      given_name: 'Tomás',
      family_name: 'Herrera',
      picture: 'https://graph.microsoft.com/v1.0/me/photo/$value',
      email: 'tomas.herrera@harborlane.example',
    })
    const bare = await signIn(partner.people[1]?.id ?? '', 'openid User.Read')
    expect(Object.keys((await asPerson('/oidc/userinfo', bare)).body)).toEqual(['sub'])
  })

  test('may not read what their token has no scope for', async () => {
    for (const path of ['/v1.0/auditLogs/signIns', '/v1.0/applications', '/v1.0/groupSettings']) {
      expect(graphRefusalOf(await asPerson(path))[0]).toBe(403)
    }
  })

  test('is nobody in the token of an app', async () => {
    for (const path of ['/me', '/me/memberOf', '/me/memberOf/microsoft.graph.directoryRole']) {
      const roles = ['Directory.Read.All']
      expect(graphRefusalOf(await askWith(simulator, { tenant: partner, path, roles }))).toEqual([
        400,
        'BadRequest',
      ])
    }
    const app = await calls.appToken(partner)
    expect(graphRefusalOf(await asPerson('/oidc/userinfo', app))).toEqual([
      401,
      'InvalidAuthenticationToken',
    ])
  })

  test('who was removed meanwhile is not known any more', async () => {
    const leaver = partner.people[6]
    const theirs = await signIn(leaver?.id ?? '')
    partner.people = partner.people.filter((person) => person !== leaver)
    expect(graphRefusalOf(await asPerson('/oidc/userinfo', theirs))).toEqual([
      401,
      'Authorization_IdentityNotFound',
    ])
    expect(graphRefusalOf(await asPerson('/v1.0/me', theirs))).toEqual([
      404,
      'Request_ResourceNotFound',
    ])
  })
})

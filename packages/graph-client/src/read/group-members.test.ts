import { expect, test } from 'vitest'

import { setUpAnswers } from '../testing/answering.ts'
import { ADA, GROUP } from '../testing/golden/golden.ts'
import { readGroupMembers } from './group-members.ts'

const user = (id: string) => ({ '@odata.type': '#microsoft.graph.user', id })
const membersOf = (id: string) => `/groups/${id}/transitiveMembers`

test('the members of many groups come twenty groups to a request', async () => {
  const groupIds = Array.from({ length: 45 }, (_, index) => `group-${index}`)
  const { graph, graphRequests } = await setUpAnswers((path) => ({
    body: { value: [user(path.split('/')[2] ?? '')] },
  }))
  const members = await readGroupMembers(graph, [...groupIds, 'group-0'])
  expect(members).toEqual(new Map(groupIds.map((id) => [id, [{ id, kind: 'user' }]])))
  expect(graphRequests()).toHaveLength(3)
  expect(graphRequests()[0]?.body).toContain('transitiveMembers?$select=id&$top=999')
})

test('users, groups, service principals, devices and other objects are distinguished', async () => {
  const types = ['user', 'group', 'servicePrincipal', 'device', 'orgContact']
  const value = types.map((type) => ({ '@odata.type': `#microsoft.graph.${type}`, id: type }))
  const { graph } = await setUpAnswers({ [membersOf(GROUP)]: { value } })
  const members = (await readGroupMembers(graph, [GROUP])).get(GROUP)
  expect(members).toMatchObject([
    { kind: 'user' },
    { kind: 'group' },
    { kind: 'servicePrincipal' },
    { kind: 'device' },
    { kind: 'other' },
  ])
})

test('a derived type has the kind that it inherits from, and an unknown one is kept as unknown (N3)', async () => {
  const types = ['agentUser', 'agentIdentity', 'agentIdentityBlueprintPrincipal', 'aNewType']
  const value = [
    ...types.map((type) => ({ '@odata.type': `#microsoft.graph.${type}`, id: type })),
    { id: 'without a type' },
  ]
  const { graph } = await setUpAnswers({ [membersOf(GROUP)]: { value } })
  const members = (await readGroupMembers(graph, [GROUP])).get(GROUP)
  expect(members).toMatchObject([
    { kind: 'agentUser' },
    { kind: 'servicePrincipal' },
    { kind: 'servicePrincipal' },
    { kind: 'unknown' },
    { kind: 'unknown' },
  ])
})

test('a group that goes on beyond its first page is read to its end', async () => {
  const next = `https://graph.microsoft.com/v1.0${membersOf(GROUP)}?$skiptoken=more`
  const { graph } = await setUpAnswers({
    [membersOf(GROUP)]: { value: [user('one')], '@odata.nextLink': next },
    [`${membersOf(GROUP)}?$skiptoken`]: { value: [user('two')] },
  })
  expect((await readGroupMembers(graph, [GROUP])).get(GROUP)).toMatchObject([
    { id: 'one' },
    { id: 'two' },
  ])
})

test('a group that is gone is null, one that may not be read is a failure, and others are whole', async () => {
  const refused = { status: 403, body: { error: { code: 'Authorization_RequestDenied' } } }
  const { graph } = await setUpAnswers((path) => {
    if (path.startsWith(membersOf('secret'))) return refused
    if (path.startsWith(membersOf('gone'))) return { status: 404, body: {} }
    return { body: { value: [user(ADA)] } }
  })
  const members = await readGroupMembers(graph, ['gone', 'secret', GROUP])
  expect(members.get('gone')).toBeNull()
  expect(members.get('secret')).toMatchObject({ code: 'PERMISSION_MISSING' })
  expect(members.get(GROUP)).toEqual([{ id: ADA, kind: 'user' }])
})

test('no groups ask for nothing', async () => {
  const { graph, graphRequests } = await setUpAnswers()
  expect(await readGroupMembers(graph, [])).toEqual(new Map())
  expect(graphRequests()).toEqual([])
})

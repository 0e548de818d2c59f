import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import { rowsOf, tenantOf, type Answer } from '../../testing/calls.ts'
import { askWith, graphRefusalOf } from '../../testing/permissions.ts'
import { ticking } from '../../testing/ticking.ts'
import type { Application, Tenant } from '../../world/types.ts'

const NOW = Date.UTC(2026, 10, 20, 9, 30)
const GRAPH = '00000003-0000-0000-c000-000000000000'
const DIRECTORY_READ_ALL = '7ab1d382-f21e-4acd-a863-ba3e13f7da61'
const BACKUP: Application = {
  id: '7c9b2c0e-1f0f-4a0b-8a43-2b6b5b3f0a01',
  appId: '2f1e7d0a-92c5-4c64-8d3a-5d3a0d5d7b02',
  displayName: 'Nightly backup',
  createdDateTime: '2023-05-04T10:00:00Z',
  signInAudience: 'AzureADMyOrg',
  passwordCredentials: [
    {
      keyId: '3e0f7a57-5c5e-4a3a-9a43-0f5f5f7b8c03',
      displayName: 'backup server',
      hint: 'aB~',
      startsInDays: -710,
      endsInDays: 20,
    },
  ],
  keyCredentials: [
    {
      keyId: '4e0f7a57-5c5e-4a3a-9a43-0f5f5f7b8c04',
      displayName: 'CN=backup',
      hint: 'E1D2',
      startsInDays: -400,
      endsInDays: -35,
    },
  ],
  requiredPermissions: [{ id: DIRECTORY_READ_ALL, type: 'Role' }],
  ownerIds: [],
}
const BACKUP_PRINCIPAL = '5d0f7a57-5c5e-4a3a-9a43-0f5f5f7b8c05'

// Matchers are of any type; as unknown they can be part of an expected value.
const TEXT: unknown = expect.any(String)
const OPAQUE_ID: unknown = expect.stringMatching(/^[\w-]{43}$/)
const DATE: unknown = expect.stringMatching(/^\d{4}-/)

describe('applications', () => {
  let simulator: Simulator
  let tenant: Tenant
  let ownId: string

  beforeAll(async () => {
    simulator = await startSimulator({
      tenants: 8,
      speed: 100_000,
      cloud: 'any',
      now: ticking(NOW),
    })
    tenant = tenantOf(simulator, 'seats-wasted')
    ownId = tenant.consent?.servicePrincipalId ?? ''
    const owner = tenant.people[0]?.id ?? ''
    tenant.applications = [
      { ...BACKUP, ownerIds: [owner] },
      { ...BACKUP, id: '8c9b2c0e-1f0f-4a0b-8a43-2b6b5b3f0a06', displayName: 'Door locks' },
    ]
    tenant.servicePrincipals = [
      {
        id: BACKUP_PRINCIPAL,
        appId: BACKUP.appId,
        displayName: BACKUP.displayName,
        appOwnerOrganizationId: tenant.id,
        accountEnabled: true,
        hasPassword: true,
      },
    ]
    tenant.applicationGrants = [
      {
        id: 'grant',
        principalId: BACKUP_PRINCIPAL,
        permission: 'RoleManagement.ReadWrite.Directory',
        createdDateTime: '2024-01-01T00:00:00Z',
      },
    ]
    tenant.delegatedGrants = [
      {
        id: 'delegated-1',
        clientId: BACKUP_PRINCIPAL,
        consentType: 'AllPrincipals',
        principalId: null,
        scope: 'User.Read Mail.Read',
      },
      {
        id: 'delegated-2',
        clientId: 'b7a1d382-f21e-4acd-a863-ba3e13f7da07',
        consentType: 'Principal',
        principalId: owner,
        scope: 'openid',
      },
    ]
  })
  afterAll(() => simulator.close())

  function ask(path: string, roles = ['Directory.Read.All']): Promise<Answer> {
    return askWith(simulator, { tenant, path: encodeURI(path), roles })
  }

  test('return when their secrets and certificates expire, and never the secrets', async () => {
    const [row] = rowsOf(await ask('/applications'))
    expect(row).toMatchObject({
      id: BACKUP.id,
      appId: BACKUP.appId,
      displayName: 'Nightly backup',
      signInAudience: 'AzureADMyOrg',
      passwordCredentials: [
        {
          keyId: '3e0f7a57-5c5e-4a3a-9a43-0f5f5f7b8c03',
          displayName: 'backup server',
          hint: 'aB~',
          startDateTime: '2024-12-10T00:00:00Z',
          endDateTime: '2026-12-10T00:00:00Z',
          secretText: null,
        },
      ],
      keyCredentials: [
        {
          type: 'AsymmetricX509Cert',
          usage: 'Verify',
          endDateTime: '2026-10-16T00:00:00Z',
          key: null,
        },
      ],
      requiredResourceAccess: [
        { resourceAppId: GRAPH, resourceAccess: [{ id: DIRECTORY_READ_ALL, type: 'Role' }] },
      ],
    })
  })

  test('come in pages, selected and one by one', async () => {
    const first = await ask('/applications?$top=1&$select=id')
    expect(rowsOf(first)).toEqual([{ id: BACKUP.id }])
    expect(String(first.body['@odata.nextLink'])).toContain('/v1.0/applications?$top=1&$select=id&')
    expect((await ask(`/applications(appId='${BACKUP.appId}')?$select=displayName`)).body).toEqual({
      '@odata.context':
        'https://graph.microsoft.com/v1.0/$metadata#applications(displayName)/$entity',
      displayName: 'Nightly backup',
    })
    expect(graphRefusalOf(await ask(`/applications(appId='${BACKUP_PRINCIPAL}')`))).toEqual([
      404,
      'Request_ResourceNotFound',
    ])
  })

  test('name their owners', async () => {
    const [owner] = tenant.people
    expect(rowsOf(await ask(`/applications/${BACKUP.id}/owners`))).toMatchObject([
      { '@odata.type': '#microsoft.graph.user', id: owner?.id, displayName: owner?.displayName },
    ])
    const [row] = rowsOf(await ask('/applications?$expand=owners&$select=id'))
    expect(row).toMatchObject({
      id: BACKUP.id,
      owners: [{ '@odata.type': '#microsoft.graph.user', id: owner?.id }],
    })
  })

  test('exist in a directory as service principals: Graph, our own, the others', async () => {
    const rows = rowsOf(
      await ask('/servicePrincipals?$select=appId,displayName,passwordCredentials'),
    )
    expect(rows).toMatchObject([
      { appId: GRAPH, displayName: 'Microsoft Graph', passwordCredentials: [] },
      { appId: simulator.world.registration.clientId, displayName: 'Tenantscope' },
      {
        appId: BACKUP.appId,
        displayName: 'Nightly backup',
        passwordCredentials: [{ hint: '5d0' }],
      },
    ])
    // Microsoft's v1.0 schema of a service principal has no time of creation.
    const created = await ask('/servicePrincipals?$select=createdDateTime')
    expect(created.status).toBe(400)
    expect((await ask(`/servicePrincipals(appId='${BACKUP.appId}')`)).body).toMatchObject({
      servicePrincipalType: 'Application',
      appOwnerOrganizationId: tenant.id,
    })
    const own = await ask(`/servicePrincipals(appId='${simulator.world.registration.clientId}')`)
    expect(own.body['id']).toBe(ownId)
    const stranger = await ask(`/servicePrincipals(appId='${BACKUP_PRINCIPAL}')`)
    expect(graphRefusalOf(stranger)).toEqual([404, 'Request_ResourceNotFound'])
  })

  test("of Graph itself offer hundreds of permissions by Microsoft's own ids", async () => {
    const path = `/servicePrincipals(appId='${GRAPH}')?$select=id,appRoles`
    const { appRoles } = (await ask(path)).body
    expect(appRoles).toContainEqual({
      allowedMemberTypes: ['Application'],
      description: TEXT,
      displayName: 'Directory.Read.All',
      id: DIRECTORY_READ_ALL,
      isEnabled: true,
      origin: 'Application',
      value: 'Directory.Read.All',
    })
    const ids = Array.isArray(appRoles) ? appRoles.map((each: { id: string }) => each.id) : []
    expect(ids.length).toBeGreaterThan(250)
    expect(new Set(ids).size).toBe(ids.length)
    expect(appRoles).not.toContainEqual(expect.objectContaining({ value: 'User.Read' }))
  })

  test('return the holders of Graph permissions', async () => {
    const rows = rowsOf(
      await ask(`/servicePrincipals(appId='${GRAPH}')/appRoleAssignedTo?$top=999`),
    )
    expect(rows).toHaveLength((tenant.consent?.roles.length ?? 0) + 1)
    expect(rows).toContainEqual({
      id: OPAQUE_ID,
      deletedDateTime: null,
      appRoleId: DIRECTORY_READ_ALL,
      createdDateTime: DATE,
      principalDisplayName: 'Tenantscope',
      principalId: ownId,
      principalType: 'ServicePrincipal',
      resourceDisplayName: 'Microsoft Graph',
      resourceId: (await ask(`/servicePrincipals(appId='${GRAPH}')?$select=id`)).body['id'],
    })
    expect(rows.at(-1)).toMatchObject({
      principalId: BACKUP_PRINCIPAL,
      principalDisplayName: 'Nightly backup',
      appRoleId: '9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8',
    })
    const { clientId } = simulator.world.registration
    const ofOurs = await ask(`/servicePrincipals(appId='${clientId}')/appRoleAssignedTo`)
    expect(rowsOf(ofOurs)).toEqual([])
  })

  test('have delegated grants, found by the client', async () => {
    const all = rowsOf(await ask('/oauth2PermissionGrants'))
    expect(all).toHaveLength(2)
    expect(all[0]).toMatchObject({
      clientId: BACKUP_PRINCIPAL,
      consentType: 'AllPrincipals',
      principalId: null,
      scope: 'User.Read Mail.Read',
    })
    const path = `/oauth2PermissionGrants?$filter=clientId eq '${BACKUP_PRINCIPAL}'`
    expect(rowsOf(await ask(path)).map((row) => row['id'])).toEqual(['delegated-1'])
  })

  test.each(['/applications', '/servicePrincipals', `/servicePrincipals(appId='${GRAPH}')`])(
    "%s is content with either permission, though not with the directory's writers",
    async (path) => {
      for (const role of ['Application.Read.All', 'Directory.Read.All']) {
        expect((await ask(path, [role])).status).toBe(200)
      }
      for (const role of ['Directory.ReadWrite.All', 'User.Read.All']) {
        expect(graphRefusalOf(await ask(path, [role]))).toEqual([
          403,
          'Authorization_RequestDenied',
        ])
      }
    },
  )

  test('keep their grants from callers that may read applications only', async () => {
    const path = '/oauth2PermissionGrants'
    expect((await ask(path, ['Directory.ReadWrite.All'])).status).toBe(200)
    expect(graphRefusalOf(await ask(path, ['Application.Read.All']))).toEqual([
      403,
      'Authorization_RequestDenied',
    ])
  })
})

import { expect, test } from 'vitest'

import { readContracts } from './read-contracts.ts'
import { readDomains } from './read-domains.ts'
import { readGroups } from './read-groups.ts'
import { readOrganization } from './read-organization.ts'
import { readPolicies } from './read-policies.ts'
import { readSubscribedSkus } from './read-subscribed-skus.ts'
import { readUsers } from './read-users.ts'
import { failureOf, setUpGraph, TENANT } from './testing/set-up.ts'

const SPB = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'
const EXCHANGE = '9aaf7827-d63c-4b61-89c3-182f06f82e5c'
const GROUP = '11111111-2222-4333-8444-555555555555'

/** The client against a directory that holds these rows. */
async function withRows(...value: unknown[]) {
  return setUpGraph(() => ({ body: { value } }))
}

async function wholeOf<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

test('an organization is read with its quota, in one request that selects what is kept', async () => {
  const { graph, graphRequests } = await withRows({
    id: TENANT,
    displayName: 'Fabrikam',
    createdDateTime: '2019-03-01T10:00:00Z',
    countryLetterCode: 'US',
    city: 'Austin',
    state: 'TX',
    businessPhones: ['+1 512 555 0100'],
    technicalNotificationMails: ['it@fabrikam.example'],
    onPremisesSyncEnabled: null,
    partnerTenantType: null,
    tenantType: 'AAD',
    assignedPlans: [{ service: 'exchange' }],
    directorySizeQuota: { used: 211, total: 50_000 },
    verifiedDomains: [
      {
        capabilities: 'Email',
        isDefault: true,
        isInitial: false,
        name: 'fabrikam.example',
        type: 'Managed',
      },
    ],
  })
  expect(await readOrganization(graph)).toEqual({
    id: TENANT,
    displayName: 'Fabrikam',
    createdDateTime: '2019-03-01T10:00:00Z',
    countryLetterCode: 'US',
    city: 'Austin',
    state: 'TX',
    businessPhones: ['+1 512 555 0100'],
    technicalNotificationMails: ['it@fabrikam.example'],
    verifiedDomains: [
      {
        name: 'fabrikam.example',
        isDefault: true,
        isInitial: false,
        type: 'Managed',
        capabilities: 'Email',
      },
    ],
    onPremisesSyncEnabled: null,
    partnerTenantType: null,
    tenantType: 'AAD',
    directorySizeQuota: { used: 211, total: 50_000 },
  })
  expect(graphRequests()).toHaveLength(1)
  expect(graphRequests()[0]?.path).toMatch(
    /^\/v1\.0\/organization\?\$select=id,.*directorySizeQuota$/u,
  )
})

test('a cloud that does not know the quota still describes its organization', async () => {
  const { graph } = await setUpGraph(({ path }) =>
    path.includes('directorySizeQuota')
      ? { status: 400, body: { error: { code: 'BadRequest', message: 'no such property' } } }
      : { body: { value: [{ id: TENANT, displayName: 'Fabrikam' }] } },
  )
  expect(await readOrganization(graph)).toMatchObject({
    displayName: 'Fabrikam',
    directorySizeQuota: null,
  })
})

test('a directory without an organization is a malformed answer; a refusal stays a refusal', async () => {
  const empty = await withRows()
  expect(await failureOf(readOrganization(empty.graph))).toMatchObject({ code: 'MALFORMED_ANSWER' })
  const refused = await setUpGraph(() => ({ status: 403 }))
  expect(await failureOf(readOrganization(refused.graph))).toMatchObject({
    code: 'PERMISSION_MISSING',
  })
  expect(refused.graphRequests()).toHaveLength(1)
})

const SKU = {
  accountName: 'fabrikam',
  accountId: TENANT,
  appliesTo: 'User',
  capabilityStatus: 'Warning',
  consumedUnits: 14,
  id: `${TENANT}_${SPB}`,
  skuId: SPB.toUpperCase(),
  skuPartNumber: 'SPB ',
  subscriptionIds: [GROUP],
  prepaidUnits: { enabled: 0, suspended: 2, warning: 25, lockedOut: 1 },
  servicePlans: [
    {
      servicePlanId: EXCHANGE,
      servicePlanName: 'EXCHANGE_S_STANDARD',
      provisioningStatus: 'Success',
      appliesTo: 'User',
    },
  ],
}

test('a SKU is read with all its units, its id in lower case and its part number trimmed', async () => {
  const { graph, graphRequests } = await withRows(SKU, {
    id: 'x_y',
    skuId: SPB,
    skuPartNumber: 'NEW',
    prepaidUnits: null,
    capabilityStatus: 'SomethingNew',
  })
  expect(await readSubscribedSkus(graph)).toEqual([
    {
      id: `${TENANT}_${SPB}`,
      skuId: SPB,
      skuPartNumber: 'SPB',
      capabilityStatus: 'Warning',
      appliesTo: 'User',
      consumedUnits: 14,
      prepaidUnits: { enabled: 0, suspended: 2, warning: 25, lockedOut: 1 },
      subscriptionIds: [GROUP],
      servicePlans: SKU.servicePlans,
    },
    {
      id: 'x_y',
      skuId: SPB,
      skuPartNumber: 'NEW',
      capabilityStatus: 'SomethingNew',
      appliesTo: null,
      consumedUnits: 0,
      prepaidUnits: { enabled: 0, suspended: 0, warning: 0, lockedOut: 0 },
      subscriptionIds: [],
      servicePlans: [],
    },
  ])
  expect(graphRequests()[0]?.path).not.toMatch(/\$top|\$filter/u)
})

test('people are read 999 at a time, with every property selected that does not come by itself', async () => {
  const state = {
    skuId: SPB,
    disabledPlans: [],
    assignedByGroup: GROUP,
    state: 'Active',
    error: 'None',
    lastUpdatedDateTime: '2024-05-01T00:00:00Z',
  }
  const ada = {
    id: 'ada',
    displayName: 'Ada Example',
    userPrincipalName: 'ada@fabrikam.example',
    mail: 'ada@fabrikam.example',
    accountEnabled: true,
    userType: 'Member',
    onPremisesSyncEnabled: false,
    createdDateTime: '2022-01-05T08:00:00Z',
    usageLocation: 'US',
    assignedLicenses: [{ disabledPlans: [EXCHANGE], skuId: SPB }],
    licenseAssignmentStates: [state, { ...state, assignedByGroup: null }],
  }
  const { graph, graphRequests } = await withRows(ada)
  expect(await wholeOf(readUsers(graph))).toEqual([ada])
  const query = new URL(graphRequests()[0]?.path ?? '', 'http://x').searchParams
  expect(query.get('$top')).toBe('999')
  expect(query.get('$select')?.split(',')).toEqual(Object.keys(ada))
})

test('hostile people are read: holes, nulls, empty texts and members nobody knows', async () => {
  const { graph } = await withRows(
    { id: '1' },
    {
      id: '2',
      displayName: '',
      mail: null,
      accountEnabled: null,
      userType: 'SomethingNew',
      createdDateTime: '',
      assignedLicenses: [null, { skuId: SPB.toUpperCase(), disabledPlans: null, extra: 1 }],
      licenseAssignmentStates: [
        { skuId: SPB, state: 'Odd', error: null, lastUpdatedDateTime: '0001-01-01T00:00:00Z' },
      ],
      '@odata.id': 'x',
      deviceKeys: [{}],
    },
  )
  const [bare, odd] = await wholeOf(readUsers(graph))
  expect(bare).toEqual({
    id: '1',
    displayName: null,
    userPrincipalName: null,
    mail: null,
    accountEnabled: null,
    userType: null,
    onPremisesSyncEnabled: null,
    createdDateTime: null,
    usageLocation: null,
    assignedLicenses: [],
    licenseAssignmentStates: [],
  })
  expect(odd).toMatchObject({
    displayName: null,
    userType: 'SomethingNew',
    createdDateTime: null,
    assignedLicenses: [{ skuId: SPB, disabledPlans: [] }],
    licenseAssignmentStates: [
      {
        skuId: SPB,
        disabledPlans: [],
        assignedByGroup: null,
        state: 'Odd',
        error: null,
        lastUpdatedDateTime: null,
      },
    ],
  })
  expect(odd).not.toHaveProperty('deviceKeys')
})

test('a person whose license has no id is a malformed answer that names the place', async () => {
  const { graph } = await withRows({ id: '1', assignedLicenses: [{ skuId: 7 }] })
  expect(String(await failureOf(wholeOf(readUsers(graph))))).toContain(
    'value[0].assignedLicenses[0].skuId',
  )
})

test('groups are read with their licenses and what became of them', async () => {
  const { graph } = await withRows(
    {
      id: 'g1',
      displayName: 'All staff',
      assignedLicenses: [{ skuId: SPB, disabledPlans: [] }],
      licenseProcessingState: { state: 'ProcessingComplete' },
      hasMembersWithLicenseErrors: true,
      securityEnabled: true,
      groupTypes: ['DynamicMembership'],
    },
    { id: 'g2', licenseProcessingState: null, groupTypes: null },
  )
  expect(await wholeOf(readGroups(graph))).toMatchObject([
    { id: 'g1', licenseProcessingState: 'ProcessingComplete', hasMembersWithLicenseErrors: true },
    {
      id: 'g2',
      displayName: null,
      licenseProcessingState: null,
      groupTypes: [],
    },
  ])
})

test('a policy is read as Microsoft shows it', async () => {
  const { graph } = await withRows({
    id: 'p1',
    templateId: null,
    displayName: 'Require MFA for all',
    createdDateTime: '2024-02-01T09:00:00Z',
    modifiedDateTime: null,
    state: 'enabled',
    sessionControls: null,
    conditions: {
      userRiskLevels: [],
      signInRiskLevels: [],
      clientAppTypes: ['all'],
      servicePrincipalRiskLevels: [],
      insiderRiskLevels: null,
      platforms: null,
      locations: null,
      devices: null,
      applications: {
        includeApplications: ['All'],
        excludeApplications: [],
        applicationFilter: null,
      },
      users: { includeUsers: ['All'], excludeUsers: ['x'], includeGuestsOrExternalUsers: null },
    },
    grantControls: { operator: 'OR', builtInControls: ['mfa'], authenticationStrength: null },
  })
  const [policy] = await readPolicies(graph)
  expect(policy).toMatchObject({
    id: 'p1',
    state: 'enabled',
    conditions: {
      clientAppTypes: ['all'],
      platforms: null,
      users: {
        includeUsers: ['All'],
        excludeUsers: ['x'],
        includeRoles: [],
        includeGuestsOrExternalUsers: null,
      },
    },
    grantControls: { operator: 'OR', builtInControls: ['mfa'], termsOfUse: [] },
    sessionControls: null,
  })
})

test('policies with nulls everywhere and members nobody knows are read', async () => {
  const { graph } = await withRows(
    {
      id: 'p1',
      displayName: null,
      state: 'unknownFutureValue',
      conditions: null,
      grantControls: null,
    },
    {
      id: 'p2',
      conditions: {
        users: null,
        applications: null,
        clientAppTypes: null,
        insiderRiskLevels: 'minor',
      },
      grantControls: { operator: null, builtInControls: ['teleportation', null] },
      sessionControls: { signInFrequency: { value: null, type: 'x', isEnabled: true } },
    },
  )
  const policies = await readPolicies(graph)
  expect(policies).toMatchObject([
    { state: 'unknownFutureValue', conditions: null, grantControls: null, sessionControls: null },
    {
      state: null,
      conditions: { users: null, clientAppTypes: [] },
      grantControls: { builtInControls: ['teleportation'] },
    },
  ])
})

test.each([
  ['holds', ['Policy.Read.All'], 'NOT_LICENSED'],
  ['lacks', ['User.Read.All'], 'PERMISSION_MISSING'],
])('policies refused to a token that %s the permission (%j) are %s', async (_, roles, code) => {
  const refused = { status: 403, body: { error: { code: 'AccessDenied', message: 'x' } } }
  const { graph } = await setUpGraph(() => refused, { roles })
  expect(await failureOf(readPolicies(graph))).toMatchObject({
    code,
    microsoftCode: 'AccessDenied',
  })
})

test('domains and contracts are read', async () => {
  const domains = await withRows({
    id: 'fabrikam.example',
    isDefault: true,
    isInitial: false,
    isVerified: true,
    isRoot: true,
    authenticationType: 'Managed',
    supportedServices: ['Email'],
    model: null,
  })
  expect(await readDomains(domains.graph)).toMatchObject([
    { id: 'fabrikam.example', isDefault: true },
  ])

  const contracts = await withRows({
    id: 'c1',
    deletedDateTime: null,
    contractType: 'ResellerPartner',
    customerId: TENANT.toUpperCase(),
    defaultDomainName: 'contoso.example',
    displayName: 'Contoso',
  })
  expect(await wholeOf(readContracts(contracts.graph))).toEqual([
    {
      id: 'c1',
      customerId: TENANT,
      contractType: 'ResellerPartner',
      defaultDomainName: 'contoso.example',
      displayName: 'Contoso',
    },
  ])
})

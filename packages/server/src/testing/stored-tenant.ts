import { TenantId } from '@tenantscope/contract/ids'
import type { PartFailure, TenantPart } from '@tenantscope/contract/parts'
import type { Kysely } from 'kysely'

import type { Database } from '../db/tables.ts'
import { createLicensesRepo } from '../features/licenses/licenses.repo.ts'
import type { DirectoryRow, DirectoryTable } from '../features/refresh/directory-columns.ts'
import { createGenerationRepo } from '../features/refresh/generation.repo.ts'
import { createTenantRecordsRepo } from '../features/tenants/tenant-records.repo.ts'

type Some<Table extends DirectoryTable> = Partial<DirectoryRow<Table>>

interface Assignment {
  readonly skuId: string
  readonly group?: string
  readonly state?: string
}

export interface StoredReading {
  readonly skus?: readonly (Some<'directorySkus'> & { skuId: string; skuPartNumber: string })[]
  readonly subscriptions?: readonly (Some<'directorySubscriptions'> & { skuId: string })[]
  /** With the SKUs that they hold. */
  readonly people?: readonly (Some<'directoryUsers'> & {
    id: string
    holds?: readonly Assignment[]
  })[]
  readonly groups?: readonly Some<'directoryGroups'>[]
  readonly policies?: readonly Some<'directoryPolicies'>[]
  readonly partFailures?: readonly PartFailure[]
}

/** A reading of a tenant as a refresh leaves it, in place of the one before. */
export async function storeReading(
  db: Kysely<Database>,
  tenant: { id: string; displayName: string; at: Date },
  reading: StoredReading,
): Promise<void> {
  const { skus = [], subscriptions = [], people = [], groups = [] } = reading
  const { policies = [], partFailures = [] } = reading
  const { at, displayName } = tenant
  const tenantId = TenantId.parse(tenant.id)
  const generations = createGenerationRepo(db)
  await db
    .insertInto('tenants')
    .values({ id: tenantId, displayName, isConsented: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const target = await generations.begin(tenantId, at)
  const { generationId } = target
  await generations.applyAll('directorySkus', target, skus.map(skuRow))
  await generations.applyAll('directorySubscriptions', target, subscriptions.map(subscriptionRow))
  await generations.applyAll('directoryUsers', target, people.map(userRow))
  await generations.applyAll('directoryGroups', target, groups.map(groupRow))
  await generations.applyAll('directoryPolicies', target, policies.map(policyRow))
  await generations.applyChildren('directoryLicenseAssignments', target, {
    parentIds: people.map(({ id }) => id),
    rows: people.flatMap(({ id, holds = [] }) => holds.map((held) => assignmentRow(id, held))),
  })
  const counted = await generations.countPeople(target)
  await generations.saveHolders(target)
  await generations.transaction(async (trx) => {
    const isRead = (part: TenantPart) => partFailures.every((failure) => failure.part !== part)
    const counts = isRead('users') ? counted : { people: null, licensedPeople: null }
    const figures = { ...counts, mfa: 'unknown', hasEntraP1: null } as const
    await generations.complete(trx, generationId, { at, figures, partFailures })
    await createTenantRecordsRepo(db).setCurrentGeneration(trx, tenantId, {
      currentGenerationId: generationId,
      dataAsOf: at,
      displayName,
      defaultDomainName: null,
      createdDateTime: null,
    })
    const policyCounts = { policiesEnabled: null, policiesReportOnly: null, policiesDisabled: null }
    const day = { ...counts, ...policyCounts, hasLicenses: isRead('licenses') }
    await generations.saveDay(trx, { tenantId, generationId, at }, day)
    await createLicensesRepo(db).recordSeen(trx, skus, at)
  })
}

const skuRow = (sku: Some<'directorySkus'>): DirectoryRow<'directorySkus'> => ({
  skuId: '',
  skuPartNumber: '',
  appliesTo: 'User',
  capabilityStatus: 'Enabled',
  consumedUnits: 1,
  enabledUnits: 10,
  warningUnits: 0,
  suspendedUnits: 0,
  lockedOutUnits: 0,
  servicePlans: [],
  subscriptionIds: [],
  ...sku,
})

const subscriptionRow = (
  subscription: Some<'directorySubscriptions'>,
): DirectoryRow<'directorySubscriptions'> => ({
  id: 'subscription',
  commerceSubscriptionId: null,
  skuId: '',
  skuPartNumber: null,
  status: 'Enabled',
  isTrial: false,
  totalLicenses: null,
  createdDateTime: null,
  nextLifecycleDateTime: null,
  ownerTenantId: null,
  ...subscription,
})

const userRow = (person: Some<'directoryUsers'>): DirectoryRow<'directoryUsers'> => ({
  id: '',
  displayName: null,
  userPrincipalName: null,
  mail: null,
  jobTitle: null,
  department: null,
  accountEnabled: true,
  userType: 'Member',
  externalUserState: null,
  onPremisesSyncEnabled: null,
  createdDateTime: null,
  usageLocation: null,
  passwordPolicies: null,
  ...person,
})

const groupRow = (group: Some<'directoryGroups'>): DirectoryRow<'directoryGroups'> => ({
  id: '',
  displayName: null,
  securityEnabled: true,
  mailEnabled: false,
  visibility: null,
  groupTypes: [],
  membershipRule: null,
  isAssignableToRole: null,
  licenseProcessingState: null,
  assignedSkuIds: [],
  hasMembersWithLicenseErrors: null,
  ...group,
})

const policyRow = (policy: Some<'directoryPolicies'>): DirectoryRow<'directoryPolicies'> => ({
  id: '',
  templateId: null,
  displayName: '',
  state: 'enabled',
  createdDateTime: null,
  modifiedDateTime: null,
  conditions: {},
  grantControls: null,
  sessionControls: null,
  ...policy,
})

const assignmentRow = (
  userId: string,
  { skuId, group = '', state = 'Active' }: Assignment,
): DirectoryRow<'directoryLicenseAssignments'> => ({
  userId,
  skuId,
  assignedByGroup: group,
  state,
  error: null,
  disabledPlans: [],
  lastUpdatedDateTime: null,
})

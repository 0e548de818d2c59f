import { TenantId } from '@tenantscope/contract/ids'
import type { MalformedRows, PartFailure, TenantPart } from '@tenantscope/contract/parts'
import type { Kysely } from 'kysely'

import { shapeOf } from '../db/directory-tables.ts'
import type { DirectoryRow, DirectoryTable } from '../db/directory-tables.ts'
import type { Database } from '../db/tables.ts'
import type { BillingCounting } from '../features/licenses/billing-months/billing-counting.service.ts'
import { createLicensesRepo } from '../features/licenses/licenses.repo.ts'
import { createGenerationRepo } from '../features/refresh/generation.repo.ts'
import { createTenantRecordsRepo } from '../features/tenants/tenant-records.repo.ts'

type Some<Table extends DirectoryTable> = Partial<DirectoryRow<Table>>

interface Assignment {
  readonly skuId: string
  readonly group?: string
  readonly state?: string
  readonly disabledPlans?: readonly string[]
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
  /** Users, of groups that policies name. */
  readonly members?: readonly { groupId: string; memberId: string }[]
  readonly policies?: readonly Some<'directoryPolicies'>[]
  readonly settings?: readonly DirectoryRow<'directorySettings'>[]
  readonly partFailures?: readonly PartFailure[]
  readonly malformedRows?: readonly MalformedRows[]
  /** Counts the billed people; absent: none is counted. */
  readonly countBilled?: BillingCounting['count']
}

const EMPTY: Required<StoredReading> = {
  skus: [],
  subscriptions: [],
  people: [],
  groups: [],
  members: [],
  policies: [],
  settings: [],
  partFailures: [],
  malformedRows: [],
  countBilled: () => Promise.resolve(null),
}

const complete = (reading: StoredReading): Required<StoredReading> => ({ ...EMPTY, ...reading })

/** A reading of a tenant as a refresh leaves it, in place of the one before. */
export async function storeReading(
  db: Kysely<Database>,
  tenant: { id: string; displayName: string; at: Date },
  reading: StoredReading,
): Promise<void> {
  const { skus, subscriptions, people, groups, members, policies, settings } = complete(reading)
  const { partFailures, malformedRows, countBilled } = complete(reading)
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
  await generations.applyChildren('directoryGroupMembers', target, {
    parentIds: members.map(({ groupId }) => groupId),
    rows: members.map((member) => ({ ...member, memberKind: 'user' })),
  })
  await generations.applyAll('directoryPolicies', target, policies.map(policyRow))
  await generations.applyAll('directorySettings', target, settings)
  await generations.applyChildren('directoryLicenseAssignments', target, {
    parentIds: people.map(({ id }) => id),
    rows: people.flatMap(({ id, holds = [] }) => holds.map((held) => assignmentRow(id, held))),
  })
  const counted = await generations.countPeople(target)
  await generations.saveHolders(target)
  const storeBilled = await countBilled(target, { failures: partFailures, malformedRows })
  await generations.transaction(async (trx) => {
    const isRead = (part: TenantPart) => partFailures.every((failure) => failure.part !== part)
    const counts = isRead('users') ? counted : { people: null, licensedPeople: null }
    const figures = { ...counts, mfa: 'notKnown', mfaCoverage: null, hasEntraP1: null } as const
    await generations.complete(trx, generationId, { at, figures, partFailures, malformedRows })
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
    await generations.saveRenewalOutcomes(trx, target, at)
    await storeBilled?.(trx, at)
    await createLicensesRepo(db).recordSeen(trx, skus, at)
  })
}

/** A row whose texts, numbers and objects are null and whose lists are empty. */
function blankRow<Table extends DirectoryTable>(table: Table): DirectoryRow<Table> {
  const values = shapeOf(table).columns.map(({ name, type }) => [
    name,
    type === 'text[]' ? [] : null,
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every column of the table was just given a value
  return Object.fromEntries(values) as DirectoryRow<Table>
}

const skuRow = (sku: Some<'directorySkus'>): DirectoryRow<'directorySkus'> => ({
  ...blankRow('directorySkus'),
  appliesTo: 'User',
  capabilityStatus: 'Enabled',
  consumedUnits: 1,
  enabledUnits: 10,
  warningUnits: 0,
  suspendedUnits: 0,
  lockedOutUnits: 0,
  servicePlans: [],
  ...sku,
})

const subscriptionRow = (
  subscription: Some<'directorySubscriptions'>,
): DirectoryRow<'directorySubscriptions'> => ({
  ...blankRow('directorySubscriptions'),
  id: 'subscription',
  status: 'Enabled',
  isTrial: false,
  ...subscription,
})

const userRow = (person: Some<'directoryUsers'>): DirectoryRow<'directoryUsers'> => ({
  ...blankRow('directoryUsers'),
  accountEnabled: true,
  userType: 'Member',
  ...person,
})

const groupRow = (group: Some<'directoryGroups'>): DirectoryRow<'directoryGroups'> => ({
  ...blankRow('directoryGroups'),
  id: '',
  securityEnabled: true,
  mailEnabled: false,
  ...group,
})

const policyRow = (policy: Some<'directoryPolicies'>): DirectoryRow<'directoryPolicies'> => ({
  ...blankRow('directoryPolicies'),
  id: '',
  displayName: '',
  state: 'enabled',
  conditions: {},
  ...policy,
})

const assignmentRow = (
  userId: string,
  { skuId, group = '', state = 'Active', disabledPlans = [] }: Assignment,
): DirectoryRow<'directoryLicenseAssignments'> => ({
  ...blankRow('directoryLicenseAssignments'),
  userId,
  skuId,
  assignedByGroup: group,
  state,
  disabledPlans,
})

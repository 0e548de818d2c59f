import { entraP1In } from '@tenantscope/analysis/coverage/entra-license'
import type { TenantPart } from '@tenantscope/contract/parts'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import { readTenantFacts } from '@tenantscope/graph-client/read/tenant-facts'
import type { TenantFacts } from '@tenantscope/graph-client/read/tenant-facts'

import type { Reading, ReadingParts } from './reading-parts.ts'
import { partFailureCodeOf } from './refresh.rules.ts'
import { domainRow, organizationRow, skuRow } from './stored-rows.ts'
import type { OrganizationRow, SkuRow } from './stored-rows.ts'

export interface StoredFacts {
  readonly organization: OrganizationRow
  /** Null: the list of licenses could not be read. */
  readonly skus: readonly SkuRow[] | null
  /** Null: not known, also when SKUs were left out. */
  readonly hasEntraP1: boolean | null
}

/** Reads and stores all small parts of a directory in one batch request. */
export async function readFacts(reading: Reading, parts: ReadingParts): Promise<StoredFacts> {
  const { generations, graph, target, malformed } = reading
  const facts = await readTenantFacts(graph)
  const organization = organizationRow(read(facts.organization), target.tenantId)
  await generations.applyAll('directoryOrganizations', target, [organization])
  await parts.read('domains', async () => {
    await generations.applyAll('directoryDomains', target, read(facts.domains).map(domainRow))
  })
  await parts.read('subscriptions', async () => {
    await generations.applyAll('directorySubscriptions', target, read(facts.subscriptions))
  })
  await storeSettings(reading, parts, facts)
  const skus = await parts.read('licenses', async () => {
    const rows = read(facts.subscribedSkus).map(skuRow)
    await generations.applyAll('directorySkus', target, rows)
    return rows
  })
  const isComplete = !malformed.isIn('licenses')
  return { organization, skus, hasEntraP1: entraP1In(skus, { isComplete }) }
}

/** The kinds of settings with their parts. */
const SETTINGS = [
  ['securityDefaults', 'settings'],
  ['authorizationPolicy', 'settings'],
  ['adminConsentRequestPolicy', 'settings'],
  ['defaultAppManagementPolicy', 'settings'],
  ['crossTenantAccessDefault', 'settings'],
  ['activityBasedTimeoutPolicies', 'settings'],
  ['authenticationMethodsPolicy', 'authenticationMethods'],
  ['groupSettings', 'groupSettings'],
] as const satisfies readonly (readonly [keyof TenantFacts, TenantPart])[]

/** Stores the settings; a kind that could not be read has no row. */
async function storeSettings(
  { generations, target }: Reading,
  parts: ReadingParts,
  facts: TenantFacts,
): Promise<void> {
  const rows: { kind: string; value: unknown }[] = []
  for (const [kind, part] of SETTINGS) {
    const value = facts[kind]
    if (value instanceof GraphFailure) {
      const code = partFailureCodeOf(part, value)
      if (code === null) throw value
      await parts.fail(part, code)
    } else if (value === null) await parts.fail(part, 'NOT_IN_CLOUD')
    else rows.push({ kind, value })
  }
  await generations.applyAll('directorySettings', target, rows)
}

function read<Fact>(fact: Fact | GraphFailure): Fact {
  if (fact instanceof GraphFailure) throw fact
  return fact
}

import { Readable } from 'node:stream'

import { csvFile } from '@tenantscope/analysis/csv'
import { ROLE_MAPPINGS } from '@tenantscope/contract/limits'
import { z } from 'zod'

import { withoutLongTexts } from '../../packages/graph-client/src/engine/long-texts.ts'
import { readLenient, readList } from '../../packages/graph-client/src/engine/malformed-rows.ts'
import { mergePages } from '../../packages/graph-client/src/engine/merging.ts'
import {
  COUNTED_GROUPS,
  MOST_DIVIDED,
  planShards,
} from '../../packages/graph-client/src/engine/shards.ts'
import { readActiveUsers } from '../../packages/graph-client/src/read/active-users.ts'
import { DirectoryUser } from '../../packages/graph-client/src/read/users.ts'
import { assess } from '../../packages/server/src/features/posture/assess.rules.ts'
import { keptEvidence } from '../../packages/server/src/features/posture/kept-evidence.rules.ts'
import { nameOfStored } from '../../packages/server/src/features/posture/policy-names.rules.ts'
import { usersOf } from '../../packages/server/src/features/posture/stored-directory.ts'
import {
  contractsWithoutDirectory,
  customerOf,
  delegatedOf,
} from '../../packages/server/src/features/refresh/listed-customers.ts'
import { assignmentRows } from '../../packages/server/src/features/refresh/stored-rows.ts'
import { distinctNames } from '../../packages/server/src/features/report-schedules/report-schedules.rules.ts'
import { mergeSorted } from '../../packages/server/src/features/reports/merge-sorted.ts'
import { chosenLicenses } from '../../packages/server/src/features/reports/selection.rules.ts'
import {
  roleByMappings,
  triedRoles,
} from '../../packages/server/src/features/role-mappings/role-mappings.rules.ts'
import { matchingChecks, queryOf } from '../../packages/server/src/features/search/search.rules.ts'
import { settledSettings } from '../../packages/server/src/features/tenants/tenant-settings.rules.ts'
import { jsonChunks } from '../../packages/server/src/lib/json-chunks.ts'
import { linesOf } from '../../packages/server/src/lib/lines.ts'
import { slicesOf } from '../../packages/server/src/lib/text-slices.ts'

/** Items in a list that Microsoft, a file or a user sends; analysis/src/hostile-lists.test.ts has the other lists. */
const MANY = 10_000
const NAME = 'x'.repeat(256)

const many = <Item>(make: (index: number) => Item): Item[] =>
  Array.from({ length: MANY }, (_, index) => make(index))

const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const ids = many(idOf)
const answer = {
  json: null,
  at: new Date(0),
  status: 200,
  location: null,
  path: '/users',
  requestId: null,
  correlationId: null,
}

const LINE = { maxBytes: 1_024 * 1_024 }

/** Returns the message of the refusal that the work ends with. */
function refusalOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

async function drained(items: AsyncIterable<unknown> | null): Promise<number> {
  let count = 0
  for await (const _ of items ?? eachOf([])) count += 1
  return count
}

async function* eachOf<Item>(items: readonly Item[]): AsyncGenerator<Item, void, undefined> {
  yield* items
}

async function* once<Item>(item: Item): AsyncGenerator<Item, void, undefined> {
  yield item
}

const REPORT_COLUMNS =
  'Report Refresh Date,User Principal Name,Is Deleted,Exchange Last Activity Date,OneDrive Last Activity Date,SharePoint Last Activity Date,Teams Last Activity Date'
const reportRow = (name: string): string => `2026-11-20,${name},False,,,,`
const usageReport = (texts: readonly string[]) =>
  readActiveUsers({ lacks: () => false, report: () => eachOf(texts) }, 'D30')

const policy = (index: number) => ({
  id: idOf(index),
  displayName: NAME,
  state: 'enabled',
  conditions: {
    users: { includeUsers: ['All'], excludeUsers: index === 0 ? ids : [], excludeGroups: [] },
    applications: { includeApplications: ['All'] },
  },
  grantControls: { operator: 'OR', builtInControls: ['mfa'] },
})

/** A tenant of 10,000 people, all excluded by a policy, with groups in a circle. */
const tenant = JSON.stringify({
  asOf: '2026-11-20T12:00:00Z',
  users: ids.map((id) => ({ id, displayName: NAME, accountEnabled: true, userType: 'Member' })),
  groups: ids.map((id) => ({ id, displayName: NAME })),
  groupMembers: Object.fromEntries(ids.map((id, at) => [id, [ids[(at + 1) % MANY]]])),
  conditionalAccessPolicies: Array.from({ length: 20 }, (_, index) => policy(index)),
})

const assignments = ['a', 'b'].map((group) => ({
  userId: 'u',
  skuId: 's',
  assignedByGroup: group,
  state: 'Active',
  error: null,
  disabledPlans: ids,
  lastUpdatedDateTime: null,
}))

const USER = {
  id: 'u',
  objectType: null,
  displayName: NAME,
  userPrincipalName: null,
  mail: null,
  accountEnabled: true,
  userType: 'Member',
  externalUserState: null,
  externalUserStateChangeDateTime: null,
  onPremisesSyncEnabled: null,
  createdDateTime: null,
  passwordPolicies: null,
}

/** As many as may be stored. */
const mappings = ids.slice(0, ROLE_MAPPINGS.most).map((id) => ({
  id,
  microsoftRole: id,
  localRole: 'viewer' as const,
  description: NAME,
  enabled: true,
  access: null,
}))

/** What works through a list that Microsoft, a file or a user sends, by what the list contains. */
export const LOOPS: Readonly<Record<string, () => unknown>> = {
  // What Microsoft sends.
  'rows of a page, each second one malformed': () => {
    const rows = many((index) => ({ id: idOf(index), displayName: index % 2 === 0 ? NAME : 7 }))
    let malformed = 0
    readList({ schema: z.array(DirectoryUser), rows }, answer, () => (malformed += 1))
    return malformed
  },
  'malformed properties of an object': () => {
    const json = Object.fromEntries(ids.map((id) => [id, 7]))
    const schema = z.record(z.string(), z.string())
    return readLenient({ schema, lenientAt: [] }, { ...answer, json }, () => undefined)
  },
  'texts beside one of 1,000,000 characters': () => {
    const texts = [...many(() => NAME), 'x'.repeat(1_000_000)]
    return withoutLongTexts(Buffer.from(JSON.stringify(texts)))
  },
  'collections that are read at once': () =>
    drained(
      mergePages(
        many((index) => () => once(index)),
        8,
      ),
    ),
  'names that begin alike, divided into parts': () => {
    const count = Math.floor(MOST_DIVIDED / COUNTED_GROUPS.length)
    const groups = COUNTED_GROUPS.map((prefixes) => ({ prefixes, count }))
    return planShards(
      { total: MOST_DIVIDED, groups },
      many(() => NAME),
    )
  },
  'rows of a usage report': () =>
    drained(usageReport([REPORT_COLUMNS, ...ids.map(reportRow)].map((row) => `${row}\n`))),
  'pieces of one field of a usage report': () => {
    const pieces = [`${REPORT_COLUMNS}\n2026-11-20,"`, ...many(() => NAME), '",False,,,,\n']
    return drained(usageReport(pieces))
  },
  'assignments of one user': () =>
    assignmentRows({
      id: 'u',
      assignedLicenses: ids.map((skuId) => ({ skuId, disabledPlans: [] })),
      licenseAssignmentStates: many((index) => ({
        skuId: idOf(index + MANY),
        disabledPlans: [],
        assignedByGroup: null,
        state: 'Active',
        error: null,
        lastUpdatedDateTime: null,
      })),
    }),
  'plans that two assignments switch off': () => usersOf([USER], assignments),
  'contracts and delegations': () => {
    const named = { contractType: null, defaultDomainName: null, displayName: NAME }
    const contracts = ids.map((id) => ({ ...named, id, customerId: id }))
    const relationship = {
      displayName: NAME,
      status: 'active',
      createdDateTime: null,
      activatedDateTime: null,
      endDateTime: null,
      duration: null,
      autoExtendDuration: null,
      customerDisplayName: null,
      roleIds: [],
    }
    return [
      contractsWithoutDirectory(contracts),
      contracts.flatMap(customerOf),
      delegatedOf(
        ids.map((tenantId) => ({ tenantId, displayName: NAME })),
        ids.map((id) => ({ ...relationship, id, customerTenantId: ids[0] ?? '' })),
      ),
    ]
  },
  'people, groups in a circle and exclusions, judged by all checks': () =>
    assess(tenant, { given: null, present: new Date('2026-11-20T12:00:00Z') }),
  'objects of the evidence of a check': () =>
    keptEvidence(ids.map((id) => ({ kind: 'user', id, name: NAME }))),
  'names of the objects of a policy': () => {
    const named = ids.map((id) => ({ id, name: NAME }))
    const nameOf = nameOfStored({
      user: named,
      group: named,
      role: [],
      application: [],
      location: [],
    })
    return ids.map((id) => nameOf('group', id))
  },
  'rows that are stored': () =>
    drained(jsonChunks(ids.map((id) => ({ id, displayName: NAME, excluded: [id] })))),
  'sorted lists of one item': () =>
    mergeSorted(
      many((index) => [(index * 7_919) % MANY]),
      (a, b) => a - b,
    ),
  'files of one name': () => distinctNames(many(() => `${NAME}.pdf`)),
  // What a user or a file sends.
  'licenses that a report names': () => {
    const source = { visible: [], hiddenSkuIds: new Set(ids), hasLicenses: true }
    return refusalOf(() =>
      chosenLicenses(
        {
          ...source,
          hasPeople: true,
          isInactive: false,
          renewals: null,
          currency: 'USD',
          generationId: 1,
          dataAsOf: new Date(0),
        },
        ids,
      ),
    )
  },
  'tags of a tenant': () =>
    settledSettings({
      alias: null,
      tags: ids,
      spareSeats: ids.map((skuId) => ({ skuId, seats: 1, reason: NAME })),
    }),
  'directory roles of a user, and role mappings': () => [
    roleByMappings(mappings, { roleIds: many((index) => idOf(index + MANY)), isGuest: false }),
    triedRoles(mappings),
  ],
  'words of a search': () => {
    const query = queryOf(ids.join(' '))
    return query && matchingChecks(query)
  },
  'lines of a file': () =>
    drained(linesOf(Readable.from([Buffer.from(`${NAME}\n`.repeat(MANY))]), LINE)),
  'pieces of one line of a file': () =>
    drained(linesOf(Readable.from(many(() => Buffer.from(NAME))), LINE)),
  'pieces of a long text': () => drained(slicesOf(NAME.repeat(MANY))),
  'rows of a CSV file': () => csvFile([{ header: 'Name', textOf: (id) => `=${id}` }], ids),
}

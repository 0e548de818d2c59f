import type { PolicySettings } from '@tenantscope/analysis/policy-details'
import type { PolicyObjectKind } from '@tenantscope/analysis/policy-sections'
import { sql } from 'kysely'

import { rowsOf } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import { PERSON_NAME } from '../../db/person-name.ts'
import type { Db } from '../../db/tables.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { NamedObject, NamedObjects } from './policy-names.rules.ts'

export type PolicyPageRepo = ReturnType<typeof createPolicyPageRepo>

/** Reads one policy of a tenant, and the names of what it names by id. */
export function createPolicyPageRepo(db: Db) {
  return {
    findPolicy: (generation: GenerationOfTenant, policyId: string) =>
      rowsOf(db, 'directoryPolicies', generation)
        .select(['id', 'displayName', 'state', 'createdDateTime', 'modifiedDateTime'])
        .select(['conditions', 'grantControls', 'sessionControls'])
        .$narrowType<PolicySettings>()
        .where('id', '=', policyId)
        .executeTakeFirst(),

    /** The names of objects by kind: one statement for each table that is asked for. */
    async readNames(
      generation: GenerationOfTenant,
      ids: Readonly<Record<PolicyObjectKind, readonly string[]>>,
    ): Promise<NamedObjects> {
      const unlessNone = async (
        kind: PolicyObjectKind,
        read: (asked: readonly string[]) => Promise<NamedObject[]>,
      ) => (ids[kind].length === 0 ? [] : read(withLowerCase(ids[kind])))
      const [user, group, role, application, location] = await Promise.all([
        unlessNone('user', (asked) =>
          rowsOf(db, 'directoryUsers', generation)
            .select(['id', PERSON_NAME.as('name')])
            .where('id', 'in', asked)
            .execute(),
        ),
        unlessNone('group', (asked) =>
          rowsOf(db, 'directoryGroups', generation)
            .select(['id', NAME.as('name')])
            .where('id', 'in', asked)
            .execute(),
        ),
        unlessNone('role', (asked) =>
          rowsOf(db, 'directoryRoleDefinitions', generation)
            .select([ROLE_ID.as('id'), NAME.as('name')])
            .where(ROLE_ID, 'in', asked)
            .execute(),
        ),
        unlessNone('application', (asked) =>
          rowsOf(db, 'directoryServicePrincipals', generation)
            .select([sql<string>`app_id`.as('id'), NAME.as('name')])
            .where('appId', 'in', asked)
            .execute(),
        ),
        unlessNone('location', (asked) =>
          rowsOf(db, 'directoryNamedLocations', generation)
            .select(['id', NAME.as('name')])
            .where('id', 'in', asked)
            .execute(),
        ),
      ])
      return { user, group, role, application, location }
    },

    /** The ids of the checks whose stored evidence names the policy. */
    async readCheckIds({ tenantId }: TenantAccess, policyId: string): Promise<string[]> {
      const wanted = JSON.stringify([{ kind: 'policy', id: policyId }])
      const rows = await db
        .selectFrom('postureEvidence')
        .select('checkId')
        .where('tenantId', '=', tenantId)
        .where(sql<boolean>`objects @> ${wanted}::jsonb`)
        .execute()
      return rows.map(({ checkId }) => checkId)
    },
  }
}

const NAME = sql<string | null>`nullif(btrim(display_name), '')`
/** Policies name built-in roles by template, and those of the directory by their own id. */
const ROLE_ID = sql<string>`coalesce(template_id, id)`

/** Policies that were written by scripts may have ids in upper case; the stored ones are in lower case. */
const withLowerCase = (ids: readonly string[]): string[] => [
  ...new Set([...ids, ...ids.map((id) => id.toLowerCase())]),
]

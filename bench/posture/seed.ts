import { CHECKS } from '../../packages/analysis/src/checks/catalogue.ts'
import type { DatabaseHandle } from '../../packages/server/src/db/handle.ts'
import { RULES } from '../../packages/server/src/features/posture/rules.ts'

const DAY = `interval '1 day'`
const P1_PLAN = '41781fb2-bc02-4b7c-bd55-b576c07bb09d'
const P2_PLAN = 'eec0eb4f-6444-4f95-aba0-50c24d67f998'
/** Global Administrator, Security Administrator, User Administrator and Global Reader. */
const ROLES = [
  '62e90394-69f5-4237-9190-012177145e10',
  '194ae4cb-b126-40b2-bd5b-6091b380977d',
  'fe930be7-5e62-47db-91af-98c3a49a38b1',
  'f2ef992c-3afb-46b9-b7cf-a126ee74c451',
]
const ADMINISTRATORS = 40

export interface LargeTenant {
  readonly id: string
  readonly people: number
  /** Conditional Access policies, and as many groups that they name. */
  readonly policies: number
}

/** SQL of the id with this number; `kind` is one digit. */
const idOf = (number: string, kind: number): string =>
  `lpad(to_hex(${number}), 8, '0') || '-0000-4000-8000-00000000000${kind}'`
const personId = (number: string): string => idOf(number, 1)
const groupId = (number: number): string =>
  `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000002`

/** Stores a tenant with P2: people, licenses, groups, policies, roles and all nightly readings. */
export async function seedLargeTenant(
  { executeSql }: Pick<DatabaseHandle, 'executeSql'>,
  { id, people, policies }: LargeTenant,
): Promise<void> {
  const each = `from generate_series(1, ${people}) as n`
  await executeSql(`
    insert into tenants (id, display_name, is_consented) values ('${id}', 'Large ${people}', true);
    insert into generations (tenant_id, completed_at) values ('${id}', now());
    update tenants set data_as_of = now(), current_generation_id =
      (select max(id) from generations where tenant_id = '${id}') where id = '${id}'`)
  const generation = `(select current_generation_id from tenants where id = '${id}')`
  const plans = [P1_PLAN, P2_PLAN].map((servicePlanId) => ({ servicePlanId }))
  await executeSql(`
    insert into directory_users (tenant_id, id, display_name, user_principal_name, mail,
        account_enabled, user_type, external_user_state, created_date_time, from_generation)
      select '${id}', ${personId('n')}, 'Person ' || n, 'person' || n || '@large.example',
        'person' || n || '@large.example', n % 20 > 0,
        case when n % 10 = 0 then 'Guest' else 'Member' end,
        case when n % 10 = 0 then 'Accepted' end, now() - 900 * ${DAY}, ${generation} ${each};
    insert into directory_skus (tenant_id, sku_id, sku_part_number, capability_status, consumed_units,
        enabled_units, warning_units, suspended_units, locked_out_units, service_plans,
        subscription_ids, from_generation)
      select '${id}', ${idOf('n', 3)}, 'SKU_' || n, 'Enabled', ${people}, ${people}, 0, 0, 0,
        '${JSON.stringify(plans)}', '{}', ${generation} from generate_series(1, 2) as n;
    insert into directory_license_assignments (tenant_id, user_id, sku_id, assigned_by_group, state,
        disabled_plans, from_generation)
      select '${id}', ${personId('n')}, ${idOf('sku', 3)}, '', 'Active', '{}', ${generation}
      ${each}, generate_series(1, 2) as sku;
    insert into directory_role_assignments
        (tenant_id, id, role_template_id, principal_id, principal_kind, scope, from_generation)
      select '${id}', 'assignment ' || n, ('{${ROLES.join(',')}}'::text[])[1 + n % ${ROLES.length}],
        ${personId('n')}, 'user', '/', ${generation} from generate_series(1, ${ADMINISTRATORS}) as n;
    insert into directory_settings (tenant_id, kind, value, from_generation)
      values ('${id}', 'securityDefaults', '{"isEnabled": false}', ${generation})`)
  // Everybody is in some of the groups: the first has half of all people, the last one in a hundred.
  for (let group = 0; group < policies; group += 1)
    await executeSql(`
      insert into directory_groups (tenant_id, id, display_name, group_types, assigned_sku_ids,
          security_enabled, mail_enabled, from_generation)
        values ('${id}', '${groupId(group)}', 'Group ${group}', '{}', '{}', true, false, ${generation});
      insert into directory_group_members (tenant_id, group_id, member_id, member_kind, from_generation)
        select '${id}', '${groupId(group)}', ${personId('n')}, 'user', ${generation}
        ${each} where (n * 7 + ${group * 13}) % ${group + 2} = 0`)
  for (let policy = 0; policy < policies; policy += 1)
    await executeSql(
      `insert into directory_policies (tenant_id, id, display_name, state, conditions, grant_controls,
         from_generation)
       values ('${id}', ${idOf(`${policy + 1}`, 4)}, 'Policy ${policy}', 'enabled', $1, $2, ${generation})`,
      [conditionsOf(policy, policies), grantOf(policy)],
    )
  await seedActivity({ executeSql }, id, each)
}

function conditionsOf(policy: number, groups: number): string {
  const chosen = (every: number, rest: number) =>
    Array.from({ length: groups }, (_, group) => group)
      .filter((group) => (group + policy) % every === rest)
      .map(groupId)
  return JSON.stringify({
    users: {
      includeUsers: policy % 3 === 0 ? ['All'] : [],
      includeGroups: policy % 3 === 0 ? [] : chosen(5, 0),
      excludeGroups: chosen(17, 1),
      includeRoles: policy % 7 === 1 ? ROLES : [],
    },
    applications: { includeApplications: policy % 4 === 3 ? ['Office365'] : ['All'] },
    clientAppTypes: policy % 6 === 0 ? ['exchangeActiveSync', 'other'] : ['all'],
  })
}

const grantOf = (policy: number): string =>
  JSON.stringify({
    operator: 'OR',
    builtInControls:
      policy % 6 === 0 ? ['block'] : policy % 5 === 0 ? ['compliantDevice'] : ['mfa'],
  })

async function seedActivity(
  { executeSql }: Pick<DatabaseHandle, 'executeSql'>,
  id: string,
  each: string,
): Promise<void> {
  const rowsOf: Readonly<Record<string, string>> = {
    signIns: `activity_sign_ins (reading_id, user_id, last_sign_in_at)
      select $, ${personId('n')}, now() - n % 200 * ${DAY} ${each}`,
    registrations: `activity_registrations (reading_id, user_id, is_admin, is_mfa_registered,
        is_mfa_capable, methods_registered)
      select $, ${personId('n')}, n <= ${ADMINISTRATORS}, n % 5 > 0, n % 5 > 0, '{}' ${each}`,
    usage: `activity_usage (reading_id, user_principal_name, is_deleted, exchange_last_used_on)
      select $, 'person' || n || '@large.example', false, (now() - n % 200 * ${DAY})::date ${each}`,
    devices: `activity_devices (reading_id, device_id, display_name, account_enabled, last_sign_in_at)
      select $, ${idOf('n', 5)}, 'Device ' || n, true, now() - n % 300 * ${DAY} ${each}`,
  }
  for (const [part, rows] of Object.entries(rowsOf)) {
    const reading = `(select max(id) from activity_readings
      where tenant_id = '${id}' and part = '${part}')`
    await executeSql(`
      insert into activity_readings (tenant_id, part, completed_at, report_date)
        values ('${id}', '${part}', now(), current_date);
      insert into ${rows.replace('$', reading)};
      insert into tenant_activity (tenant_id, part, current_reading_id, as_of, tried_at)
        values ('${id}', '${part}', ${reading}, now(), now())`)
  }
}

/** Stores tenants with their verdicts and evidence: each fails a fifth of the checks with 20 objects. */
export async function seedEstate(
  { executeSql }: Pick<DatabaseHandle, 'executeSql'>,
  tenants: number,
): Promise<void> {
  const tenant = `'00000000-0000-4000-9000-' || lpad(n::text, 12, '0')`
  const each = `from generate_series(1, ${tenants}) as n`
  await executeSql(`
    insert into tenants (id, display_name, is_consented, status, data_as_of)
      select ${tenant}, 'Tenant ' || n, true, 'Active', now() ${each};
    insert into tenant_postures (tenant_id, judged_at, data_as_of, rules, verdicts)
      select ${tenant}, now(), now(), '${RULES}',
        (select string_agg(case when (n + at) % 5 = 0 then 'f' when (n + at) % 7 = 0 then 'r' else 'p' end, '')
         from generate_series(1, ${CHECKS.length}) as at) ${each}`)
  const objects = Array.from({ length: 20 }, (_, at) => ({
    kind: 'user',
    id: `u${at}`,
    name: null,
  }))
  for (const { id } of CHECKS)
    await executeSql(`
      insert into posture_evidence (tenant_id, check_id, data_as_of, reason, counts, objects, more)
        select ${tenant}, '${id}', now(), 'Judged.', '{"people": 3}', '${JSON.stringify(objects)}', 0
        ${each}`)
  // One accepted risk for a check everywhere, and one for an object of another check.
  await executeSql(`
    insert into posture_exceptions
        (check_id, object_id, reason, owner_name, created_by, ends_at)
      values ('${CHECKS[3]?.id}', null, 'Accepted for all', 'Owner', 'Owner', now() + 30 * ${DAY}),
        ('${CHECKS[4]?.id}', 'u1', 'Accepted for one', 'Owner', 'Owner', now() + 30 * ${DAY})`)
}

import { z } from 'zod'

import { readConfig } from '../../packages/server/src/config.ts'
import { openDatabase } from '../../packages/server/src/db/connection.ts'
import { createLogger } from '../../packages/server/src/lib/logger.ts'

// Fills the installation of its environment, which has started once, with tenants that have the same
// licenses, each with one subscription, of which a tenth renews within 60 days.

const DAYS = 90

const Skus = z.array(z.object({ skuId: z.string(), partNumber: z.string() }))

const tenants = Number(process.argv[2])
const skus = Skus.parse(JSON.parse(process.argv[3] ?? '[]'))
const database = await openDatabase({
  ...readConfig(process.env),
  logger: createLogger({ level: 'fatal' }),
})
const tenant = `'00000000-0000-4000-9000-' || lpad(n::text, 12, '0')`
const sku = `cross join unnest($1::text[], $2::text[]) with ordinality as sku (id, part_number, at)`
const given = [skus.map(({ skuId }) => skuId), skus.map(({ partNumber }) => partNumber)]

// The measured calls sign in with a password alone.
await database.executeSql('update settings set second_factor_required = false')
await database.executeSql(`
  insert into tenants (id, display_name, is_consented, status)
    select ${tenant}, 'Tenant ' || n, true, 'Active' from generate_series(1, ${tenants}) as n;
  insert into generations (tenant_id, completed_at, people, licensed_people)
    select id, now(), 100, 20 from tenants;
  update tenants set data_as_of = now(), current_generation_id =
    (select max(generations.id) from generations where tenant_id = tenants.id)`)
await database.executeSql(
  `insert into license_visibility (sku_id, sku_part_number)
   select lower(id), part_number from unnest($1::text[], $2::text[]) as sku (id, part_number)`,
  given,
)
await database.executeSql(
  `insert into directory_skus (tenant_id, sku_id, sku_part_number, applies_to, capability_status,
       consumed_units, enabled_units, warning_units, suspended_units, locked_out_units,
       service_plans, subscription_ids, from_generation)
     select tenants.id, sku.id, sku.part_number, 'User', 'Enabled', 1 + abs(hashtext(tenants.id)) % 20,
       25, 0, 0, 0, '[]', '{}', current_generation_id
     from tenants ${sku}`,
  given,
)
await database.executeSql(
  `insert into directory_subscriptions (tenant_id, id, sku_id, sku_part_number, status, is_trial,
       total_licenses, created_date_time, next_lifecycle_date_time, from_generation)
     select tenants.id, tenants.id || ' ' || sku.at, sku.id, sku.part_number, 'Enabled', false, 25,
       now() - interval '400 days', now() + (1 + sku.at * 9) * interval '1 day', current_generation_id
     from tenants ${sku}`,
  given,
)
await database.executeSql(
  `insert into generation_sku_holders (generation_id, tenant_id, sku_id, holders, blocked_holders, guest_holders)
     select current_generation_id, tenants.id, lower(sku.id), 10, 1, 1 from tenants ${sku}`,
  given,
)
// The history of one license: seats are counted once a day.
const history = `from tenants cross join generate_series(1, ${DAYS}) as n`
await database.executeSql(`
  insert into tenant_daily_counts (tenant_id, day, people, licensed_people, has_licenses, read_at)
    select id, current_date - n, 100, 20, true, now() ${history}`)
await database.executeSql(
  `insert into tenant_daily_seats (tenant_id, day, sku_id, sku_part_number, consumed_units,
       enabled_units, warning_units, suspended_units, locked_out_units)
     select id, current_date - n, $1, $2, n % 20, 25, 0, 0, 0 ${history}`,
  [skus[0]?.skuId, skus[0]?.partNumber],
)
await database.executeSql('analyze')
await database.close()

import { composeAuditSeals } from '../../packages/server/src/app/audit.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { openDatabase } from '../../packages/server/src/db/connection.ts'
import { recordFingerprints, resolveKeyRing } from '../../packages/server/src/db/key-ring.ts'
import { migrateToLatest } from '../../packages/server/src/db/migrate.ts'
import { systemClock } from '../../packages/server/src/lib/clock.ts'
import { createLogger } from '../../packages/server/src/lib/logger.ts'
import { createSealer } from '../../packages/server/src/lib/seal.ts'

// Fills the installation of its environment with a number of megabytes of generated data: two thirds
// audit entries, sealed as the product seals them, one third reports of 2 MB; and with a number of rows read
// of Microsoft, as many people as licenses that they hold.

const RECORD_BYTES = 640
const REPORT_BYTES = 2_000_000
const AT_ONCE = 20_000
const PEOPLE_OF_A_TENANT = 5_000

const [megabytes, rows] = process.argv.slice(2).map(Number)
const bytes = (megabytes ?? 0) * 1_000_000
const tenants = Math.ceil((rows ?? 0) / 2 / PEOPLE_OF_A_TENANT)
const records = Math.round((bytes * 2) / 3 / RECORD_BYTES)
const reports = Math.round(bytes / 3 / REPORT_BYTES)

const config = readConfig(process.env)
const logger = createLogger({ level: 'fatal' })
const database = await openDatabase({ ...config, logger })
const keyRing = await resolveKeyRing(database, config)
await migrateToLatest(database)
await recordFingerprints(database, keyRing)
await database.executeSql(`
  insert into tenants (id, display_name) values ('measured', 'Measured')`)
for (let first = 0; first < records; first += AT_ONCE)
  await database.executeSql(`
    insert into security_audit_log (type, action, changed_by, target_user, new_value, ip_address, user_agent)
    select 'user', 'preferences changed', 'person ' || g % 997 || '@partner.example',
      'person ' || g % 89 || '@partner.example', md5(g::text) || md5((g + 1)::text), '192.0.2.' || g % 250,
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'
    from generate_series(${first}, ${Math.min(first + AT_ONCE, records) - 1}) as g`)
for (let made = 0; made < reports; made += 1)
  await database.executeSql(`
    insert into report_snapshots (id, tenant_id, report_type, created_by, format, data_as_of, snapshot_data)
    select gen_random_uuid(), 'measured', 'user-license', 'benchmark', 'json', now(),
      string_agg(md5((${made} * 100000 + g)::text), '","')
    from generate_series(1, ${Math.round(REPORT_BYTES / 35)}) as g`)
for (let tenant = 1; tenant <= tenants; tenant += 1)
  await database.executeSql(`
    insert into tenants (id, display_name) values ('customer ${tenant}', 'Customer ${tenant}');
    insert into generations (id, tenant_id, completed_at) overriding system value
      values (${tenant}, 'customer ${tenant}', now());
    update tenants set current_generation_id = ${tenant}, data_as_of = now() where id = 'customer ${tenant}';
    insert into directory_users (tenant_id, from_generation, id, display_name, user_principal_name, mail,
      job_title, department, account_enabled, user_type, created_date_time, usage_location)
    select 'customer ${tenant}', ${tenant}, md5(g::text)::uuid::text, 'Person ' || md5((g * 7)::text),
      'person' || g || '@customer${tenant}.example', 'person' || g || '@customer${tenant}.example',
      'Engineer ' || g % 40, 'Department ' || g % 25, g % 20 <> 0, 'Member', now(), 'US'
    from generate_series(1, ${PEOPLE_OF_A_TENANT}) as g;
    insert into directory_license_assignments (tenant_id, from_generation, user_id, sku_id, state,
      disabled_plans, last_updated_date_time)
    select 'customer ${tenant}', ${tenant}, md5(g::text)::uuid::text, md5((g % 12)::text)::uuid::text, 'Active',
      '{}', now()
    from generate_series(1, ${PEOPLE_OF_A_TENANT}) as g`)
const sealer = createSealer(keyRing)
await composeAuditSeals({
  db: database.db,
  dataDir: config.dataDir,
  sealer,
  clock: systemClock,
  logger,
}).sealing.seal()
await database.close()
process.send?.({ records, reports })

import { composeAuditSeals } from '../../packages/server/src/app/audit.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { openDatabase } from '../../packages/server/src/db/connection.ts'
import { recordFingerprints, resolveKeyRing } from '../../packages/server/src/db/key-ring.ts'
import { migrateToLatest } from '../../packages/server/src/db/migrate.ts'
import { systemClock } from '../../packages/server/src/lib/clock.ts'
import { createLogger } from '../../packages/server/src/lib/logger.ts'
import { createSealer } from '../../packages/server/src/lib/seal.ts'

// Fills the installation of its environment with so many megabytes of what backups hold most of: two
// thirds audit entries, sealed as the product seals them, one third reports of 2 MB.

const RECORD_BYTES = 640
const REPORT_BYTES = 2_000_000
const AT_ONCE = 20_000

const bytes = Number(process.argv[2]) * 1_000_000
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
    select gen_random_uuid(), 'measured', 'user-license', 'somebody', 'json', now(),
      string_agg(md5((${made} * 100000 + g)::text), '","')
    from generate_series(1, ${Math.round(REPORT_BYTES / 35)}) as g`)
const sealer = createSealer(keyRing)
await composeAuditSeals({ database, config, sealer, clock: systemClock, logger }).sealing.seal()
await database.close()
process.send?.({ records, reports })

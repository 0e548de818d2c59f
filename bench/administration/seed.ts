import { composeAuditSeals } from '../../packages/server/src/app/audit.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { openDatabase } from '../../packages/server/src/db/connection.ts'
import { resolveKeyRing } from '../../packages/server/src/db/key-ring.ts'
import { systemClock } from '../../packages/server/src/lib/clock.ts'
import { createLogger } from '../../packages/server/src/lib/logger.ts'
import { createSealer } from '../../packages/server/src/lib/seal.ts'

// Fills the installation of its environment, which has started once, with a number of users and with as
// many records of acts, of sign-ins and of license visibility, sealed as the product seals them.

const AT_ONCE = 20_000
/** So that a search finds few of many. */
const RARE = 5_000
const OWN_DIRECTORY = '00000000-0000-4000-8000-000000000001'
/** One person did so much: every tenth act. */
const BUSY = 10

const [people = 0, records = 0] = process.argv.slice(2, 4).map(Number)
const mappedRole = process.argv[4] ?? ''
const config = readConfig(process.env)
const logger = createLogger({ level: 'fatal' })
const database = await openDatabase({ ...config, logger })
const keyRing = await resolveKeyRing(database, config)
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156'

// The measured calls sign in with a password alone.
await database.executeSql('update settings set second_factor_required = false')
await database.executeSql(`
  insert into users (username, password, microsoft_id, tenant_id, display_name, email, auth_method, role)
  select 'person' || n || '@partner.example', '', 'person ' || n, '${OWN_DIRECTORY}',
    'Person ' || n, 'person' || n || '@partner.example', 'microsoft',
    case when n % 10 = 0 then 'technician' else 'viewer' end
  from generate_series(1, ${people}) as n`)
// The directory that they come from, in which every fifth holds a role: what mappings are tried on.
await database.executeSql(`
  insert into tenants (id, display_name, is_partner_tenant) values ('${OWN_DIRECTORY}', 'Own', true);
  insert into generations (tenant_id, completed_at) values ('${OWN_DIRECTORY}', now());
  update tenants set current_generation_id = (select max(id) from generations), data_as_of = now();
  insert into directory_users (tenant_id, id, user_type, from_generation)
    select '${OWN_DIRECTORY}', 'person ' || n, 'Member', current_generation_id
    from tenants, generate_series(1, ${people}) as n;
  insert into directory_role_assignments
    (tenant_id, id, role_template_id, principal_id, scope, from_generation)
    select '${OWN_DIRECTORY}', 'assignment ' || n, '${mappedRole}', 'person ' || n * 5, '/',
      current_generation_id
    from tenants, generate_series(1, ${people / 5}) as n`)
for (let first = 1; first <= records; first += AT_ONCE) {
  const numbers = `generate_series(${first}, ${Math.min(first + AT_ONCE - 1, records)}) as n`
  await database.executeSql(`
    insert into security_audit_log
      (type, action, changed_by, changed_by_user_id, target_user, details, ip_address, user_agent,
       timestamp)
    select case when n % 3 = 0 then 'data' else 'user' end, 'preferences changed',
      'person' || n % 997 || '@partner.example', case when n % ${BUSY} = 0 then 1 end,
      'person' || n % 89 || '@partner.example',
      'change ' || n || case when n % ${RARE} = 0 then ' rarely made' else '' end,
      '192.0.2.' || n % 250, '${BROWSER}', now() - (${records} - n) * interval '4 minutes'
    from ${numbers}`)
  await database.executeSql(`
    insert into login_audit_log (email, success, method, ip_address, user_agent, timestamp)
    select 'person' || n % 997 || '@partner.example', n % 20 > 0, 'microsoft',
      '192.0.2.' || n % 250, '${BROWSER}', now() - (${records} - n) * interval '4 minutes'
    from ${numbers}`)
  await database.executeSql(`
    insert into license_visibility_log (sku_id, changed_by, action, ip_address, user_agent, timestamp)
    select 'sku-' || n % 211, 'person' || n % 997 || '@partner.example',
      case when n % 2 = 0 then 'HIDDEN' else 'VISIBLE' end, '192.0.2.' || n % 250, '${BROWSER}',
      now() - (${records} - n) * interval '4 minutes'
    from ${numbers}`)
}
const sealer = createSealer(keyRing)
await composeAuditSeals({
  db: database.db,
  dataDir: config.dataDir,
  sealer,
  clock: systemClock,
  logger,
}).sealing.seal()
// As the database does by itself within a minute.
await database.executeSql('analyze')
await database.close()

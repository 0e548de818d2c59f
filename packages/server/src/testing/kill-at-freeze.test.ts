import { setTimeout as wait } from 'node:timers/promises'

import { listBillingMonths } from '@tenantscope/contract/billing-months'
import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'

import { tierOf } from '../../../../tools/test-tiers.ts'
import { openDatabase } from '../db/connection.ts'
import type { Db } from '../db/tables.ts'
import { copyTemplate, quietLogger } from './database-template.ts'
import type { DatabaseCopy } from './database-template.ts'
import { createServerProcess } from './server-process.ts'
import { guidOf } from './test-app.ts'

const KILLS = Number(
  process.env['TENANTSCOPE_KILL_ROUNDS'] ?? (tierOf(process.env) === 'short' ? 1 : 20),
)
/** Of each round: so many that a kill comes before some, after some, and often during one. */
const TENANTS = 40
/** The last months, of which the first one was read. */
const MONTHS = 3
/** Freezing all of them takes about as long. */
const LONGEST_LIFE_MS = 1_000
const ADMINISTRATOR = { username: 'kill', password: 'Nine-lives-each-1' }

test(
  `${KILLS} times killed while months are frozen, each record is there exactly once`,
  { timeout: 180_000 + KILLS * 120_000 },
  async () => {
    const copy = await copyTemplate(inject('databaseTemplate'))
    const server = await createServerProcess({
      DATA_DIR: copy.dataDir,
      ...(copy.databaseUrl === null ? {} : { DATABASE_URL: copy.databaseUrl }),
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'fatal',
      ADMIN_USERNAME: ADMINISTRATOR.username,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    })
    for (let round = 1; round <= KILLS; round += 1) {
      await inDatabase(copy, (db) => addEndedMonths(db, round))
      await server.start()
      await wait(Math.random() * LONGEST_LIFE_MS)
      await server.kill()
      await server.start()
      const session = await server.signIn(ADMINISTRATOR)
      await vi.waitFor(
        async () => {
          const { months } = await session.call(listBillingMonths, { query: {} })
          expect(months.map(({ tenants, notRead }) => tenants + notRead)).toEqual(
            Array.from({ length: MONTHS }, () => TENANTS * round),
          )
        },
        { timeout: 110_000, interval: 200 },
      )
      await server.stop()
      await inDatabase(copy, (db) => expectEachOnce(db, round))
    }
    await copy.remove()
  },
)

async function inDatabase(
  { databaseUrl, dataDir }: DatabaseCopy,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir, logger: quietLogger })
  await work(database.db)
  await database.close()
}

/** Adds tenants whose open month ended long ago, each with a reading of two people. */
async function addEndedMonths(db: Db, round: number): Promise<void> {
  const first = new Date()
  first.setUTCMonth(first.getUTCMonth() - MONTHS, 1)
  first.setUTCHours(0, 0, 0, 0)
  const end = new Date(first)
  end.setUTCMonth(end.getUTCMonth() + 1)
  for (let at = 0; at < TENANTS; at += 1) {
    const generationId = round * 1_000 + at
    const tenantId = guidOf(generationId)
    await db
      .insertInto('tenants')
      .values({ id: tenantId, displayName: `Tenant ${at}` })
      .execute()
    await db
      .insertInto('billingReadings')
      .values({
        generationId,
        tenantId,
        billedPeople: 2,
        blockedPeople: 1,
        guests: 0,
        malformedRows: 0,
        licenses: '[]',
        personIds: ['ada', 'ben'],
      })
      .execute()
    const dates = { startsAt: first, endsAt: end, readAt: first }
    const month = first.toISOString().slice(0, 7)
    await db
      .insertInto('billingOpenMonths')
      .values({ tenantId, month, timeZone: 'UTC', generationId, ...dates })
      .execute()
  }
}

/** Every record, its entry in the audit and its ids are there once, and only the current month is open. */
async function expectEachOnce(db: Db, rounds: number): Promise<void> {
  const tenants = TENANTS * rounds
  const { rows } = await sql`
    select
      (select count(*) from billing_months)::int as records,
      (select count(distinct (tenant_id, month)) from billing_months)::int as months,
      (select count(*) from billing_months where billed_people = 2)::int as read,
      (select count(*) from security_audit_log where action = 'billing month frozen')::int as entries,
      (select count(distinct (tenant_id, details)) from security_audit_log
        where action = 'billing month frozen')::int as different_entries,
      (select count(*) from billing_people)::int as people,
      (select count(*) from billing_open_months)::int as open,
      (select count(distinct tenant_id) from billing_open_months)::int as open_tenants,
      (select count(*) from billing_readings)::int as readings`.execute(db)
  expect(rows).toEqual([
    {
      records: tenants * MONTHS,
      months: tenants * MONTHS,
      read: tenants,
      entries: tenants * MONTHS,
      differentEntries: tenants * MONTHS,
      people: tenants,
      open: tenants,
      openTenants: tenants,
      readings: 0,
    },
  ])
}

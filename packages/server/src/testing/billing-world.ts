import { TenantId } from '@tenantscope/contract/ids'
import type { PartFailure } from '@tenantscope/contract/parts'

import { composeBilling } from '../app/billing.ts'
import { composeLicenses } from '../app/tenants.ts'
import { createTenantSeatsRepo } from '../features/licenses/tenant-seats.repo.ts'
import { createTenantSeatsService } from '../features/licenses/tenant-seats.service.ts'
import { quietLogger } from './database-template.ts'
import type { FakeClock } from './fake-clock.ts'
import { E3, VISIO } from './figures-world.ts'
import { storeReading } from './stored-tenant.ts'
import type { StoredReading } from './stored-tenant.ts'
import { createTestApp, guidOf } from './test-app.ts'

export const ALPINE = TenantId.parse(guidOf(31))
export const BERG = TenantId.parse(guidOf(32))

/** A clock that a test sets; midnight in Berlin is 23:00 UTC in winter. */
interface SetClock extends FakeClock {
  set(at: string): void
}

function createSetClock(at: string): SetClock {
  let now = Date.parse(at)
  return {
    now: () => new Date(now),
    set: (next) => void (now = Date.parse(next)),
    advance({ hours = 0, minutes = 0, seconds = 0 }) {
      now += ((hours * 60 + minutes) * 60 + seconds) * 1_000
    },
  }
}

/** An installation in Berlin whose readings are published as a refresh does, and frozen on request. */
export async function createBillingWorld(at: string) {
  const clock = createSetClock(at)
  const app = await createTestApp({ clock })
  const { db } = app.database.handle
  const { signal } = new AbortController()

  /** As one more process would compose it. */
  function createProcess() {
    const licenses = composeLicenses({ db, clock })
    const seats = createTenantSeatsService({ repo: createTenantSeatsRepo(db), licenses, clock })
    return composeBilling({ ...app, ...app.people, db, clock, licenses, seats })
  }
  const billing = createProcess()

  return {
    app,
    db,
    clock,
    createProcess,
    freeze: (process = billing) => process.freezing.freezeDue({ signal, logger: quietLogger }),
    read: (tenantId: TenantId, reading: StoredReading) =>
      storeReading(
        db,
        { id: tenantId, displayName: tenantId === ALPINE ? 'Alpine' : 'Berg', at: clock.now() },
        {
          ...reading,
          countBilled: (target, parts) => billing.counting.count(target, parts),
        },
      ),
    setTimeZone: (timezone: string) => db.updateTable('settings').set({ timezone }).execute(),
    records: () =>
      db
        .selectFrom('billingMonths')
        .select(['tenantId', 'month', 'number', 'billedPeople', 'readAt', 'endsAt'])
        .orderBy('tenantId')
        .orderBy('month')
        .orderBy('number')
        .execute(),
  }
}

export type BillingWorld = Awaited<ReturnType<typeof createBillingWorld>>

/** A reading in which these people hold Microsoft 365 E3. */
export const readingOf = (
  ids: readonly string[],
  rest: Partial<StoredReading> = {},
): StoredReading => ({
  skus: [
    { skuId: E3, skuPartNumber: 'SPE_E3', enabledUnits: 30, consumedUnits: ids.length },
    { skuId: VISIO, skuPartNumber: 'VISIOCLIENT', enabledUnits: 4, consumedUnits: 0 },
  ],
  people: ids.map((id) => ({ id, displayName: `Person ${id}`, holds: [{ skuId: E3 }] })),
  ...rest,
})

export const refused = (part: PartFailure['part']): PartFailure => ({
  part,
  code: 'PERMISSION_MISSING',
  message: 'This tenant has not granted a required permission.',
})

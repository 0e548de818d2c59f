import { monthAfter } from '@tenantscope/analysis/billing-month'
import { licenseNameOf } from '@tenantscope/analysis/license-names'
import type {
  BillingMonthDetails,
  BillingMonths,
  BillingMoves,
  OpenMonth,
  TenantBillingMonths,
} from '@tenantscope/contract/billing-months'
import type { TenantGroupId } from '@tenantscope/contract/ids'
import { BILLING_MONTHS } from '@tenantscope/contract/limits'

import type { StoredBilledLicense } from '../../../db/billing-tables.ts'
import { scopeOf } from '../../../db/tenant-scope.ts'
import type { Actor } from '../../../lib/actor.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'
import type { LicensesService } from '../licenses.service.ts'
import type { DatedMonth } from './billing-calendar.rules.ts'
import type { BillingMonthsRepo } from './billing-months.repo.ts'
import { presentRecord } from './billing-months.rules.ts'
import type { StoredMonth } from './billing-months.rules.ts'
import type { BillingOpenRepo } from './billing-open.repo.ts'
import type { BillingPeopleRepo } from './billing-people.repo.ts'
import type { BillingZonesRepo } from './billing-zones.repo.ts'

export type BillingMonthsService = ReturnType<typeof createBillingMonthsService>

/** Shows frozen months: of all tenants of a person, and of one tenant with who came and went. */
export function createBillingMonthsService(deps: {
  repo: BillingMonthsRepo
  people: BillingPeopleRepo
  open: Pick<BillingOpenRepo, 'list'>
  zones: Pick<BillingZonesRepo, 'find'>
  licenses: Pick<LicensesService, 'choices'>
}) {
  const { repo, people, open, zones, licenses } = deps

  async function movesOf(
    access: TenantAccess,
    { month, records }: { month: string; records: readonly StoredMonth[] },
  ): Promise<BillingMoves> {
    const since = monthAfter(month, -1)
    const [before, kept] = await Promise.all([
      repo.ofTenant(access, since),
      people.monthsWithPeople(access, [since, month]),
    ])
    if (!wasRead(records)) return unknown('notRead')
    if (before.length === 0) return unknown('first')
    if (!wasRead(before)) return unknown('beforeNotRead')
    if (!kept.has(month) || !kept.has(since)) return unknown('removed')
    const [moved, areNamesKnown] = await Promise.all([
      people.moved(access, { month, before: since }),
      people.areUsersKnown(access),
    ])
    const came = moved.filter(({ isNew }) => isNew)
    const went = moved.filter(({ isNew }) => !isNew)
    return {
      kind: 'known',
      since,
      cameCount: came[0]?.total ?? 0,
      wentCount: went[0]?.total ?? 0,
      came,
      went,
      areNamesKnown,
    }
  }

  async function presentLicenses(stored: readonly StoredBilledLicense[]) {
    const choices = await licenses.choices()
    return stored
      .filter(({ skuId }) => choices.get(skuId)?.isVisible !== false)
      .map(({ skuPartNumber, ...license }) => {
        const { friendlyName, productName } = choices.get(license.skuId) ?? {}
        const sku = { skuId: license.skuId, skuPartNumber }
        return { ...license, displayName: licenseNameOf(sku, friendlyName, productName) }
      })
      .toSorted((a, b) => BY_NAME.compare(a.displayName, b.displayName))
  }

  return {
    async list(
      actor: Pick<Actor, 'seesAllTenants' | 'userId'>,
      {
        month: given,
        groupId,
      }: { month?: string | undefined; groupId?: TenantGroupId | undefined },
    ): Promise<BillingMonths> {
      const asked = { scope: scopeOf(actor), groupId: groupId ?? null }
      const [months, next] = await Promise.all([repo.totals(asked), repo.nextEnd(asked)])
      const month = given ?? months[0]?.month ?? null
      const rows = month === null ? [] : await repo.ofMonth(month, asked, monthAfter(month, -1))
      return {
        months,
        month,
        tenants: rows.map(({ tenantId, tenantName, before, ...row }) => ({
          ...presentRecord({ ...row, tenantId }),
          tenantId,
          tenantName,
          before,
        })),
        open: next === undefined ? null : presentOpen(next),
      }
    },

    async ofTenant(access: TenantAccess): Promise<TenantBillingMonths> {
      const [tenantName, all, rows, timeZone] = await Promise.all([
        repo.nameOf(access),
        repo.ofTenant(access),
        open.list(access.tenantId),
        zones.find(access),
      ])
      // The first record of a month is the one that counts.
      const months = all.filter(({ month }, at) => all[at - 1]?.month !== month)
      const last = rows.at(-1)
      return {
        tenantName,
        months: months.map(presentRecord),
        open:
          last === undefined
            ? null
            : { ...presentOpen(last), readAt: last.readAt?.toISOString() ?? null },
        timeZone,
      }
    },

    async month(access: TenantAccess, month: string): Promise<BillingMonthDetails> {
      const [tenantName, records] = await Promise.all([
        repo.nameOf(access),
        repo.ofTenant(access, month),
      ])
      const [counting] = records
      if (counting === undefined)
        throw new AppError('NOT_FOUND', 'This month is not frozen for this tenant')
      return {
        tenantName,
        records: records.map(({ reason, correctedBy, ...record }) => ({
          ...presentRecord(record),
          correction:
            record.number === 1 ? null : { by: correctedBy ?? 'unknown', reason: reason ?? '' },
        })),
        licenses: await presentLicenses(counting.licenses),
        moves: await movesOf(access, { month, records }),
      }
    },
  }
}

const BY_NAME = new Intl.Collator('en', { numeric: true })

/** A correction has no reading of its own: the frozen record says whether the month was read. */
const wasRead = (records: readonly StoredMonth[]): boolean =>
  records.some(({ number, readAt }) => number === 1 && readAt !== null)

const presentOpen = ({
  month,
  timeZone,
  endsAt,
}: Pick<DatedMonth, 'month' | 'timeZone' | 'endsAt'>): OpenMonth => ({
  month,
  timeZone,
  endsAt: endsAt.toISOString(),
  frozenFrom: new Date(endsAt.getTime() + BILLING_MONTHS.freezeAfterMinutes * 60_000).toISOString(),
})

const unknown = (reason: Extract<BillingMoves, { kind: 'unknown' }>['reason']) =>
  ({ kind: 'unknown', reason }) as const

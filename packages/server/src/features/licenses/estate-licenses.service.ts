import { ageOf, outdatedBefore } from '@tenantscope/analysis/data-age'
import { amountsIn, createLicenseSums, skuFiguresOf } from '@tenantscope/analysis/estate-licenses'
import type { SubscriptionFacts } from '@tenantscope/analysis/seat-removal'
import type { SumCurrency } from '@tenantscope/analysis/sum-currency'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type {
  CountedTenants,
  EstateLicense,
  EstateLicenseDetails,
  EstateLicenses,
  LicensedTenant,
  LicenseTrend,
  SkuSubscription,
} from '@tenantscope/contract/estate-licenses'
import type { TenantGroupId } from '@tenantscope/contract/ids'
import type { TenantLicense } from '@tenantscope/contract/licenses'

import { scopeOf } from '../../db/tenant-scope.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { EstateLicensesRepo, EstateTenant } from './estate-licenses.repo.ts'
import { skuKeyOf } from './licenses.rules.ts'
import { seatsOfSkus } from './tenant-seats.rules.ts'
import type { SeatsAsked, TenantSeatsService } from './tenant-seats.service.ts'

export type EstateLicensesService = ReturnType<typeof createEstateLicensesService>

type Viewer = Pick<Actor, 'seesAllTenants' | 'userId'>

interface AskedGroup {
  readonly groupId?: TenantGroupId | undefined
}

interface AskedSku extends AskedGroup {
  readonly skuId: string
}

/** A tenant whose figures count, with its SKU. */
interface FoundTenant {
  readonly tenant: CountedTenant
  readonly license: TenantLicense
  readonly currency: CurrencyCode
  readonly subscriptions: readonly SubscriptionFacts[]
}

/** Sums the licenses of all tenants that a person may see; hidden licenses are never returned. */
export function createEstateLicensesService(deps: {
  repo: EstateLicensesRepo
  seats: Pick<TenantSeatsService, 'judgeEach' | 'totals'>
  settings: { read: () => Promise<{ refreshHours: number }> }
  clock: Clock
}) {
  const { repo, seats, settings, clock } = deps

  async function tenantsOf(actor: Viewer, { groupId }: AskedGroup) {
    const all = await repo.tenants({ scope: scopeOf(actor), groupId: groupId ?? null })
    const counted = all.filter(isCounted)
    return { counted, counts: countsOf(all, counted) }
  }

  /** Returns the tenants that have the SKU; throws for one that none has. */
  async function findSku(actor: Viewer, asked: AskedSku) {
    const { counted, counts } = await tenantsOf(actor, asked)
    const tenantById = new Map(counted.map((tenant) => [tenant.tenantId, tenant]))
    const into = await seats.totals()
    const sums = createLicenseSums(into)
    const skuKey = skuKeyOf(asked.skuId)
    const judged = await seats.judgeEach(
      counted.map(askedSeats),
      (tenantId, { visible, currency }, { subscriptions }): FoundTenant[] => {
        const tenant = tenantById.get(tenantId)
        if (tenant === undefined) return []
        sums.add(visible, { hasRenewals: tenant.hasSubscriptions })
        return visible.map((license) => ({ tenant, license, currency, subscriptions }))
      },
      { only: (read) => seatsOfSkus(read, (key) => key === skuKey) },
    )
    const [license] = sums.licenses()
    if (license === undefined) throw new AppError('NOT_FOUND', 'License not found')
    const licenses = sums.licenses()
    const { currency, exchange } = sums.totals(licenses)
    const amounts = { currency, ...(exchange && { exchange }) }
    return { license, counted, counts, into, amounts, found: [...judged.values()].flat() }
  }

  return {
    async list(actor: Viewer, asked: AskedGroup): Promise<EstateLicenses> {
      const { counted, counts } = await tenantsOf(actor, asked)
      const tenantById = new Map(counted.map((tenant) => [tenant.tenantId, tenant]))
      const sums = createLicenseSums(await seats.totals())
      await seats.judgeEach(counted.map(askedSeats), (tenantId, { visible }) =>
        sums.add(visible, { hasRenewals: tenantById.get(tenantId)?.hasSubscriptions === true }),
      )
      const licenses: EstateLicense[] = sums.licenses()
      return {
        licenses,
        totals: sums.totals(licenses),
        tenants: counts,
        dataAge: ageOf(counted.map(({ dataAsOf }) => dataAsOf.toISOString())),
      }
    },

    async find(actor: Viewer, asked: AskedSku): Promise<EstateLicenseDetails> {
      const [{ license, counts, found, into, amounts }, { refreshHours }] = await Promise.all([
        findSku(actor, asked),
        settings.read(),
      ])
      const outdated = outdatedBefore({ refreshHours, now: clock.now() })
      return {
        license,
        // In the order in which the tenants were read, which is that of their names.
        licensedTenants: found.map((each) => licensedTenantOf(each, { into, outdated })),
        tenants: counts,
        ...amounts,
      }
    },

    async trend(actor: Viewer, { days, ...asked }: AskedSku & { days: number }) {
      const { counted, found } = await findSku(actor, asked)
      const first = clock.now().getTime() - (days - 1) * DAY_MS
      return {
        days: await repo.trend(
          counted.map(({ tenantId }) => tenantId),
          {
            skuIds: [...new Set(found.map(({ license }) => license.skuId))],
            firstDay: new Date(first).toISOString().slice(0, 'YYYY-MM-DD'.length),
            days,
          },
        ),
      } satisfies LicenseTrend
    },
  }
}

const DAY_MS = 24 * 60 * 60 * 1_000

interface CountedTenant extends EstateTenant {
  readonly generationId: number
  readonly dataAsOf: Date
}

/** True where All Tenants has figures: the users and the licenses were read. */
function isCounted(tenant: EstateTenant): tenant is CountedTenant {
  const { isInactive, generationId, dataAsOf, people, licensedPeople, hasLicenses } = tenant
  return (
    !isInactive &&
    generationId !== null &&
    dataAsOf !== null &&
    people !== null &&
    licensedPeople !== null &&
    hasLicenses
  )
}

function countsOf(
  all: readonly EstateTenant[],
  { length: counted }: readonly CountedTenant[],
): CountedTenants {
  const inactive = all.filter(({ isInactive }) => isInactive).length
  return { counted, inactive, notRead: all.length - counted - inactive }
}

const askedSeats = ({ tenantId, generationId }: CountedTenant): SeatsAsked => ({
  tenantId,
  generationId,
  hasPeople: true,
  isInactive: false,
})

function licensedTenantOf(
  { tenant, license, currency, subscriptions }: FoundTenant,
  { into, outdated }: { into: SumCurrency; outdated: Date },
): LicensedTenant {
  const { tenantId, displayName, dataAsOf, hasSubscriptions } = tenant
  const { price, missingRates } = license
  const figures = skuFiguresOf(license)
  return {
    tenantId,
    displayName,
    kind: license.kind,
    currency,
    price,
    ...(missingRates && { missingRates }),
    ...figures,
    inTotals: amountsIn(into, figures, price),
    dataAsOf: dataAsOf.toISOString(),
    isOutdated: dataAsOf < outdated,
    subscriptions: hasSubscriptions ? subscriptions.map(toSubscription).toSorted(byEnd) : null,
  }
}

const toSubscription = (bought: SubscriptionFacts): SkuSubscription => ({
  seats: Math.max(0, bought.totalLicenses),
  status: bought.status,
  isTrial: bought.isTrial === true,
  endsAt: bought.nextLifecycleDateTime?.toISOString() ?? null,
})

/** The earliest end first; those without an end last. */
const byEnd = (a: SkuSubscription, b: SkuSubscription): number =>
  endOf(a) - endOf(b) || b.seats - a.seats

const endOf = ({ endsAt }: SkuSubscription): number =>
  endsAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(endsAt)

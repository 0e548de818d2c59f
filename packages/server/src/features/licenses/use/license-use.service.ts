import { centsOf } from '@tenantscope/analysis/exchange'
import { reportedServicesOf, totalsOfUse, verdictOnUse } from '@tenantscope/analysis/license-use'
import type { UsePeriod } from '@tenantscope/analysis/license-use'
import { listedPlanIds } from '@tenantscope/analysis/plans/plan-catalogue'
import type {
  AccountMark,
  LicenseUse,
  PersonUse,
  UseChoice,
} from '@tenantscope/contract/license-use'
import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { LICENSE_USE } from '@tenantscope/contract/limits'

import type { Clock } from '../../../lib/clock.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'
import { createTimeSlices } from '../../../lib/time-slices.ts'
import type { LicensesService } from '../licenses.service.ts'
import type { TenantLicensesRepo } from '../tenant-licenses.repo.ts'
import type { TenantSeatsService } from '../tenant-seats.service.ts'
import type { AccountMarksService } from './account-marks.service.ts'
import type { HolderOfUse, LicenseUseRepo } from './license-use.repo.ts'
import { isChosen, sourcesOf } from './license-use.rules.ts'

export type LicenseUseService = ReturnType<typeof createLicenseUseService>

/** Shows which licensed people of a tenant do not sign in or use what their licenses contain. */
export function createLicenseUseService(deps: {
  repo: LicenseUseRepo
  generations: Pick<TenantLicensesRepo, 'findCurrent' | 'findFailure'>
  seats: Pick<TenantSeatsService, 'judgeOne'>
  licenses: Pick<LicensesService, 'priceBook'>
  marks: Pick<AccountMarksService, 'list'>
  clock: Clock
}) {
  const { repo, generations, seats, licenses, marks, clock } = deps

  /** Returns the bought licenses with their services, by place. */
  async function boughtLicenses(
    access: TenantAccess,
    { generationId, isInactive }: { generationId: number; isInactive: boolean },
  ): Promise<BoughtLicense[]> {
    const asked = { tenantId: access.tenantId, generationId, hasPeople: true, isInactive }
    const [{ visible }, plans] = await Promise.all([
      seats.judgeOne(asked),
      repo.plans(access, generationId),
    ])
    const plansById = new Map(
      plans.map(({ skuId, servicePlans }) => [
        skuId.toLowerCase(),
        servicePlans.map(({ servicePlanId }) => servicePlanId.toLowerCase()),
      ]),
    )
    return visible.filter(isBought).map((license) => {
      const key = license.skuId.toLowerCase()
      return {
        key,
        name: license.displayName,
        cents: license.price === null ? null : centsOf(license.price.monthly),
        planIds: plansById.get(key) ?? listedPlanIds(key) ?? [],
      }
    })
  }

  return {
    async of(
      access: TenantAccess,
      { days, choice }: { days: number; choice: UseChoice },
    ): Promise<LicenseUse> {
      const now = clock.now()
      const [tenantName, book, current, sources, markById] = await Promise.all([
        repo.nameOf(access),
        licenses.priceBook(),
        generations.findCurrent(access),
        repo.sources(access),
        marks.list(access),
      ])
      const { signIns, usage, readings } = sourcesOf(sources, now)
      const common = { tenantName, currency: book.of(access.tenantId).currency, signIns, usage }
      const nothing = { totals: [], markedAccounts: 0, people: [], more: 0 }
      if (current === undefined) return { ...common, ...nothing, dataAsOf: null, failure: null }
      const { generationId } = current
      const dataAsOf = current.dataAsOf.toISOString()
      const failures = await Promise.all([
        generations.findFailure(access, generationId, 'users'),
        generations.findFailure(access, generationId, 'licenses'),
      ])
      const failure = failures.find((each) => each !== undefined)
      if (failure !== undefined) return { ...common, ...nothing, dataAsOf, failure }

      const bought = await boughtLicenses(access, current)
      const period = {
        days,
        now,
        signInsAsOf: signIns.gap === null ? dateOf(signIns.asOf) : null,
        reportDate: usage.gap === null ? usage.reportDate : null,
      }
      const people: PersonUse[] = []
      const slices = createTimeSlices()
      const asked = { ...readings, skuIds: bought.map(({ key }) => key) }
      for await (const page of repo.holders(access, generationId, asked)) {
        for (const holder of page) {
          const mark = markById.get(holder.id) ?? null
          people.push(...personUse(holder, { bought, period, mark }))
        }
        if (slices.isOver()) await slices.next()
      }
      const chosen = people.filter((person) => isChosen(person, choice)).toSorted(byCost)
      return {
        ...common,
        dataAsOf,
        failure: null,
        totals: totalsOfUse(people),
        markedAccounts: people.filter(({ mark }) => mark !== null).length,
        people: chosen.slice(0, LICENSE_USE.shown),
        more: Math.max(0, chosen.length - LICENSE_USE.shown),
      }
    },
  }
}

interface BoughtLicense {
  /** The SKU id in lower case. */
  readonly key: string
  readonly name: string
  /** Per month; null: not known. */
  readonly cents: number | null
  readonly planIds: readonly string[]
}

const isBought = ({ kind }: TenantLicense): boolean =>
  LICENSE_KINDS[kind].inWaste && LICENSE_KINDS[kind].forUsers

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at))

/** The most expensive first, then by name. */
const byCost = (a: PersonUse, b: PersonUse): number =>
  b.monthlyCost - a.monthlyCost || BY_NAME.compare(a.name, b.name) || (a.userId < b.userId ? -1 : 1)

const BY_NAME = new Intl.Collator('en')

interface Judged {
  readonly bought: readonly BoughtLicense[]
  readonly period: UsePeriod
  readonly mark: AccountMark | null
}

/** Returns nothing for an account that the reading does not contain. */
function personUse(holder: HolderOfUse, judged: Judged): PersonUse[] {
  const { name } = holder
  if (name === null) return []
  const held = heldLicenses(holder, judged.bought)
  return [
    {
      userId: holder.id,
      name,
      userPrincipalName: holder.userPrincipalName,
      isBlocked: holder.isBlocked,
      isGuest: holder.isGuest,
      createdAt: holder.createdAt?.toISOString() ?? null,
      ...evidenceOf(holder, held, judged.period),
      licenses: held.map((license) => license.name),
      monthlyCost: held.reduce((sum, { cents }) => sum + (cents ?? 0), 0) / 100,
      unpricedLicenses: held.filter(({ cents }) => cents === null).length,
      mark: judged.mark,
    },
  ]
}

function evidenceOf(
  holder: HolderOfUse,
  held: readonly BoughtLicense[],
  period: UsePeriod,
): Pick<PersonUse, 'verdict' | 'lastSignInAt' | 'isSignInKnown' | 'services'> {
  const { createdAt, lastSignInAt } = holder
  const services = reportedServicesOf(held.flatMap(({ planIds }) => planIds))
  const isSignInKnown = period.signInsAsOf !== null && holder.isSignInKnown
  const signIn = isSignInKnown ? { lastAt: lastSignInAt } : null
  const lastUsedOn = period.reportDate === null ? null : holder.lastUsedOn
  return {
    verdict: verdictOnUse({ createdAt, signIn, lastUsedOn, services }, period),
    lastSignInAt: signIn?.lastAt?.toISOString() ?? null,
    isSignInKnown,
    services:
      lastUsedOn === null
        ? []
        : services.map((service) => ({ service, lastUsedOn: lastUsedOn[service] })),
  }
}

/** Returns the licenses of a person; a plan is off when every assignment of the license switches it off. */
function heldLicenses(
  { assigned }: HolderOfUse,
  bought: readonly BoughtLicense[],
): BoughtLicense[] {
  const byPlace = Map.groupBy(assigned, ([place]) => place)
  return [...byPlace].flatMap(([place, assignments]) => {
    const license = bought[place - 1]
    if (license === undefined) return []
    const offs = assignments.map(([, off]) => new Set(off.map((planId) => planId.toLowerCase())))
    if (offs.some(({ size }) => size === 0)) return [license]
    const planIds = license.planIds.filter((planId) => !offs.every((off) => off.has(planId)))
    return [{ ...license, planIds }]
  })
}

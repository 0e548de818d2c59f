import type { RenewalOfTenant } from '@tenantscope/analysis/renewals'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { TenantLicense } from '@tenantscope/contract/licenses'

import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { LicensesService } from './licenses.service.ts'
import { listedRenewals } from './renewals/renewals.rules.ts'
import type { ReadGeneration, TenantLicensesRepo } from './tenant-licenses.repo.ts'
import type { TenantPeopleRepo } from './tenant-people.repo.ts'
import type { PersonRow } from './tenant-people.rules.ts'
import type { TenantSeatsService } from './tenant-seats.service.ts'

export type ReportSourcesService = ReturnType<typeof createReportSourcesService>
export type { PersonRow }

/** The licenses of one reading, evaluated as on the screens. */
export interface SourceLicenses extends ReadGeneration {
  /** Without the hidden ones. */
  readonly visible: readonly TenantLicense[]
  /** Of all amounts of the tenant. */
  readonly currency: CurrencyCode
  /** Ids in lower case, for the complete installation. */
  readonly hiddenSkuIds: ReadonlySet<string>
  readonly hasLicenses: boolean
  readonly hasPeople: boolean
  readonly isInactive: boolean
  /** The dates of the visible subscriptions within 12 months, the earliest first; null when they could not be read. */
  readonly renewals: readonly RenewalOfTenant[] | null
}

/** Provides the data of reports: licenses and users of one reading of one tenant. */
export function createReportSourcesService(deps: {
  licenses: Pick<LicensesService, 'choices' | 'priceBook'>
  seats: Pick<TenantSeatsService, 'judgeOne'>
  repo: Pick<TenantLicensesRepo, 'findCurrent' | 'findFailure'>
  people: Pick<TenantPeopleRepo, 'readSome' | 'findHolders'>
  clock: Clock
}) {
  const { licenses, seats, repo, people, clock } = deps
  return {
    /** Of the current reading; undefined before the first refresh. */
    async currentLicenses(access: TenantAccess): Promise<SourceLicenses | undefined> {
      const generation = await repo.findCurrent(access)
      if (generation === undefined) return undefined
      const { generationId, isInactive } = generation
      const [licensesFailure, usersFailure, subscriptionsFailure] = await Promise.all([
        repo.findFailure(access, generationId, 'licenses'),
        repo.findFailure(access, generationId, 'users'),
        repo.findFailure(access, generationId, 'subscriptions'),
      ])
      const hasPeople = usersFailure === undefined
      const { tenantId } = access
      // A license that is hidden between the two reads is refused like an unknown one.
      const [choices, book] = await Promise.all([licenses.choices(), licenses.priceBook()])
      const { visible, subscriptions, currency } = await seats.judgeOne({
        tenantId,
        generationId,
        hasPeople,
        isInactive,
      })
      const hidden = [...choices].filter(([, { isVisible }]) => !isVisible)
      return {
        ...generation,
        visible,
        currency,
        hiddenSkuIds: new Set(hidden.map(([skuId]) => skuId)),
        hasLicenses: licensesFailure === undefined,
        hasPeople,
        renewals:
          subscriptionsFailure === undefined
            ? listedRenewals(subscriptions, {
                licenses: visible,
                hasPeople,
                choices,
                prices: book.of(tenantId),
                now: clock.now(),
              })
            : null,
      }
    },

    /**
     * Returns those of `userIds` that exist, unordered, with the indexes of their licenses in
     * `skuIds` (lower case).
     */
    peopleOf: (
      access: TenantAccess,
      generationId: number,
      asked: { skuIds: readonly string[]; userIds: readonly string[] },
    ): Promise<PersonRow[]> => people.readSome(access, generationId, asked),

    /** Yields the ids of all users with any of `skuIds` (lower case), in batches. */
    async *holderIds(
      access: TenantAccess,
      generationId: number,
      asked: { skuIds: readonly string[]; limit: number },
    ): AsyncGenerator<string[]> {
      for (let after: string | undefined = ''; after !== undefined;) {
        const ids = await people.findHolders(access, generationId, { ...asked, after })
        if (ids.length > 0) yield ids
        after = ids.length < asked.limit ? undefined : ids.at(-1)
      }
    },
  }
}

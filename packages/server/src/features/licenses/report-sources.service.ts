import type { TenantLicense } from '@tenantscope/contract/licenses'

import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { LicensesService } from './licenses.service.ts'
import type { ReadGeneration, TenantLicensesRepo } from './tenant-licenses.repo.ts'
import type { TenantPeopleRepo } from './tenant-people.repo.ts'
import type { PersonRow } from './tenant-people.rules.ts'
import type { TenantSeatsService } from './tenant-seats.service.ts'

export type ReportSourcesService = ReturnType<typeof createReportSourcesService>
export type { PersonRow }

/** The licenses of one reading, judged as on the screens. */
export interface SourceLicenses extends ReadGeneration {
  /** Without the hidden ones. */
  readonly visible: readonly TenantLicense[]
  /** Ids in lower case, of the whole installation. */
  readonly hiddenSkuIds: ReadonlySet<string>
  readonly hasLicenses: boolean
  readonly hasPeople: boolean
}

/** What reports are made of: licenses and people of one reading of one tenant. */
export function createReportSourcesService(deps: {
  licenses: Pick<LicensesService, 'choices'>
  seats: Pick<TenantSeatsService, 'judgeOne'>
  repo: Pick<TenantLicensesRepo, 'findCurrent' | 'findFailure'>
  people: Pick<TenantPeopleRepo, 'readSome' | 'findHolders'>
}) {
  const { licenses, seats, repo, people } = deps
  return {
    /** Of the current reading; undefined before the tenant was read. */
    async currentLicenses(access: TenantAccess): Promise<SourceLicenses | undefined> {
      const generation = await repo.findCurrent(access)
      if (generation === undefined) return undefined
      const { generationId } = generation
      const [licensesFailure, usersFailure] = await Promise.all([
        repo.findFailure(access, generationId, 'licenses'),
        repo.findFailure(access, generationId, 'users'),
      ])
      const hasPeople = usersFailure === undefined
      const { tenantId } = access
      // Those who hide a license between the two looks find it refused as one that nobody knows.
      const choices = await licenses.choices()
      const { visible } = await seats.judgeOne({ tenantId, generationId, hasPeople })
      const hidden = [...choices].filter(([, { isVisible }]) => !isVisible)
      return {
        ...generation,
        visible,
        hiddenSkuIds: new Set(hidden.map(([skuId]) => skuId)),
        hasLicenses: licensesFailure === undefined,
        hasPeople,
      }
    },

    /** Those of `userIds` who are there, in no order, with places of what they hold in `skuIds` (lower case). */
    peopleOf: (
      access: TenantAccess,
      generationId: number,
      asked: { skuIds: readonly string[]; userIds: readonly string[] },
    ): Promise<PersonRow[]> => people.readSome(access, generationId, asked),

    /** Ids of everybody who holds any of `skuIds` (lower case), so many at a time. */
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

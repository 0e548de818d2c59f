import {
  isBought,
  recommendationsOf,
  savingsLicenses,
  savingsRenewal,
  savingsStatement,
  savingsTotals,
} from '@tenantscope/analysis/savings-report'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { SavingsReport } from '@tenantscope/contract/savings-report'

import { AppError } from '../../lib/app-error.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { ReportSourcesService, SourceLicenses } from '../licenses/report-sources.service.ts'
import { NEVER_READ } from './report-building.ts'
import type { ReportBuilding, ReportCreator, ReportHeads } from './report-building.ts'
import { chosenLicenses } from './selection.rules.ts'

const NOT_READ = 'The licenses of this tenant could not be read.'

/** Builds reports of what a tenant pays and could save, each from one reading, with the figures of the tenant's page. */
export function createSavingsBuilding(deps: {
  sources: Pick<ReportSourcesService, 'currentLicenses'>
  headOf: ReportHeads
}): ReportBuilding<'savings'> {
  const { sources, headOf } = deps

  async function documentOf(
    access: TenantAccess,
    given: {
      source: SourceLicenses
      selection: SavingsReport['selection']
      licenses: readonly TenantLicense[]
      creator: ReportCreator
    },
  ): Promise<SavingsReport> {
    const { source, selection, licenses: reported, creator } = given
    const licenses = savingsLicenses(reported)
    const { currency } = source
    const totals = savingsTotals(reported, { currency, areSavingsKnown: !source.isInactive })
    return {
      ...(await headOf(access, creator, source.dataAsOf)),
      reportType: 'savings',
      statement: savingsStatement({ currency, totals, licenses }),
      currency,
      selection,
      tenantLicenses: source.visible.length,
      arePeopleKnown: source.hasPeople,
      areRenewalsKnown: source.renewals !== null,
      totals,
      recommendations: recommendationsOf(licenses),
      licenses,
      renewals: renewalsOf(source, reported),
    }
  }

  return {
    /** Exactly the selected licenses, or every license that costs something. */
    async fromSelection(access, { licenseIds }, creator) {
      const source = await sources.currentLicenses(access)
      if (source === undefined) throw new AppError('CONFLICT', NEVER_READ)
      if (licenseIds !== undefined) {
        const licenses = chosenLicenses(source, licenseIds)
        return documentOf(access, { source, selection: 'chosen', licenses, creator })
      }
      const licenses = source.visible.filter(isBought)
      if (!source.hasLicenses) throw new AppError('CONFLICT', NOT_READ)
      return documentOf(access, { source, selection: 'bought', licenses, creator })
    },

    /** Returns every license that costs something, or why there is no report. */
    async ofAll(access, creator) {
      const source = await sources.currentLicenses(access)
      if (source === undefined) return { reason: NEVER_READ }
      if (!source.hasLicenses) return { reason: NOT_READ }
      const licenses = source.visible.filter(isBought)
      return documentOf(access, { source, selection: 'bought', licenses, creator })
    },
  }
}

/** Returns the next dates of the reported licenses; none of an Inactive tenant, where nothing can be done. */
function renewalsOf(
  { renewals, isInactive }: SourceLicenses,
  reported: readonly TenantLicense[],
): SavingsReport['renewals'] {
  if (renewals === null || isInactive) return []
  const keys = new Set(reported.map(({ skuId }) => skuId.toLowerCase()))
  return renewals.filter(({ skuId }) => keys.has(skuId.toLowerCase())).map(savingsRenewal)
}

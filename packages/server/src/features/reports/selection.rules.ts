import type { TenantLicense } from '@tenantscope/contract/licenses'

import { AppError, badField } from '../../lib/app-error.ts'
import type { SourceLicenses } from '../licenses/report-sources.service.ts'

/** Ids that a refusal repeats. */
const NAMED = 5

/** The selected licenses, each once; refuses those that are hidden or not the tenant's. */
export function chosenLicenses(
  { visible, hiddenSkuIds, hasLicenses }: SourceLicenses,
  licenseIds: readonly string[],
): TenantLicense[] {
  const licenseById = new Map(visible.map((license) => [license.skuId.toLowerCase(), license]))
  const asked = new Map(licenseIds.map((skuId) => [skuId.toLowerCase(), skuId]))
  const unknown = [...asked].filter(([key]) => !licenseById.has(key))
  if (unknown.some(([key]) => hiddenSkuIds.has(key)))
    throw badField('licenseIds', 'Hidden licenses cannot be in reports')
  if (unknown.length > 0 && !hasLicenses)
    throw new AppError('CONFLICT', 'The licenses of this tenant could not be read.')
  if (unknown.length > 0) {
    const ids = unknown.slice(0, NAMED).map(([, skuId]) => skuId)
    const more = unknown.length > NAMED ? ` and ${unknown.length - NAMED} more` : ''
    throw badField(
      'licenseIds',
      `This tenant has no licenses with these IDs: ${ids.join(', ')}${more}`,
    )
  }
  return [...asked.keys()].flatMap((key) => licenseById.get(key) ?? [])
}

/** Refuses people who are not there or hold none of the licenses: a file holds exactly what was selected. */
export function refuseMissing(
  { absent, withoutLicense }: { absent: number; withoutLicense: number },
  hasPeople: boolean,
): void {
  if (absent > 0 && !hasPeople)
    throw new AppError('CONFLICT', 'The users of this tenant could not be read.')
  if (absent > 0)
    throw badField('userIds', `This tenant does not have ${absent} of the selected users`)
  if (withoutLicense > 0)
    throw new AppError(
      'CONFLICT',
      `${withoutLicense} of the selected users no longer have a selected license. Select the users again.`,
    )
}

import {
  coverageText,
  outcomeText,
  personReasons,
  SITUATION_TEXTS,
} from '@tenantscope/analysis/coverage/situation-text'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { CoveredPerson } from '@tenantscope/contract/coverage'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { saveCsv } from '../../../lib/save-csv.ts'
import { fileNameOf } from './export-checks.ts'

interface CoverageExport {
  tenant: TenantListItem
  people: readonly CoveredPerson[]
  /** Names of policies by id. */
  names: ReadonlyMap<string, string>
  dataAsOf: string | null
  timeZone: string
}

/** Saves the people of the list as a file and returns its name. */
export function exportCoverage(coverage: CoverageExport): string {
  const { tenant, people, names, dataAsOf, timeZone } = coverage
  const columns: readonly TextColumn<CoveredPerson>[] = [
    { header: 'Person', textOf: ({ displayName }) => displayName },
    { header: 'User Name', textOf: ({ userPrincipalName }) => userPrincipalName },
    { header: 'Object ID', textOf: ({ userId }) => userId },
    { header: 'Type', textOf: typeText },
    { header: 'MFA', textOf: (person) => coverageText(person.coverage) },
    ...SITUATION_TEXTS.map(({ number, name }) => ({
      header: name,
      textOf: ({ situations }: CoveredPerson) => {
        const found = situations.find(({ situation }) => situation === number)
        return found === undefined ? null : outcomeText(found.outcome)
      },
    })),
    { header: 'Why', textOf: (person) => whyText(person, names) },
    { header: 'Data As Of', textOf: () => dataAsOf && isoTimeIn(timeZone, dataAsOf) },
  ]
  return saveCsv({
    name: `mfa-coverage-${fileNameOf(tenant)}`,
    table: 'mfa-coverage',
    tenantId: tenant.id,
    rows: people,
    columns,
    timeZone,
  })
}

function typeText({ isGuest, isEmergencyAccount }: CoveredPerson): string {
  if (isEmergencyAccount) return 'Emergency access account'
  return isGuest ? 'Guest' : 'Member'
}

function whyText(person: CoveredPerson, names: ReadonlyMap<string, string>): string | null {
  if (person.coverage === 'covered') return null
  return personReasons(person)
    .map(({ text, policyIds, end = '' }) =>
      [text, policyIds.map((id) => names.get(id) ?? id).join(', '), end].join(' ').trim(),
    )
    .join('; ')
}

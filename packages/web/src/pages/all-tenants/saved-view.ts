import type { ViewPreferences } from '@tenantscope/contract/views'

import { searchOf, viewOf } from './all-tenants-view.ts'
import type { AllTenantsSearch, AllTenantsView } from './all-tenants-view.ts'
import type { ChoosableColumn } from './tenant-columns.ts'

/** Stands for 'no filter' in saved views (specification section 3). */
const ALL = 'all'

/** What is kept of a view and its columns. */
export function preferencesOf(
  view: AllTenantsView,
  columns: readonly ChoosableColumn[],
): ViewPreferences {
  return {
    searchTerm: view.text,
    statusFilter: view.status ?? ALL,
    accessLevelFilter: view.access ?? ALL,
    sortField: view.sort,
    sortDirection: view.isDescending ? 'desc' : 'asc',
    methodFilter: view.method ?? ALL,
    findingFilter: view.attention ?? ALL,
    ...(view.tag === undefined ? {} : { tagFilter: view.tag }),
    ...(view.group === undefined ? {} : { groupFilter: view.group }),
    columns: [...columns],
  }
}

/** The address of a saved view. A status, order or finding that there is no more counts as not chosen. */
export function searchOfSaved(saved: ViewPreferences): AllTenantsSearch {
  return searchOf(
    viewOf({
      q: saved.searchTerm,
      status: saved.statusFilter,
      access: saved.accessLevelFilter,
      method: saved.methodFilter,
      attention: saved.findingFilter,
      tag: saved.tagFilter,
      group: saved.groupFilter,
      sort: saved.sortField,
      order: saved.sortDirection,
    }),
  )
}

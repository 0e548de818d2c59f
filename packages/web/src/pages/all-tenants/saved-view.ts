import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { loadView, saveView } from '@tenantscope/contract/views'
import type { ViewPreferences } from '@tenantscope/contract/views'
import { useMemo, useState } from 'react'

import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { showToast } from '../../lib/toasts.ts'
import { isDefault, searchOf, viewOf } from './all-tenants-view.ts'
import type { AllTenantsSearch, AllTenantsView } from './all-tenants-view.ts'
import { areDefault, asColumns, DEFAULT_COLUMNS } from './tenant-columns.ts'
import type { ChoosableColumn } from './tenant-columns.ts'

/** Means 'no filter' in saved views (specification section 3). */
const ALL = 'all'

/** The stored form of a view and its columns. */
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

const VIEW_TYPE = 'dashboard'

/** The saved view of All Tenants; null when none is saved. Only saving changes it. */
export const savedViewQuery = queryOptions({
  queryKey: ['saved-view', VIEW_TYPE],
  queryFn: async ({ signal }) =>
    (await call(loadView, { params: { viewType: VIEW_TYPE } }, { signal })).preferences,
  staleTime: Infinity,
  gcTime: Infinity,
})

/** Saves a view as the one that All Tenants opens with. */
export function useSaveView() {
  return useStoreView({ title: 'View Saved', text: 'All Tenants now opens with this view.' })
}

/** Deletes the saved view: the default view is stored in its place. */
export function useDeleteSavedView() {
  const { mutate, isPending } = useStoreView({
    title: 'Saved view deleted',
    text: 'All Tenants now opens with all tenants by name and the usual columns.',
  })
  const { columns: _, ...none } = preferencesOf(viewOf({}), [])
  return { isPending, deleteView: () => mutate(none) }
}

/** Returns whether All Tenants opens with something else than its default view. */
export function isViewSaved(saved: ViewPreferences | null | undefined): saved is ViewPreferences {
  if (!saved) return false
  const hasColumns = saved.columns !== undefined && !areDefault(asColumns(saved.columns))
  return hasColumns || !isDefault(viewOf(searchOfSaved(saved)))
}

/** Returns whether the view and its columns are the saved ones. */
export function isSavedView(
  saved: ViewPreferences,
  view: AllTenantsView,
  columns: readonly ChoosableColumn[],
): boolean {
  const stored = preferencesOf(
    viewOf(searchOfSaved(saved)),
    saved.columns ? asColumns(saved.columns) : DEFAULT_COLUMNS,
  )
  return JSON.stringify(stored) === JSON.stringify(preferencesOf(view, columns))
}

function useStoreView(done: { title: string; text: string }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (preferences: ViewPreferences) =>
      call(saveView, { body: { viewType: VIEW_TYPE, preferences } }),
    onSuccess: ({ preferences }) => {
      client.setQueryData(savedViewQuery.queryKey, preferences)
      showToast({ intent: 'success', ...done })
    },
    onError: () =>
      showToast({
        intent: 'error',
        title: 'Save Failed',
        text: 'Unable to save view preferences',
      }),
  })
}

/**
 * The columns that a person chose in this browser since they last saved the view here, else those of
 * the saved view, else the default ones.
 */
export function useColumns() {
  const { id } = useCurrentUser()
  const key = `tenantscope.columns.${id}`
  const [local, setLocal] = useState(() => readStored(key))
  const saved = useQuery(savedViewQuery).data?.columns
  const keep = (columns: readonly ChoosableColumn[] | null) => {
    setLocal(columns)
    store(key, columns)
  }
  const columns = useMemo(
    () => local ?? (saved ? asColumns(saved) : DEFAULT_COLUMNS),
    [local, saved],
  )
  return {
    columns,
    choose: keep,
    /** Uses the columns of the saved view again. */
    follow: () => keep(null),
  }
}

function readStored(key: string): readonly ChoosableColumn[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(stored) ? asColumns(stored) : null
  } catch {
    return null
  }
}

function store(key: string, columns: readonly ChoosableColumn[] | null): void {
  try {
    localStorage.setItem(key, JSON.stringify(columns))
  } catch {
    // A browser that keeps nothing has the choice until the page is reloaded.
  }
}

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { savedViewQuery } from './saved-view.queries.ts'
import { asColumns, DEFAULT_COLUMNS } from './tenant-columns.ts'
import type { ChoosableColumn } from './tenant-columns.ts'

interface ColumnControl {
  columns: readonly ChoosableColumn[]
  choose: (columns: readonly ChoosableColumn[]) => void
  /** The view was saved with these columns: there is no other choice of this browser any more. */
  follow: () => void
}

/**
 * The columns that a person chose in this browser since they last saved the view here, else those of
 * the saved view, else all.
 */
export function useColumns(): ColumnControl {
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

import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'

const ROWS_PER_PAGE = 10

interface RowFocusOptions {
  tenants: readonly TenantListItem[]
  body: RefObject<HTMLElement | null>
}

/** Moves the focus between rows with the keyboard, also to rows that do not exist yet. */
export function useRowFocus({ tenants, body }: RowFocusOptions) {
  // By tenant, not by place: after sorting or filtering the same tenant keeps the focus.
  const [activeId, setActiveId] = useState<string | null>(null)
  const wanted = useRef<string | null>(null)
  const activeIndex = tenants.findIndex((tenant) => tenant.id === activeId)
  const tabStopIndex = Math.max(0, activeIndex)

  // Runs after every render: the wanted row appears only when the page has scrolled to it.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  })

  const moveTo = (index: number, scrollTo: (index: number) => void) => {
    const tenant = tenants[index]
    if (!tenant) return
    wanted.current = tenant.id
    setActiveId(tenant.id)
    scrollTo(index)
  }

  return {
    /** The row that the Tab key reaches; it is rendered even out of sight. */
    tabStopIndex,
    onKeyDown: (event: KeyboardEvent, scrollTo: (index: number) => void) => {
      // The header's buttons keep their keys.
      if (tenantAt(event.target) === null) return
      const next = targetOf(event.key, tabStopIndex, tenants.length - 1)
      if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      moveTo(next, scrollTo)
    },
    onFocus: (event: FocusEvent) => {
      const id = tenantAt(event.target)
      if (id !== null) setActiveId(id)
    },
  }
}

function targetOf(key: string, index: number, last: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + ROWS_PER_PAGE,
    PageUp: index - ROWS_PER_PAGE,
    Home: 0,
    End: last,
  }
  const target = targets[key]
  return target === undefined ? undefined : Math.min(last, Math.max(0, target))
}

function tenantAt(target: EventTarget): string | null {
  if (!(target instanceof Element)) return null
  return target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null
}

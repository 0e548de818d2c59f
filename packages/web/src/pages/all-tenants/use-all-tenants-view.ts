import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { keepListSearch } from '../../lib/list-link.ts'
import { searchOf, viewOf } from './all-tenants-view.ts'
import type { AllTenantsView } from './all-tenants-view.ts'

/** Browsers limit how often an address may change; typing waits this long before it does. */
const TYPING_PAUSE_MS = 200

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the user chose this view, also when it is that of an empty address. */
    isChosenHere?: boolean
  }
}

/**
 * The view lives in the address. Typing replaces the address, choosing makes a new one: 'back' undoes
 * choices, never single letters.
 */
export function useAllTenantsView() {
  const search: unknown = useSearch({ strict: false })
  const chosen = useMemo(() => viewOf(search), [search])
  const navigate = useNavigate()
  const [text, setText] = useState(chosen.text)
  // The same object until something changes: what is derived from it is not derived again.
  const view = useMemo(() => ({ ...chosen, text }), [chosen, text])
  const typing = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined)

  // The address also changes by 'back' and by links; during typing the typed text wins.
  useEffect(() => {
    if (typing.current === undefined) setText(chosen.text)
  }, [chosen.text])
  useEffect(() => () => clearTimeout(typing.current?.timer), [])
  const { id } = useCurrentUser()
  useEffect(() => keepListSearch(id, searchOf(chosen)), [id, chosen])

  const settle = () => {
    if (typing.current === undefined) return
    const { text: typed, timer } = typing.current
    clearTimeout(timer)
    typing.current = undefined
    void navigate({
      to: '/dashboard',
      search: (current: unknown) => searchOf({ ...viewOf(current), text: typed }),
      state: { isChosenHere: true },
      replace: true,
      resetScroll: false,
    })
  }

  return {
    /** The view in the address, with the text as typed. */
    view,
    type: (typed: string) => {
      setText(typed)
      clearTimeout(typing.current?.timer)
      typing.current = { text: typed, timer: setTimeout(settle, TYPING_PAUSE_MS) }
    },
    /** Writes the typed text into the address at once. */
    settle,
    choose: (next: AllTenantsView) => {
      clearTimeout(typing.current?.timer)
      typing.current = undefined
      setText(next.text)
      void navigate({
        to: '/dashboard',
        search: searchOf(next),
        state: { isChosenHere: true },
        resetScroll: false,
      })
    },
  }
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'

import { searchOf, viewOf } from './licenses-view.ts'
import type { LicensesView } from './licenses-view.ts'

/** Browsers limit how often an address may change; typing waits this long before it does. */
const TYPING_PAUSE_MS = 200

/** The view lives in the address: typing replaces the address, choosing makes a new one. */
export function useLicensesView() {
  const search: unknown = useSearch({ strict: false })
  const chosen = useMemo(() => viewOf(search), [search])
  const navigate = useNavigate()
  const [text, setText] = useState(chosen.text)
  const view = useMemo(() => ({ ...chosen, text }), [chosen, text])
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The address also changes by 'back' and by links; while somebody types, their text wins.
  useEffect(() => {
    if (typing.current === undefined) setText(chosen.text)
  }, [chosen.text])
  useEffect(() => () => clearTimeout(typing.current), [])

  const stopTyping = () => {
    clearTimeout(typing.current)
    typing.current = undefined
  }
  return {
    view,
    type: (typed: string) => {
      setText(typed)
      stopTyping()
      typing.current = setTimeout(() => {
        typing.current = undefined
        void navigate({
          to: '/admin-licenses',
          search: (current: unknown) => searchOf({ ...viewOf(current), text: typed }),
          replace: true,
          resetScroll: false,
        })
      }, TYPING_PAUSE_MS)
    },
    choose: (next: LicensesView) => {
      stopTyping()
      setText(next.text)
      void navigate({ to: '/admin-licenses', search: searchOf(next), resetScroll: false })
    },
  }
}

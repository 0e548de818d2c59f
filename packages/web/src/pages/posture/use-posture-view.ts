import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

import { useTypedSearch } from '../../lib/use-typed-search.ts'
import { searchOf, viewOf } from './posture-search.ts'
import type { PostureView } from './posture-search.ts'

/** The view is in the address: a choice adds an entry to the history, typing replaces the last one. */
export function usePostureView() {
  const search: unknown = useSearch({ strict: false })
  const view = useMemo(() => viewOf(search), [search])
  const navigate = useNavigate()
  const [text, setText] = useTypedSearch(
    view.text,
    (words) =>
      void navigate({
        to: '/posture',
        search: (current: unknown) => searchOf({ ...viewOf(current), text: words }),
        replace: true,
        resetScroll: false,
      }),
  )
  return {
    view,
    /** The search text as typed. */
    text,
    type: setText,
    choose: (next: PostureView) =>
      void navigate({ to: '/posture', search: searchOf(next), resetScroll: false }),
  }
}

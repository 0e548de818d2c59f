import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { CheckId } from '@tenantscope/contract/posture'
import { useMemo } from 'react'

import { checkFilterOf } from './check-filter.ts'
import type { CoverageFilter } from './posture.queries.ts'

interface SecuritySearch {
  verdict?: string | undefined
  area?: string | undefined
  q?: string | undefined
  days?: number | undefined
  people?: string | undefined
  compareWith?: string | undefined
}

export const CHANGE_DAYS = [7, 30, 90] as const
type ChangeDays = (typeof CHANGE_DAYS)[number]

function peopleOf(people: string | undefined): CoverageFilter | null {
  if (people === undefined) return null
  return people === 'all' ? 'all' : 'notCovered'
}

/** What the address of the security tab says, and the functions that change it. */
export function useSecuritySearch() {
  const { verdict, area, q, days, people, check, policy, person, compareWith } = useSearch({
    strict: false,
  })
  const navigate = useNavigate({ from: '/tenant/$tenantId' })
  const router = useRouter()
  const isPanelOpenedHere = useLocation({ select: ({ state }) => state.isPanelOpenedHere === true })
  const filter = useMemo(() => checkFilterOf({ verdict, area, q }), [verdict, area, q])
  const showCheck = (checkId: CheckId | undefined, state: { isPanelOpenedHere: boolean }) =>
    navigate({
      search: (previous) => ({
        ...previous,
        tab: 'security',
        check: checkId,
        policy: undefined,
      }),
      state,
      // The panel's address is replaced, where no list is behind it.
      replace: checkId === undefined,
      resetScroll: false,
    })
  const showPerson = (userId: string | undefined, state: { isPanelOpenedHere: boolean }) =>
    navigate({
      search: (previous) => ({ ...previous, tab: 'security', person: userId, policy: undefined }),
      state,
      replace: userId === undefined,
      resetScroll: false,
    })
  return {
    filter,
    days: CHANGE_DAYS.find((each) => each === days) ?? (30 satisfies ChangeDays),
    /** The people of the coverage list; null: the list is not open. */
    people: peopleOf(people),
    /** The tenant to compare with, '' while it is chosen; undefined: nothing is compared. */
    compareWith,
    /** The person of the coverage list in the panel. */
    personId: person ?? null,
    /** The check in the panel. */
    checkId: CheckId.safeParse(check).data ?? null,
    /** The policy in the panel, which covers the panel of a check or a person. */
    policyId: policy ?? null,
    /** Typing replaces the address; a choice makes a new one, which 'back' undoes. */
    change: (part: SecuritySearch, { isTyped = false } = {}) =>
      void navigate({
        search: (previous) => ({ ...previous, tab: 'security', ...part }),
        replace: isTyped,
        resetScroll: false,
      }),
    openCheck: (checkId: string) =>
      void showCheck(CheckId.parse(checkId), { isPanelOpenedHere: true }),
    openPerson: ({ userId }: { userId: string }) =>
      void showPerson(userId, { isPanelOpenedHere: true }),
    closePerson: () => {
      if (isPanelOpenedHere) router.history.back()
      else void showPerson(undefined, { isPanelOpenedHere: false })
    },
    closeCheck: () => {
      if (isPanelOpenedHere) router.history.back()
      else void showCheck(undefined, { isPanelOpenedHere: false })
    },
  }
}

import type { TenantLicense } from '@tenantscope/contract/licenses'
import { useDeferredValue, useMemo, useState } from 'react'

import { shownPeople, WHOLE_MATRIX } from './matrix-people.ts'
import type { MatrixChoice, MatrixPerson } from './matrix-people.ts'

/** What the reader chose, and the rows that it leaves. */
export function useMatrixChoice(
  people: readonly MatrixPerson[],
  licenses: readonly TenantLicense[],
): {
  choice: MatrixChoice
  change: (changes: Partial<MatrixChoice>) => void
  shown: readonly MatrixPerson[]
} {
  const [chosen, setChosen] = useState(WHOLE_MATRIX)
  const choice = useMemo(() => withoutHidden(chosen, licenses), [chosen, licenses])
  // Typing stays quick however many people there are.
  const followed = useDeferredValue(choice)
  const shown = useMemo(() => shownPeople(people, licenses, followed), [people, licenses, followed])
  return {
    choice,
    change: (changes) => setChosen((last) => ({ ...last, ...changes })),
    shown,
  }
}

/** A license that was hidden meanwhile chooses nobody any more. */
function withoutHidden(choice: MatrixChoice, licenses: readonly TenantLicense[]): MatrixChoice {
  const isGone = (wanted: string | null) =>
    wanted !== null && !licenses.some(({ skuId }) => skuId === wanted)
  const { holders, sortSkuId } = choice
  return {
    ...choice,
    holders: holders.kind === 'holders' && isGone(holders.skuId) ? WHOLE_MATRIX.holders : holders,
    sortSkuId: isGone(sortSkuId) ? null : sortSkuId,
  }
}

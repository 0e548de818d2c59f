import { useQuery } from '@tanstack/react-query'
import { CheckSeverity } from '@tenantscope/contract/posture'
import type { TenantCheck } from '@tenantscope/contract/posture'
import { useMemo, useState } from 'react'

import { withIds } from '../../lib/find-tenants.ts'
import type { ReportTenant } from '../../lib/report-selection.ts'
import { tenantPostureQuery } from '../../lib/tenant-posture.ts'

const NO_CHECKS: readonly TenantCheck[] = []

/** Holds which checks a report of the posture contains: all of them until the user changes that. */
export function useCheckChoice(
  { id: tenantId, dataAsOf }: ReportTenant,
  { isEnabled }: { isEnabled: boolean },
) {
  const query = useQuery({
    ...tenantPostureQuery({ tenantId, dataAsOf, isQuiet: false }),
    enabled: isEnabled,
  })
  const [checkIds, setCheckIds] = useState<ReadonlySet<string> | null>(null)
  const available = query.data?.checks ?? NO_CHECKS
  const all = useMemo(
    () => available.toSorted((one, other) => rankOf(one) - rankOf(other)),
    [available],
  )
  const chosen = useMemo(
    () => (checkIds === null ? all : all.filter(({ id }) => checkIds.has(id))),
    [all, checkIds],
  )
  const chosenIds = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  const isEach = checkIds === null || (all.length > 0 && chosen.length === all.length)
  return {
    query,
    /** The most severe first. */
    all,
    chosenIds,
    /** Null: every check. */
    chosen: isEach ? null : chosen,
    isChanged: checkIds !== null,
    choose: (ids: Iterable<string>, isChosen: boolean) =>
      setCheckIds(withIds(chosenIds, ids, isChosen)),
    chooseOnly: (ids: Iterable<string>) => setCheckIds(new Set(ids)),
  }
}

const rankOf = ({ severity }: TenantCheck): number => CheckSeverity.options.indexOf(severity)

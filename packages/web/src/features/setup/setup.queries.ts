import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { PERMISSIONS_POLL_MS } from '@tenantscope/contract/limits'
import { getSetup } from '@tenantscope/contract/onboarding'
import { useEffect } from 'react'

import { call } from '../../lib/api.ts'
import { SETUP } from '../../lib/tenant-data.ts'

export type Setup = CallReply<typeof getSetup>

/** The progress of the setup. It is not read by a click, so it does not keep the session alive. */
const setupQuery = queryOptions({
  queryKey: [SETUP],
  queryFn: ({ signal }) => call(getSetup, {}, { signal, background: true }),
  // The way to a step and back is when it changes.
  staleTime: 0,
})

/** The first run's steps; asked for again and again while something is under way, and once after it. */
export function useSetup({ isUnderWay }: { isUnderWay: boolean }) {
  const setup = useQuery({
    ...setupQuery,
    refetchInterval: ({ state }) =>
      isUnderWay && state.data?.isComplete !== true ? PERMISSIONS_POLL_MS : false,
  })
  const { refetch } = setup
  useEffect(() => {
    // On the first look the answer is on its way already.
    if (!isUnderWay) void refetch({ cancelRefetch: false })
  }, [isUnderWay, refetch])
  return setup
}

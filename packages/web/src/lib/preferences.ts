import { queryOptions, useQuery } from '@tanstack/react-query'
import { getPreferences } from '@tenantscope/contract/account'
import { DEFAULT_TIME_ZONE } from '@tenantscope/contract/limits'
import { useMemo } from 'react'

import { call } from './api.ts'
import { createFormat } from './format.ts'
import type { Format } from './format.ts'

/** The signed-in person's preferences; the application starts after they were asked for. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async ({ signal }) => (await call(getPreferences, {}, { signal })).preferences,
})

/** Numbers and times as the reader sees them. */
export function useFormat(): Format {
  const timeZone = useTimeZone()
  return useMemo(() => createFormat(timeZone), [timeZone])
}

/** Whether the reader wants dense rows in tables. */
export function useCompactView(): boolean {
  return useQuery(preferencesQuery).data?.compactView ?? false
}

/** The reader's time zone, for what Format does not write: files. */
export function useTimeZone(): string {
  return useQuery(preferencesQuery).data?.timezone ?? DEFAULT_TIME_ZONE
}

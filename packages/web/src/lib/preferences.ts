import { queryOptions, useQuery } from '@tanstack/react-query'
import { getPreferences } from '@tenantscope/contract/account'
import { DEFAULT_TIME_ZONE } from '@tenantscope/contract/limits'
import { useMemo } from 'react'

import { call } from './api.ts'
import { createFormat } from './format.ts'
import type { Format } from './format.ts'

/** Reads the signed-in user's preferences; the application waits for them at the start. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async ({ signal }) => (await call(getPreferences, {}, { signal })).preferences,
})

/** Returns the reader's formats of numbers and times. */
export function useFormat(): Format {
  const timeZone = useTimeZone()
  return useMemo(() => createFormat(timeZone), [timeZone])
}

/** Returns whether the reader prefers dense table rows. */
export function useCompactView(): boolean {
  return useQuery(preferencesQuery).data?.compactView ?? false
}

/** Returns the reader's time zone, for files. */
export function useTimeZone(): string {
  return useQuery(preferencesQuery).data?.timezone ?? DEFAULT_TIME_ZONE
}

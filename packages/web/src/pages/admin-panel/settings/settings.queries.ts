import { queryOptions } from '@tanstack/react-query'
import { getSettings } from '@tenantscope/contract/settings'

import { call } from '../../../lib/api.ts'

export const settingsQuery = queryOptions({
  queryKey: ['admin-settings'],
  queryFn: ({ signal }) => call(getSettings, {}, { signal }),
  staleTime: 0,
})

import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantGroupId } from './ids.ts'

/** The lists whose view a person may save. */
export const ViewType = z.enum(['dashboard'])
export type ViewType = z.infer<typeof ViewType>

/** How All Tenants was left (specification section 3, Saved view preferences, with the added filters). */
export const ViewPreferences = z.object({
  searchTerm: z.string().max(200),
  statusFilter: z.enum(['all', 'Active', 'Inactive', 'Pending']),
  accessLevelFilter: z.enum(['all', 'full', 'limited', 'unknown']),
  sortField: z.string().min(1).max(40),
  sortDirection: z.enum(['asc', 'desc']),
  methodFilter: z.enum(['all', 'csp', 'direct']).optional(),
  findingFilter: z.string().max(40).optional(),
  tagFilter: z.string().max(40).optional(),
  groupFilter: TenantGroupId.optional(),
  /** The chosen columns by id; absent: the default ones. */
  columns: z.array(z.string().max(40)).max(40).optional(),
})
export type ViewPreferences = z.infer<typeof ViewPreferences>

export const loadView = endpoint({
  name: 'loadView',
  summary: "The person's saved view of a list; null where none was saved",
  method: 'GET',
  path: '/api/user/load-view/:viewType',
  access: 'signedIn',
  params: z.object({ viewType: ViewType }),
  reply: z.object({ success: z.literal(true), preferences: ViewPreferences.nullable() }),
})

export const saveView = endpoint({
  name: 'saveView',
  summary: 'Keep how the person left a list, in place of what was kept before',
  method: 'POST',
  path: '/api/user/save-view',
  access: 'signedIn',
  body: z.object({ viewType: ViewType, preferences: ViewPreferences }),
  reply: z.object({ success: z.literal(true), preferences: ViewPreferences }),
})

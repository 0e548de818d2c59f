import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantGroupId } from './ids.ts'

/** The lists whose view a user can save. */
export const ViewType = z.enum(['dashboard'])
export type ViewType = z.infer<typeof ViewType>

/** The saved view of All Tenants (specification section 3, Saved view preferences, with the added filters). */
export const ViewPreferences = z.object({
  searchTerm: z.string().max(200),
  statusFilter: z.enum(['all', 'Active', 'Inactive', 'Pending']),
  /** 'unknown' in older views only. */
  accessLevelFilter: z.enum(['all', 'full', 'limited', 'notReadable', 'inactive', 'unknown']),
  sortField: z.string().min(1).max(40),
  sortDirection: z.enum(['asc', 'desc']),
  methodFilter: z.enum(['all', 'csp', 'direct']).optional(),
  findingFilter: z.string().max(40).optional(),
  tagFilter: z.string().max(40).optional(),
  groupFilter: TenantGroupId.optional(),
  /** The chosen columns by id; the default ones when absent. */
  columns: z.array(z.string().max(40)).max(40).optional(),
})
export type ViewPreferences = z.infer<typeof ViewPreferences>

export const loadView = endpoint({
  name: 'loadView',
  summary: "The caller's saved view of a list; null if none was saved",
  method: 'GET',
  path: '/api/user/load-view/:viewType',
  access: 'signedIn',
  params: z.object({ viewType: ViewType }),
  reply: z.object({ success: z.literal(true), preferences: ViewPreferences.nullable() }),
})

export const saveView = endpoint({
  name: 'saveView',
  summary: 'Save the view of a list, replacing the previous one',
  method: 'POST',
  path: '/api/user/save-view',
  access: 'signedIn',
  body: z.object({ viewType: ViewType, preferences: ViewPreferences }),
  reply: z.object({ success: z.literal(true), preferences: ViewPreferences }),
})

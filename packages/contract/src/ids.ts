import { z } from 'zod'

/** A Microsoft directory's id, lower case. Anything else names no tenant. */
export const TenantId = z.guid().toLowerCase().brand('TenantId')
export type TenantId = z.infer<typeof TenantId>

export const UserId = z.number().int().positive().brand('UserId')
export type UserId = z.infer<typeof UserId>

export const RunId = z.guid().brand('RunId')
export type RunId = z.infer<typeof RunId>

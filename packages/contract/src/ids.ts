import { z } from 'zod'

/** A Microsoft directory's id, lower case. Anything else names no tenant. */
export const TenantId = z.guid().toLowerCase().brand('TenantId')
export type TenantId = z.infer<typeof TenantId>

/** The largest number that the database gives to a row. */
const MAX_SERIAL = 2_147_483_647

export const UserId = z.number().int().positive().max(MAX_SERIAL).brand('UserId')
export type UserId = z.infer<typeof UserId>

export const RunId = z.guid().brand('RunId')
export type RunId = z.infer<typeof RunId>

export const TenantGroupId = z.coerce
  .number()
  .int()
  .positive()
  .max(MAX_SERIAL)
  .brand('TenantGroupId')
export type TenantGroupId = z.infer<typeof TenantGroupId>

/** One attempt to get a tenant's consent. */
export const ConsentId = z.guid().brand('ConsentId')
export type ConsentId = z.infer<typeof ConsentId>

/** A report that was made. */
export const ReportSnapshotId = z.guid().brand('ReportSnapshotId')
export type ReportSnapshotId = z.infer<typeof ReportSnapshotId>

/** Chosen by the caller for one file that it waits for. */
export const ReportProgressId = z.guid().brand('ReportProgressId')
export type ReportProgressId = z.infer<typeof ReportProgressId>

export const ReportScheduleId = z.coerce
  .number()
  .int()
  .positive()
  .max(MAX_SERIAL)
  .brand('ReportScheduleId')
export type ReportScheduleId = z.infer<typeof ReportScheduleId>

/** A share link's row; never its token. */
export const ShareId = z.guid().brand('ShareId')
export type ShareId = z.infer<typeof ShareId>

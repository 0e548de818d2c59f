import { z } from 'zod'

/** The id of a Microsoft directory, in lower case. */
export const TenantId = z.guid().toLowerCase().brand('TenantId')
export type TenantId = z.infer<typeof TenantId>

/** True for text that the database stores: without NUL and unpaired surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** The id of an object of a Microsoft directory. */
export const ObjectId = z.string().min(1).max(200).refine(isStorable)

/** The largest value of a serial column. */
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

/** The id of a consent attempt. */
export const ConsentId = z.guid().brand('ConsentId')
export type ConsentId = z.infer<typeof ConsentId>

/** The id of a created report. */
export const ReportSnapshotId = z.guid().brand('ReportSnapshotId')
export type ReportSnapshotId = z.infer<typeof ReportSnapshotId>

/** Chosen by the caller to query the progress of one file. */
export const ReportProgressId = z.guid().brand('ReportProgressId')
export type ReportProgressId = z.infer<typeof ReportProgressId>

export const ReportScheduleId = z.coerce
  .number()
  .int()
  .positive()
  .max(MAX_SERIAL)
  .brand('ReportScheduleId')
export type ReportScheduleId = z.infer<typeof ReportScheduleId>

/** The id of a share link's row, not its token. */
export const ShareId = z.guid().brand('ShareId')
export type ShareId = z.infer<typeof ShareId>

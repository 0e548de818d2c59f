import { z } from 'zod'

import {
  CheckSeverity,
  EvidenceObject,
  PostureCheckTexts,
  PostureScore,
  ShownVerdict,
} from './posture.ts'
import { ReportHead } from './report-document.ts'

/** A failed check in plain words. */
export const PostureFinding = z.object({
  checkId: z.string(),
  /** What is required, as a statement. */
  title: z.string(),
  severity: CheckSeverity,
  /** What was found; absent in shared reports. */
  reason: z.string().optional(),
  why: z.string(),
  /** Objects that are evidence. */
  objectCount: z.number().int(),
  effort: PostureCheckTexts.shape.effort,
  userImpact: z.string(),
})
export type PostureFinding = z.infer<typeof PostureFinding>

/** A check whose verdict changed for the better or the worse. */
export const ReportedChange = z.object({
  checkId: z.string(),
  title: z.string(),
  severity: CheckSeverity,
  at: z.iso.datetime(),
})
export type ReportedChange = z.infer<typeof ReportedChange>

/** A check of the tenant as its page shows it, with our advice. */
export const ReportedCheck = PostureCheckTexts.extend({
  /** 'Conditional Access'. */
  area: z.string(),
  verdict: ShownVerdict,
  since: z.iso.datetime().nullable(),
  dataAsOf: z.iso.datetime().nullable(),
  /** What was found; absent in shared reports. */
  reason: z.string().optional(),
  counts: z.record(z.string(), z.number()),
  /** Objects that are evidence. */
  objectCount: z.number().int(),
  /** The first 50 objects; absent in shared reports. */
  objects: z.array(EvidenceObject).optional(),
})
export type ReportedCheck = z.infer<typeof ReportedCheck>

/**
 * A stored report of a tenant's posture: the page for owners, then the checks. Shared reports contain
 * no names, ids or addresses of the tenant's objects.
 */
export const PostureReport = ReportHead.extend({
  reportType: z.literal('posture'),
  /** The score of the tenant over all checks, also where only some were chosen. */
  score: PostureScore,
  /** Checks that exist; the report has fewer where some were chosen. */
  totalChecks: z.number().int(),
  /** Since when `better` and `worse` count. */
  comparedSince: z.iso.datetime(),
  /** The most important failed checks, at most five. */
  findings: z.array(PostureFinding),
  /** Failed before and pass now, the newest first. */
  better: z.array(ReportedChange),
  /** Fail now and did not before, the newest first. */
  worse: z.array(ReportedChange),
  /** The failed ones first, then by severity. */
  checks: z.array(ReportedCheck),
})
export type PostureReport = z.infer<typeof PostureReport>

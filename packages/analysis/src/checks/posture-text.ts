import type {
  CheckSeverity,
  PostureChange,
  PostureCheckTexts,
  ShownVerdict,
} from '@tenantscope/contract/posture'

export { AREA_NAMES, areaOf } from './areas.ts'

const VERDICTS: Readonly<Record<ShownVerdict, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  excepted: 'Accepted risk',
  notLicensed: 'Not licensed',
  noPermission: 'No permission',
  notRead: 'Not read',
  notApplicable: 'Not applicable',
}

/** Returns a verdict in words; null: the tenant was not judged yet. */
export const verdictText = (verdict: ShownVerdict | null): string =>
  verdict === null ? 'Not judged yet' : VERDICTS[verdict]

const SEVERITIES: Readonly<Record<CheckSeverity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

export const severityText = (severity: CheckSeverity): string => SEVERITIES[severity]

const CHANGES: Readonly<Record<PostureChange, string>> = {
  baseline: 'First result',
  new: 'New',
  regressed: 'Regressed',
  fixed: 'Fixed',
  unreadable: 'Could not be read',
  ruleChanged: 'Rule changed',
  other: 'Changed',
}

/** Returns a change in words: 'Regressed'. */
export const changeText = (change: PostureChange): string => CHANGES[change]

const EFFORTS: Readonly<Record<PostureCheckTexts['effort'], string>> = {
  minutes: 'Minutes',
  hours: 'Hours',
  days: 'Days',
}

/** Returns the effort of a fix in words: 'Minutes'. */
export const effortText = (effort: PostureCheckTexts['effort']): string => EFFORTS[effort]

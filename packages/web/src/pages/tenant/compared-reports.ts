import { ReportSnapshotId } from '@tenantscope/contract/ids'

/** The two reports in the address; undefined where it does not name two different ones. */
export function comparedIn(
  compare: string | undefined,
): readonly [ReportSnapshotId, ReportSnapshotId] | undefined {
  const [one, other, ...rest] = (compare ?? '')
    .split(',')
    .map((id) => ReportSnapshotId.safeParse(id).data)
  if (one === undefined || other === undefined || one === other || rest.length > 0) return undefined
  return [one, other]
}

import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'

import { useFormat } from '../../lib/preferences.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'

const LINES = [
  { kind: 'failing', tone: 'bad', words: 'New failure' },
  { kind: 'fixed', tone: 'good', words: 'Fixed' },
  { kind: 'unverified', tone: 'unknown', words: 'Now under Not verified' },
  { kind: 'verifiable', tone: 'good', words: 'No longer under Not verified' },
] as const

/** What the audit found differently from the one before it. */
export function AuditChangesCard(props: {
  report: SecurityAuditReport
  before: SecurityAuditReport
}) {
  const { report, before } = props
  const format = useFormat()
  const { difference, ...changes } = changesBetween(report, before)
  const lines = LINES.flatMap(({ kind, tone, words }) =>
    changes[kind].map((name) => ({ tone, text: `${words}: ${name}` })),
  )
  return (
    <SectionCard title="What changed">
      <Text as="p" variant="body" muted>
        Against the audit of {format.dateTime(before.timestamp)}: {differenceText(difference)}
      </Text>
      {lines.length === 0 ? (
        <Text as="p" variant="body" muted>
          All results are unchanged.
        </Text>
      ) : (
        <Stack as="ul" gap={8}>
          {lines.map(({ tone, text }) => (
            <li key={text}>
              <StatusLabel tone={tone}>{text}</StatusLabel>
            </li>
          ))}
        </Stack>
      )}
    </SectionCard>
  )
}

function differenceText(difference: number): string {
  if (difference === 0) return 'the same score.'
  const points = Math.abs(difference) === 1 ? 'point' : 'points'
  return `${Math.abs(difference)} percentage ${points} ${difference > 0 ? 'more' : 'less'}.`
}

/** What came out differently from the audit before. */
interface AuditChanges {
  /** Names of checks that failed before and passed now. */
  readonly fixed: readonly string[]
  /** Names of checks that fail now and did not before. */
  readonly failing: readonly string[]
  /** Names of checks, and of parts of them, that are listed as not verified now and were not before. */
  readonly unverified: readonly string[]
  /** Names of those that were listed so before and are not now. */
  readonly verifiable: readonly string[]
  /** In percent. */
  readonly difference: number
}

/** Of an audit and the one before it. A check that could not be verified is neither. */
export function changesBetween(
  report: SecurityAuditReport,
  before: SecurityAuditReport,
): AuditChanges {
  const passedBefore = new Map(before.checks.map(({ id, passed }) => [id, passed]))
  const named = (isWanted: (check: SecurityAuditReport['checks'][number]) => boolean) =>
    report.checks.filter(isWanted).map(({ name }) => name)
  return {
    fixed: named(({ id, passed }) => passed && passedBefore.get(id) === false),
    failing: named(({ id, passed }) => !passed && passedBefore.get(id) !== false),
    unverified: listedBy(report, before).map(({ name }) => name),
    // A part of a check that could not be made at all is no better known than before.
    verifiable: listedBy(before, report)
      .filter(({ checkId }) => report.checks.some(({ id }) => id === checkId))
      .map(({ name }) => name),
    difference: report.numericScore - before.numericScore,
  }
}

/** What one audit lists as not verified and the other does not. */
function listedBy(report: SecurityAuditReport, notBy: SecurityAuditReport) {
  const others = new Set(unverifiedOf(notBy).map(({ key }) => key))
  return unverifiedOf(report).filter(({ key }) => !others.has(key))
}

const unverifiedOf = ({ unverified, unverifiedParts }: SecurityAuditReport) => [
  ...unverified.map(({ id, name }) => ({ key: id, checkId: id, name })),
  ...unverifiedParts.map(({ checkId, name }) => ({ key: `${checkId}: ${name}`, checkId, name })),
]

const DAY_MS = 86_400_000

/** The percentage that held at the end of each day (UTC): that of the latest audit by then. */
export function percentByDay(reports: readonly SecurityAuditReport[]) {
  const byDay = new Map(
    reports.toReversed().map((report) => [report.timestamp.slice(0, 10), report.numericScore]),
  )
  const days = [...byDay.keys()]
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS)
  let value: number | null = null
  return Array.from({ length: Math.max(0, count) + 1 }, (_, index) => {
    const day = new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10)
    value = byDay.get(day) ?? value
    return { day, value }
  })
}

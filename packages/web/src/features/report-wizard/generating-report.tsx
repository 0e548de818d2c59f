import { makeStyles, ProgressBar, tokens, typographyStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { ReportProgressId } from '@tenantscope/contract/ids'
import { REPORTS } from '@tenantscope/contract/limits'
import { getReportProgress } from '@tenantscope/contract/reports'
import type { ReportProgress } from '@tenantscope/contract/reports'

import { call } from '../../lib/api.ts'
import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '12px', padding: '32px 0' },
  state: { ...typographyStyles.body1Strong },
  detail: {
    ...typographyStyles.body1,
    minHeight: '20px',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
})

/** Shows the progress of the report. */
export function GeneratingReport({ progressId }: { progressId: ReportProgressId }) {
  const styles = useStyles()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['report-progress', progressId],
    queryFn: ({ signal }) => readProgress(progressId, signal),
    // The first request follows the first interval; until then the server does not know the report.
    initialData: null,
    staleTime: Infinity,
    refetchInterval: REPORTS.progressPollMs,
    gcTime: 0,
  })
  const { state, detail } = wordsFor(data, format)
  const written = data?.state === 'writing' ? data : null
  return (
    <div className={styles.whole}>
      {/* Only the state is read out: the figures change too often for a screen reader. */}
      <output className={styles.state}>{state}</output>
      <ProgressBar
        aria-label="Generating the report"
        {...(written?.usersTotal ? { value: written.usersWritten, max: written.usersTotal } : {})}
      />
      <span className={styles.detail}>{detail}</span>
    </div>
  )
}

/** Returns the progress; null until the server knows the report, and when the request fails. */
async function readProgress(
  progressId: ReportProgressId,
  signal: AbortSignal,
): Promise<ReportProgress | null> {
  try {
    return await call(getReportProgress, { params: { progressId } }, { signal })
  } catch {
    return null
  }
}

function wordsFor(progress: ReportProgress | null, format: Format): Words {
  return progress === null
    ? WORDS.reading(NOT_BEGUN, format)
    : WORDS[progress.state](progress, format)
}

interface Words {
  state: string
  detail: string
}

const NOT_BEGUN: ReportProgress = {
  state: 'reading',
  position: null,
  usersWritten: 0,
  usersTotal: null,
}

const WORDS: Record<ReportProgress['state'], (progress: ReportProgress, format: Format) => Words> =
  {
    reading: () => ({ state: 'Reading the data...', detail: '' }),
    queued: ({ position }, format) => ({
      state: 'Waiting in the queue...',
      detail: lineText(position ?? 0, format),
    }),
    writing: ({ usersWritten, usersTotal }, format) => ({
      state: 'Writing the report...',
      detail:
        usersTotal === null
          ? ''
          : `${format.number(usersWritten)} of ${format.number(usersTotal)} people`,
    }),
    finished: () => ({ state: 'Waiting for the file...', detail: '' }),
    failed: () => ({ state: 'Waiting for the response...', detail: '' }),
  }

function lineText(position: number, format: Format): string {
  return position === 1
    ? '1 report before this one'
    : `${format.number(position)} reports before this one`
}

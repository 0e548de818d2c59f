import {
  Badge,
  Button,
  makeStyles,
  Skeleton,
  SkeletonItem,
  Text,
  tokens,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { BackgroundJob, listJobs } from '@tenantscope/contract/system'
import { useState } from 'react'

import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { jobsQuery, useRetryJob } from './system.queries.ts'

const useStyles = makeStyles({
  counts: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  job: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: '8px 16px',
    padding: '12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  words: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    minWidth: 0,
    flex: '1 1 240px',
    overflowWrap: 'anywhere',
  },
  title: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  quiet: { color: tokens.colorNeutralForeground3 },
})

type Jobs = CallReply<typeof listJobs>

/** What the product does in the background: what runs, what waits, what failed and why. */
export function JobsCard() {
  const query = useQuery(jobsQuery)
  return (
    <SectionCard title="Background jobs">
      {query.isPending && (
        <Skeleton aria-label="Loading background jobs">
          <SkeletonItem size={48} />
        </Skeleton>
      )}
      {query.isError && query.data === undefined && (
        <LoadFailed
          title="Background jobs could not be read"
          message={userMessageOf(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <JobList {...query.data} />}
    </SectionCard>
  )
}

function JobList({ jobs, counts }: Jobs) {
  const styles = useStyles()
  const format = useFormat()
  const [isWhole, setIsWhole] = useState(false)
  const shown = inOrder(jobs).slice(0, isWhole ? undefined : SHOWN)
  const named = [
    ['Running', counts.running],
    ['Waiting', counts.waiting],
    ['Retrying', counts.retrying],
    ['Failed', counts.failed],
    ['Completed in the last day', counts.completed],
  ] as const
  return (
    <>
      <div className={styles.counts}>
        {named.map(([name, count]) => (
          <Badge
            key={name}
            appearance="tint"
            size="large"
            color={name === 'Failed' && count > 0 ? 'danger' : 'informative'}
          >
            {name} {format.number(count)}
          </Badge>
        ))}
      </div>
      {jobs.length === 0 ? (
        <Text className={styles.quiet}>Nothing runs, waits or has failed.</Text>
      ) : (
        <ul className={styles.list} aria-label="Background jobs">
          {shown.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
      {jobs.length > SHOWN && (
        <div>
          <Button onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${format.number(jobs.length)}`}
          </Button>
        </div>
      )}
    </>
  )
}

/** A refresh of every tenant has hundreds of them. */
const SHOWN = 10

/** What needs somebody comes first. */
const ORDER: readonly BackgroundJob['state'][] = ['failed', 'retrying', 'running', 'waiting']

const inOrder = (jobs: readonly BackgroundJob[]): BackgroundJob[] =>
  ORDER.flatMap((state) => jobs.filter((job) => job.state === state))

const STATES = {
  running: { text: 'Running', color: 'brand' },
  waiting: { text: 'Waiting', color: 'informative' },
  retrying: { text: 'Tried again soon', color: 'warning' },
  failed: { text: 'Failed', color: 'danger' },
} as const satisfies Record<BackgroundJob['state'], object>

function JobRow({ job }: { job: BackgroundJob }) {
  const styles = useStyles()
  const format = useFormat()
  const retry = useRetryJob()
  const { text, color } = STATES[job.state]
  const at = job.endedAt ?? job.startedAt ?? job.createdAt
  const tries = job.attempts === 1 ? '1 try' : `${format.number(job.attempts)} tries`
  return (
    <li className={styles.job}>
      <div className={styles.words}>
        <span className={styles.title}>
          <Text weight="semibold">{job.title}</Text>
          <Badge appearance="tint" color={color}>
            {text}
          </Badge>
        </span>
        {job.tenantName !== null && <Text>{job.tenantName}</Text>}
        {job.reason !== null && <Text>{job.reason}</Text>}
        <Text size={200} className={styles.quiet}>
          {format.dateTime(at)}
          {job.attempts > 0 && `, ${tries}`}
        </Text>
      </div>
      {job.state === 'failed' && (
        <Button
          size="small"
          disabledFocusable={retry.isPending}
          aria-label={`Retry: ${job.title}`}
          onClick={() => retry.mutate(job.id)}
        >
          {retry.isPending ? 'Retrying...' : 'Retry'}
        </Button>
      )}
    </li>
  )
}

import {
  Badge,
  Button,
  makeStyles,
  Skeleton,
  SkeletonItem,
  tokens,
} from '@fluentui/react-components'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { listJobs, retryJob } from '@tenantscope/contract/system'
import type { BackgroundJob } from '@tenantscope/contract/system'
import { useState } from 'react'

import { call } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { failureToast, showToast } from '../../../lib/toasts.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'

const useStyles = makeStyles({
  job: { padding: '12px 0', borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  words: { flex: '1 1 240px', overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
})

/** Read again every few seconds while it is shown. */
const jobsQuery = queryOptions({
  queryKey: ['background-jobs'],
  queryFn: ({ signal }) => call(listJobs, {}, { signal, background: true }),
  staleTime: 0,
  refetchInterval: 5_000,
})

/** The background jobs: running, waiting, and failed with the reason. */
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
        <LoadFailed title="Background jobs could not be read" query={query} />
      )}
      {query.data && <JobList {...query.data} />}
    </SectionCard>
  )
}

function JobList({ jobs, counts }: CallReply<typeof listJobs>) {
  const styles = useStyles()
  const format = useFormat()
  const [showsAll, setShowsAll] = useState(false)
  const shown = inOrder(jobs).slice(0, showsAll ? undefined : SHOWN)
  const named = [
    ['Running', counts.running],
    ['Waiting', counts.waiting],
    ['Retrying', counts.retrying],
    ['Failed', counts.failed],
    ['Completed in the last day', counts.completed],
  ] as const
  return (
    <>
      <Stack row wrap gap={8}>
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
      </Stack>
      {jobs.length === 0 ? (
        <Text className={styles.quiet}>No jobs are running, waiting or failed.</Text>
      ) : (
        <Stack as="ul" aria-label="Background jobs">
          {shown.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </Stack>
      )}
      {jobs.length > SHOWN && (
        <div>
          <Button onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show all ${format.number(jobs.length)}`}
          </Button>
        </div>
      )}
    </>
  )
}

/** A refresh of every tenant has hundreds of them. */
const SHOWN = 10

/** Jobs that need attention come first. */
const ORDER: readonly BackgroundJob['state'][] = ['failed', 'retrying', 'running', 'waiting']

const inOrder = (jobs: readonly BackgroundJob[]): BackgroundJob[] =>
  ORDER.flatMap((state) => jobs.filter((job) => job.state === state))

const STATES = {
  running: { text: 'Running', color: 'brand' },
  waiting: { text: 'Waiting', color: 'informative' },
  retrying: { text: 'Will be retried soon', color: 'warning' },
  failed: { text: 'Failed', color: 'danger' },
} as const satisfies Record<BackgroundJob['state'], object>

function JobRow({ job }: { job: BackgroundJob }) {
  const styles = useStyles()
  const format = useFormat()
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call(retryJob, { params: { jobId: job.id } }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries(jobsQuery)
      showToast({ intent: 'success', title: message })
    },
    onError: failureToast('Error'),
  })
  const { text, color } = STATES[job.state]
  const at = job.endedAt ?? job.startedAt ?? job.createdAt
  const tries = job.attempts === 1 ? '1 try' : `${format.number(job.attempts)} tries`
  return (
    <Stack
      as="li"
      row
      wrap
      align="start"
      justify="between"
      gap={16}
      lineGap={8}
      className={styles.job}
    >
      <Stack gap={2} className={styles.words}>
        <Stack as="span" row wrap gap={8} lineGap={4} align="center">
          <Text variant="strong">{job.title}</Text>
          <Badge appearance="tint" color={color}>
            {text}
          </Badge>
        </Stack>
        {job.tenantName !== null && <Text>{job.tenantName}</Text>}
        {job.reason !== null && <Text>{job.reason}</Text>}
        <Text variant="caption" className={styles.quiet}>
          {format.dateTime(at)}
          {job.attempts > 0 && `, ${tries}`}
        </Text>
      </Stack>
      {job.state === 'failed' && (
        <ActionButton
          size="small"
          isBusy={retry.isPending}
          busyLabel="Retrying..."
          aria-label={`Retry: ${job.title}`}
          onClick={() => retry.mutate()}
        >
          Retry
        </ActionButton>
      )}
    </Stack>
  )
}

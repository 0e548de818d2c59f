import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endOwnSession } from '@tenantscope/contract/own-account'
import type { OwnSession } from '@tenantscope/contract/own-account'

import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { browserName } from '../../../lib/browser-name.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useNow } from '../../../lib/use-now.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SectionAside, SectionCard } from '../../../ui/section-card.tsx'
import { ownSessionsQuery } from '../own-account.queries.ts'

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px 16px',
    paddingBlock: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTopStyle: 'none', paddingTop: 0 },
    ':last-child': { paddingBottom: 0 },
  },
  words: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: 0 },
  title: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  quiet: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
})

/** Where the person is signed in, and the ways to end it. */
export function SessionsCard() {
  return (
    <SectionCard title="Sessions">
      <Sessions />
    </SectionCard>
  )
}

function Sessions() {
  const styles = useStyles()
  const sessions = useQuery(ownSessionsQuery)
  if (sessions.isPending) return <PageSpinner text="Loading sessions..." />
  if (sessions.isError)
    return (
      <LoadFailed
        title="Failed to load sessions"
        message={userMessageOf(sessions.error)}
        requestId={requestIdOf(sessions.error)}
        onRetry={() => void sessions.refetch()}
      />
    )
  const hasOthers = sessions.data.some(({ isCurrent }) => !isCurrent)
  return (
    <>
      <SignOutElsewhere hasOthers={hasOthers} />
      <ul className={styles.list} aria-label="Open sessions">
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {!hasOthers && (
        <Text size={200} className={styles.quiet}>
          You are signed in nowhere else.
        </Text>
      )}
    </>
  )
}

function SignOutElsewhere({ hasOthers }: { hasOthers: boolean }) {
  const client = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: async ({ ended }) => {
      await client.invalidateQueries(ownSessionsQuery)
      showToast({
        intent: 'success',
        title: 'Signed out elsewhere',
        text: ended === 1 ? '1 other session was ended.' : `${ended} other sessions were ended.`,
      })
    },
    onError: (error) => {
      showEndFailed(error)
      return client.invalidateQueries(ownSessionsQuery)
    },
  })
  return (
    <SectionAside>
      <Button
        size="small"
        disabledFocusable={!hasOthers || signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        Sign out elsewhere
      </Button>
    </SectionAside>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const styles = useStyles()
  const client = useQueryClient()
  const format = useFormat()
  const now = useNow()
  const browser = browserName(session.userAgent ?? '') ?? 'Unknown browser'
  const end = useMutation({
    mutationFn: () => call(endOwnSession, { params: { sessionId: session.id } }),
    onSuccess: async () => {
      await client.invalidateQueries(ownSessionsQuery)
      showToast({ intent: 'success', title: 'Session ended' })
    },
    onError: (error) => {
      showEndFailed(error)
      return client.invalidateQueries(ownSessionsQuery)
    },
  })
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.title}>
          <Text weight="semibold">{browser}</Text>
          {session.isCurrent && (
            <Badge appearance="tint" color="brand">
              This session
            </Badge>
          )}
        </span>
        <Text size={200} className={styles.quiet}>
          {session.ipAddress ?? 'Unknown address'}
          {!session.isCurrent && ` · last seen ${format.relative(session.lastSeenAt, now)}`}
        </Text>
        <Text size={200} className={styles.quiet}>
          Signed in {format.dateTime(session.createdAt)}
        </Text>
      </div>
      {!session.isCurrent && (
        <Button
          size="small"
          aria-label={`Sign out ${browser}, ${session.ipAddress ?? 'unknown address'}`}
          disabledFocusable={end.isPending}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

function showEndFailed(error: unknown) {
  showToast({ intent: 'error', title: 'Sign-out failed', text: userMessageOf(error) })
}

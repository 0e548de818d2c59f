import { Badge, makeStyles, tokens } from '@fluentui/react-components'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endOwnSession } from '@tenantscope/contract/own-account'
import type { OwnSession } from '@tenantscope/contract/own-account'

import { call } from '../../../lib/api.ts'
import { browserName } from '../../../lib/browser-name.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { failureToast, showToast } from '../../../lib/toasts.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SectionAside } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { ownSessionsQuery } from '../own-account.queries.ts'

const useStyles = makeStyles({
  row: {
    paddingBlock: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTopStyle: 'none', paddingTop: 0 },
    ':last-child': { paddingBottom: 0 },
  },
})

/** The user's sessions, and the buttons that end them. */
export function Sessions() {
  const sessions = useQuery(ownSessionsQuery)
  if (sessions.isPending) return <PageSpinner text="Loading sessions..." />
  if (sessions.isError) return <LoadFailed title="Failed to load sessions" query={sessions} />
  const hasOthers = sessions.data.some(({ isCurrent }) => !isCurrent)
  return (
    <>
      <SignOutElsewhere hasOthers={hasOthers} />
      <Stack as="ul" aria-label="Open sessions">
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Stack>
      {!hasOthers && (
        <Text variant="caption" muted breakable>
          You have no other open sessions.
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
      failureToast('Sign-out failed')(error)
      return client.invalidateQueries(ownSessionsQuery)
    },
  })
  return (
    <SectionAside>
      <ActionButton
        size="small"
        isBusy={signOut.isPending}
        isOff={!hasOthers}
        onClick={() => signOut.mutate()}
      >
        Sign out elsewhere
      </ActionButton>
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
      failureToast('Sign-out failed')(error)
      return client.invalidateQueries(ownSessionsQuery)
    },
  })
  return (
    <Stack
      as="li"
      row
      wrap
      align="center"
      justify="between"
      gap={16}
      lineGap={8}
      className={styles.row}
    >
      <Stack gap={2}>
        <Stack as="span" row wrap gap={8} align="center">
          <Text variant="strong">{browser}</Text>
          {session.isCurrent && (
            <Badge appearance="tint" color="brand">
              This session
            </Badge>
          )}
        </Stack>
        <Text variant="caption" muted breakable>
          {session.ipAddress ?? 'Unknown address'}
          {!session.isCurrent && ` · last seen ${format.relative(session.lastSeenAt, now)}`}
        </Text>
        <Text variant="caption" muted breakable>
          Signed in {format.dateTime(session.createdAt)}
        </Text>
      </Stack>
      {!session.isCurrent && (
        <ActionButton
          size="small"
          aria-label={`Sign out ${browser}, ${session.ipAddress ?? 'unknown address'}`}
          isBusy={end.isPending}
          onClick={() => end.mutate()}
        >
          Sign out
        </ActionButton>
      )}
    </Stack>
  )
}

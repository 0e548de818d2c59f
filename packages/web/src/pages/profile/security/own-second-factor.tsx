import { Button, Link, makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SECOND_FACTOR } from '@tenantscope/contract/limits'
import type { SecondFactor } from '@tenantscope/contract/own-account'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

import { FreshSignIn } from '../../../features/fresh-sign-in/fresh-sign-in.tsx'
import { useEnrollment } from '../../../features/second-factor/use-enrollment.ts'
import { currentUserQuery } from '../../../lib/current-user.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { LaterPart } from '../../../ui/later-part.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { Stack } from '../../../ui/stack.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Text } from '../../../ui/text.tsx'
import { ownSessionsQuery, secondFactorQuery } from '../own-account.queries.ts'

const SetupDialog = lazyPart(
  async () => (await import('../../../features/second-factor/setup-dialog.tsx')).SetupDialog,
)
const RenewCodesDialog = lazyPart(
  async () => (await import('../../../features/second-factor/recovery-codes.tsx')).RenewCodesDialog,
)
const RemoveDialog = lazyPart(
  async () => (await import('../../../features/second-factor/recovery-codes.tsx')).RemoveDialog,
)

const useStyles = makeStyles({
  loading: {
    display: 'grid',
    gap: '16px',
    alignContent: 'start',
    '@media (max-width: 480px)': { minHeight: '186px' },
  },

  start: { alignSelf: 'flex-start' },
})

/** At this number or fewer, new codes are recommended. */
const FEW_CODES = 3

/** About as high as the content, so that the sessions below do not move. */
const LINES = [24, 40, 32] as const

/** The authenticator app of a local account. */
export function OwnSecondFactor() {
  const styles = useStyles()
  const found = useQuery(secondFactorQuery)
  if (found.isPending)
    return (
      <Skeleton aria-label="Loading second factor" className={styles.loading}>
        {LINES.map((size) => (
          <SkeletonItem key={size} size={size} />
        ))}
      </Skeleton>
    )
  if (found.isError) return <LoadFailed title="Failed to load the second factor" query={found} />
  if (!found.data.isAvailable) return <AtMicrosoft />
  // One component for both states: the setup dialog stays open when the state changes.
  return <OwnFactor factor={found.data} />
}

function AtMicrosoft() {
  return (
    <Text variant="body">
      Microsoft users manage their second factor through Microsoft 365:{' '}
      <Link
        href="https://mysignins.microsoft.com/security-info"
        target="_blank"
        rel="noopener noreferrer"
        inline
      >
        security info at Microsoft
      </Link>
      .
    </Text>
  )
}

function OwnFactor({ factor }: { factor: SecondFactor }) {
  const client = useQueryClient()
  const { enrollment, start, isPending, end } = useEnrollment()
  const [open, setOpen] = useState<'renew' | 'remove' | null>(null)
  const close = () => {
    end()
    setOpen(null)
    void client.invalidateQueries(secondFactorQuery)
    // A new second factor ends the other sessions.
    void client.invalidateQueries(ownSessionsQuery)
    // After the removal of a required one, its setup comes before everything else.
    if (factor.isRequired) void client.invalidateQueries(currentUserQuery)
  }
  const state = useKeptFocus(factor.isEnrolled)
  return (
    <>
      <Stack ref={state} gap={16}>
        {factor.isEnrolled ? (
          <Enrolled
            factor={factor}
            onRenew={() => setOpen('renew')}
            onRemove={() => setOpen('remove')}
          />
        ) : (
          <NotEnrolled isPending={isPending} onStart={start} />
        )}
      </Stack>
      <LaterPart>
        {enrollment && <SetupDialog enrollment={enrollment} onClose={close} />}
        {open === 'renew' && <RenewCodesDialog onClose={close} />}
        {open === 'remove' && <RemoveDialog isRequired={factor.isRequired} onClose={close} />}
      </LaterPart>
      <FreshSignIn />
    </>
  )
}

/** Focuses the first button of the new state: the pressed button was removed with the old one. */
function useKeptFocus(isEnrolled: boolean): RefObject<HTMLDivElement | null> {
  const state = useRef<HTMLDivElement>(null)
  const before = useRef(isEnrolled)
  useEffect(() => {
    if (before.current === isEnrolled) return
    before.current = isEnrolled
    if (document.activeElement === document.body) state.current?.querySelector('button')?.focus()
  }, [isEnrolled])
  return state
}

function NotEnrolled({ isPending, onStart }: { isPending: boolean; onStart: () => void }) {
  const styles = useStyles()
  return (
    <>
      <StatusLabel tone="info">Recommended</StatusLabel>
      <Text variant="body">
        An administrator sees every tenant. With a second factor, your password alone is not enough
        to sign in: each sign-in also requires a code from an authenticator app, such as Microsoft
        Authenticator.
      </Text>
      <ActionButton
        {...RETURNS_FOCUS}
        appearance="primary"
        className={styles.start}
        isBusy={isPending}
        onClick={onStart}
      >
        Set up second factor
      </ActionButton>
    </>
  )
}

interface EnrolledProps {
  factor: SecondFactor
  onRenew: () => void
  onRemove: () => void
}

function Enrolled({ factor, onRenew, onRemove }: EnrolledProps) {
  const format = useFormat()
  const { enrolledAt, recoveryCodesLeft } = factor
  const isFew = recoveryCodesLeft <= FEW_CODES
  return (
    <>
      <FactList
        facts={[
          { label: 'Authenticator app', value: <StatusLabel tone="good">On</StatusLabel> },
          { label: 'Set up', value: enrolledAt === null ? '—' : format.dateTime(enrolledAt) },
          {
            label: 'Recovery codes',
            value: (
              <StatusLabel tone={isFew ? 'warning' : 'good'}>
                {`${recoveryCodesLeft} of ${SECOND_FACTOR.recoveryCodes} left`}
              </StatusLabel>
            ),
          },
        ]}
      />
      {isFew && (
        <Text variant="body" muted>
          Create new recovery codes before they run out: without one, a lost device locks you out.
        </Text>
      )}
      <Stack row wrap gap={8}>
        <Button {...RETURNS_FOCUS} onClick={onRenew}>
          New recovery codes
        </Button>
        <Button {...RETURNS_FOCUS} onClick={onRemove}>
          Remove second factor
        </Button>
      </Stack>
    </>
  )
}

import {
  Button,
  Link,
  makeStyles,
  Skeleton,
  SkeletonItem,
  Text,
  tokens,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SECOND_FACTOR } from '@tenantscope/contract/limits'
import { startSecondFactor } from '@tenantscope/contract/own-account'
import type { SecondFactor } from '@tenantscope/contract/own-account'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

import { useFreshSignIn } from '../../../features/fresh-sign-in/use-fresh-sign-in.tsx'
import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { showToast } from '../../../lib/toasts.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { LaterPart } from '../../../ui/later-part.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { ownSessionsQuery, secondFactorQuery } from '../own-account.queries.ts'

const SetupDialog = lazyPart(async () => (await import('./setup-dialog.tsx')).SetupDialog)
const RenewCodesDialog = lazyPart(
  async () => (await import('./renew-codes-dialog.tsx')).RenewCodesDialog,
)
const RemoveDialog = lazyPart(async () => (await import('./remove-dialog.tsx')).RemoveDialog)

const useStyles = makeStyles({
  loading: {
    display: 'grid',
    gap: '16px',
    alignContent: 'start',
    '@media (max-width: 480px)': { minHeight: '186px' },
  },
  state: { display: 'flex', flexDirection: 'column', gap: '16px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  start: { alignSelf: 'flex-start' },
  note: { color: tokens.colorNeutralForeground2 },
})

/** When so few are left, it is time to make new ones. */
const FEW_CODES = 3

/** About as high as what comes, so that the sessions below stay where they are. */
const LINES = [24, 40, 32] as const

/** The authenticator app of a local account. */
export function SecondFactorCard() {
  return (
    <SectionCard title="Second factor">
      <SecondFactorContent />
    </SectionCard>
  )
}

function SecondFactorContent() {
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
  if (found.isError)
    return (
      <LoadFailed
        title="Failed to load the second factor"
        message={userMessageOf(found.error)}
        requestId={requestIdOf(found.error)}
        onRetry={() => void found.refetch()}
      />
    )
  if (!found.data.isAvailable) return <AtMicrosoft />
  // One component for both states: the dialog that sets it up outlives the change between them.
  return <OwnFactor factor={found.data} />
}

function AtMicrosoft() {
  return (
    <Text>
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
  const styles = useStyles()
  const client = useQueryClient()
  const freshSignIn = useFreshSignIn()
  const [enrollment, setEnrollment] = useState<{ secret: string; uri: string } | null>(null)
  const [open, setOpen] = useState<'renew' | 'remove' | null>(null)
  const start = useMutation({
    mutationFn: () => freshSignIn.run(() => call(startSecondFactor)),
    onSuccess: setEnrollment,
    onError: (error) =>
      showToast({ intent: 'error', title: 'Setup failed', text: userMessageOf(error) }),
  })
  const reread = () => {
    void client.invalidateQueries(secondFactorQuery)
    // Setting one up ends the others.
    void client.invalidateQueries(ownSessionsQuery)
  }
  const endSetup = () => {
    setEnrollment(null)
    reread()
  }
  // Closes that one: an act that ends late must not close what was opened after it.
  const close = (mine: 'renew' | 'remove') => {
    setOpen((now) => (now === mine ? null : now))
    reread()
  }
  const state = useKeptFocus(factor.isEnrolled)
  return (
    <>
      <div ref={state} className={styles.state}>
        {factor.isEnrolled ? (
          <Enrolled
            factor={factor}
            onRenew={() => setOpen('renew')}
            onRemove={() => setOpen('remove')}
          />
        ) : (
          <NotEnrolled isPending={start.isPending} onStart={() => start.mutate()} />
        )}
      </div>
      <LaterPart>
        {enrollment && (
          <SetupDialog enrollment={enrollment} run={freshSignIn.run} onClose={endSetup} />
        )}
        {open === 'renew' && (
          <RenewCodesDialog run={freshSignIn.run} onClose={() => close('renew')} />
        )}
        {open === 'remove' && (
          <RemoveDialog run={freshSignIn.run} onClose={() => close('remove')} />
        )}
      </LaterPart>
      {freshSignIn.dialog}
    </>
  )
}

/** The button that was pressed goes with the old state; what stands in its place takes the focus. */
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
  const restoreFocus = useRestoreFocusTarget()
  return (
    <>
      <StatusLabel tone="info">Recommended</StatusLabel>
      <Text>
        An administrator sees every tenant. With a second factor nobody signs in as you who only
        knows your password: each sign-in also asks for a code of an authenticator app, such as
        Microsoft Authenticator.
      </Text>
      <Button
        {...restoreFocus}
        appearance="primary"
        className={styles.start}
        disabledFocusable={isPending}
        onClick={onStart}
      >
        Set up second factor
      </Button>
    </>
  )
}

interface EnrolledProps {
  factor: SecondFactor
  onRenew: () => void
  onRemove: () => void
}

function Enrolled({ factor, onRenew, onRemove }: EnrolledProps) {
  const styles = useStyles()
  const format = useFormat()
  const restoreFocus = useRestoreFocusTarget()
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
        <Text className={styles.note}>
          Make new recovery codes before they run out: without one, a lost device locks you out.
        </Text>
      )}
      <div className={styles.buttons}>
        <Button {...restoreFocus} onClick={onRenew}>
          New recovery codes
        </Button>
        <Button {...restoreFocus} onClick={onRemove}>
          Remove second factor
        </Button>
      </div>
    </>
  )
}

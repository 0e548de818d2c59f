import { Button, makeStyles, Spinner } from '@fluentui/react-components'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import {
  createRenewalCalendar,
  getRenewalCalendar,
  removeRenewalCalendar,
} from '@tenantscope/contract/renewal-calendar'
import { useState } from 'react'

import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/preferences.ts'
import { failureToast, showToast } from '../../lib/toasts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ClosableDialog } from '../../ui/closable-dialog.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '600px' },
  content: { padding: '8px 0 16px' },
})

const calendarQuery = queryOptions({
  queryKey: ['renewal-calendar'],
  queryFn: async ({ signal }) => (await call(getRenewalCalendar, {}, { signal })).calendar,
  staleTime: 0,
})

type Made = CallReply<typeof createRenewalCalendar>

/** The user's link to the renewals as a calendar; its address is shown only when it is made. */
export function CalendarDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const styles = useStyles()
  const [url, setUrl] = useState<string | null>(null)
  const close = () => {
    setUrl(null)
    onClose()
  }
  return (
    <ClosableDialog
      title="Subscribe in a calendar"
      isOpen={isOpen}
      className={styles.surface}
      contentClassName={styles.content}
      onClose={close}
    >
      <Stack gap={16}>
        <Text as="p">
          A calendar program that reads this link shows the renewals of all tenants that you may
          see, each as an event of one day with its decision.
        </Text>
        {isOpen && <CalendarLink url={url} onChanged={setUrl} />}
      </Stack>
    </ClosableDialog>
  )
}

interface CalendarLinkProps {
  /** The address of the link that was made just now. */
  url: string | null
  onChanged: (url: string | null) => void
}

function CalendarLink({ url, onChanged }: CalendarLinkProps) {
  const format = useFormat()
  const calendar = useQuery(calendarQuery)
  const creation = useCreateCalendar(({ url: made }) => onChanged(made))
  if (calendar.isPending)
    return <Spinner size="tiny" label="Loading your link..." labelPosition="after" />
  if (calendar.isError) return <LoadFailed title="Failed to load your link" query={calendar} />
  if (calendar.data === null)
    return (
      <Stack gap={12} align="start">
        <Text as="p">
          The link works without a sign-in: everyone who has it sees the names of your customers,
          their licenses and prices. It ends when you remove it, or with your account.
        </Text>
        <ActionButton
          appearance="primary"
          isBusy={creation.isPending}
          busyLabel="Making link..."
          onClick={() => creation.mutate()}
        >
          Make a link
        </ActionButton>
      </Stack>
    )
  const { createdAt, lastReadAt } = calendar.data
  return (
    <Stack gap={12}>
      {url !== null && (
        <CopyField
          label="Calendar link"
          value={url}
          hint="Shown only now. In Outlook: Add calendar, Subscribe from web."
        />
      )}
      <Text as="p" muted>
        {`Made on ${format.dateTime(createdAt)}. ${lastReadAt === null ? 'No calendar has read it yet.' : `A calendar read it last on ${format.dateTime(lastReadAt)}.`}`}
      </Text>
      <Stack row wrap gap={8}>
        <ReplaceButton isBusy={creation.isPending} onReplace={creation.mutateAsync} />
        <RemoveButton onRemoved={() => onChanged(null)} />
      </Stack>
    </Stack>
  )
}

interface ReplaceButtonProps {
  isBusy: boolean
  onReplace: () => Promise<Made>
}

function ReplaceButton({ isBusy, onReplace }: ReplaceButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const replace = async () => {
    try {
      await onReplace()
    } catch {
      // The failure was shown.
    }
    setIsAsking(false)
  }
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Replace link</Button>
      <ConfirmDialog
        title="Replace your calendar link?"
        confirmLabel="Replace"
        cancelLabel="Cancel"
        isOpen={isAsking}
        isPending={isBusy}
        onConfirm={() => void replace()}
        onCancel={() => setIsAsking(false)}
      >
        The present link stops working. Calendars that read it need the new one.
      </ConfirmDialog>
    </>
  )
}

function RemoveButton({ onRemoved }: { onRemoved: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const removal = useRemoveCalendar(onRemoved, () => setIsAsking(false))
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Remove link</Button>
      <ConfirmDialog
        title="Remove your calendar link?"
        confirmLabel="Remove"
        cancelLabel="Cancel"
        isOpen={isAsking}
        isPending={removal.isPending}
        onConfirm={() => removal.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        The link stops working. You can make a new one at any time.
      </ConfirmDialog>
    </>
  )
}

function useCreateCalendar(onMade: (made: Made) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(createRenewalCalendar, {}),
    onSuccess: (made) => {
      client.setQueryData(calendarQuery.queryKey, made.calendar)
      onMade(made)
    },
    onError: failureToast('The link was not made'),
  })
}

function useRemoveCalendar(onRemoved: () => void, onSettled: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(removeRenewalCalendar, {}),
    onSuccess: () => {
      client.setQueryData(calendarQuery.queryKey, null)
      onRemoved()
      showToast({ intent: 'success', title: 'Calendar link removed' })
    },
    onError: failureToast('The link was not removed'),
    onSettled,
  })
}

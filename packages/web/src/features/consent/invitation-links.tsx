import { Button, Field, Input, makeStyles, Spinner, tokens } from '@fluentui/react-components'
import { Copy20Regular } from '@fluentui/react-icons/svg/copy'
import { LinkAdd20Regular } from '@fluentui/react-icons/svg/link-add'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listInvitations, revokeInvitation, startConsent } from '@tenantscope/contract/consent'
import type { ConsentState } from '@tenantscope/contract/consent'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { ConsentId, TenantId } from '@tenantscope/contract/ids'
import { CONSENT, PERMISSIONS_POLL_MS } from '@tenantscope/contract/limits'
import { useId, useState } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/preferences.ts'
import { showToast } from '../../lib/toasts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ClosableDialog } from '../../ui/closable-dialog.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'
import { showNotStarted } from './consent-toasts.ts'

/** More links than these are folded. */
const SHOWN_AT_FIRST = 5

const useStyles = makeStyles({
  list: { alignSelf: 'stretch' },
  item: { padding: '12px 0', borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  url: { flex: '1 1 240px', minWidth: 0 },
  label: { alignSelf: 'stretch', maxWidth: '400px' },
  surface: { maxWidth: '720px' },
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '16px' } },
})

/** Creates invitation links and lists the existing ones: of one tenant, or (null) of all. */
export function InvitationLinks({ tenantId }: { tenantId: TenantId | null }) {
  const id = useId()
  const styles = useStyles()
  const [label, setLabel] = useState('')
  const creation = useCreateInvitation(tenantId, () => setLabel(''))
  return (
    <Stack as="section" gap={12} align="start" aria-labelledby={id}>
      <Field
        label="Label (optional)"
        hint="For this list only, such as a customer or a ticket."
        className={styles.label}
      >
        <Input
          value={label}
          maxLength={CONSENT.labelLength}
          readOnly={creation.isPending}
          onChange={(_, { value }) => setLabel(value)}
        />
      </Field>
      <ActionButton
        icon={<LinkAdd20Regular />}
        isBusy={creation.isPending}
        busyLabel="Creating link..."
        onClick={() => creation.mutate(label.trim())}
      >
        Create invitation link
      </ActionButton>
      <Text id={id} as="h3" variant="strong">
        Invitation links
      </Text>
      <Links tenantId={tenantId} />
    </Stack>
  )
}

function Links({ tenantId }: { tenantId: TenantId | null }) {
  const invitations = useQuery(invitationsQuery)
  if (invitations.isPending)
    return <Spinner size="tiny" label="Loading invitation links..." labelPosition="after" />
  if (invitations.isError)
    return (
      <Stack row wrap gap={8} align="center" role="alert">
        The invitation links could not be loaded. {userMessageOf(invitations.error)}
        <Button size="small" onClick={() => void invitations.refetch()}>
          Try again
        </Button>
      </Stack>
    )
  const shown = invitations.data.filter((each) => tenantId === null || each.tenantId === tenantId)
  if (shown.length === 0)
    return (
      <Text as="p" muted>
        No invitation links yet.
      </Text>
    )
  return <LinkList invitations={shown} namesTenants={tenantId === null} />
}

interface LinkListProps {
  /** Newest first. */
  invitations: readonly Invitation[]
  namesTenants: boolean
}

function LinkList({ invitations, namesTenants }: LinkListProps) {
  const styles = useStyles()
  const [isUnfolded, setIsUnfolded] = useState(false)
  // Usable links are never folded behind others.
  const ordered = invitations.toSorted((a, b) => Number(a.url === null) - Number(b.url === null))
  const shown = isUnfolded ? ordered : ordered.slice(0, SHOWN_AT_FIRST)
  const hidden = ordered.length - shown.length
  return (
    <>
      <Stack as="ul" className={styles.list}>
        {shown.map((invitation) => (
          <InvitationItem key={invitation.id} invitation={invitation} namesTenant={namesTenants} />
        ))}
      </Stack>
      {hidden > 0 && (
        <Button appearance="subtle" size="small" onClick={() => setIsUnfolded(true)}>
          Show {hidden} more
        </Button>
      )}
    </>
  )
}

const STATES: Record<ConsentState, { tone: StatusTone; word: string }> = {
  waiting: { tone: 'waiting', word: 'Not used yet' },
  propagating: { tone: 'waiting', word: 'Used, being verified' },
  succeeded: { tone: 'good', word: 'Used' },
  cancelled: { tone: 'warning', word: 'Declined' },
  failed: { tone: 'bad', word: 'Failed' },
  unproven: { tone: 'bad', word: 'Not proven' },
  expired: { tone: 'off', word: 'Expired' },
  revoked: { tone: 'off', word: 'Revoked' },
}

interface InvitationItemProps {
  invitation: Invitation
  namesTenant: boolean
}

/** One link with its state and, while it can be used, its address. */
function InvitationItem({ invitation, namesTenant }: InvitationItemProps) {
  const styles = useStyles()
  const format = useFormat()
  const { state, label, displayName, createdBy, createdAt, expiresAt, message, url } = invitation
  const { tone, word } = STATES[state]
  return (
    <Stack as="li" gap={8} className={styles.item}>
      <Stack row wrap gap={16} lineGap={4} align="center">
        {label !== null && (
          <Text variant="strong">
            <ForeignText wrap>{label}</ForeignText>
          </Text>
        )}
        {namesTenant && (
          <ForeignText wrap>{displayName ?? 'For the first tenant that consents'}</ForeignText>
        )}
        <StatusLabel tone={tone}>{word}</StatusLabel>
      </Stack>
      <Text as="p" variant="caption" muted>
        Made by {createdBy} on {format.dateTime(createdAt)}.
        {url !== null && ` Can be used until ${format.dateTime(expiresAt)}.`}
        {message !== null && ` ${message}`}
      </Text>
      {url !== null && (
        <Stack row wrap gap={8}>
          <Input className={styles.url} aria-label="Invitation link" readOnly value={url} />
          <Button icon={<Copy20Regular />} onClick={() => void copyText(url)}>
            Copy link
          </Button>
          <RevokeButton id={invitation.id} />
        </Stack>
      )}
    </Stack>
  )
}

function RevokeButton({ id }: { id: ConsentId }) {
  const [isAsking, setIsAsking] = useState(false)
  const revoke = useRevokeInvitation(id, () => setIsAsking(false))
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Revoke</Button>
      <ConfirmDialog
        title="Revoke this invitation link?"
        confirmLabel="Revoke"
        cancelLabel="Cancel"
        isOpen={isAsking}
        isPending={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        The link can no longer be used to consent. You can create a new link at any time.
      </ConfirmDialog>
    </>
  )
}

export type Invitation = CallReply<typeof listInvitations>['invitations'][number]

/**
 * Reads the user's invitation links, newest first, each time that they are shown, and again while
 * one of them can be used or is being verified.
 */
export const invitationsQuery = queryOptions({
  queryKey: ['consent-invitations'],
  queryFn: async ({ signal }) => {
    const { invitations } = await call(listInvitations, {}, { signal })
    // ISO 8601 in UTC sorts as text.
    return invitations.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  },
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.some(({ url, state: link }) => url !== null || link === 'propagating')
      ? PERMISSIONS_POLL_MS
      : false,
})

/** Creates a link for a tenant; null: for the first tenant that consents. */
function useCreateInvitation(tenantId: TenantId | null, onCreated: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (label: string) =>
      call(startConsent, {
        body: { kind: 'invitation', ...(tenantId && { tenantId }), ...(label && { label }) },
      }),
    onSuccess: async () => {
      onCreated()
      await client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
      showToast({
        intent: 'success',
        title: 'Invitation link created',
        text: 'Copy it and send it to an administrator of the customer.',
      })
    },
    onError: (error) => showNotStarted('page', error),
  })
}

/** Revokes a link, which can no longer be used. */
function useRevokeInvitation(consentId: ConsentId, onSettled: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(revokeInvitation, { params: { consentId } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
      showToast({ intent: 'success', title: 'Invitation link revoked' })
    },
    onError: (error) => {
      showToast({ intent: 'error', title: 'Failed to revoke', text: userMessageOf(error) })
      // The link may have been used or revoked.
      return client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
    },
    onSettled,
  })
}

/** Invitation links for customers who are not listed yet. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const styles = useStyles()
  return (
    <ClosableDialog
      title="Invite tenant"
      isOpen={isOpen}
      className={styles.surface}
      contentClassName={styles.content}
      onClose={onClose}
    >
      <Text as="p">
        For a customer that is not listed yet. Create a link and send it to one of their Global
        Administrators. It is valid for {CONSENT.invitationDays} days, for the first tenant that
        consents with it.
      </Text>
      <Text as="p">
        The tenant then appears as Pending and waits for approval. It is not read until an
        administrator of Tenantscope accepts it.
      </Text>
      {isOpen && <InvitationLinks tenantId={null} />}
    </ClosableDialog>
  )
}

import { Button, makeStyles, Spinner, tokens, typographyStyles } from '@fluentui/react-components'
import { LinkAdd20Regular } from '@fluentui/react-icons/svg/link-add'
import { useQuery } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { useId, useState } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { InvitationItem } from './invitation-item.tsx'
import { invitationsQuery, useMakeInvitation } from './invitations.queries.ts'
import type { Invitation } from './invitations.queries.ts'

/** More links than these are folded. */
const SHOWN_AT_FIRST = 5

const useStyles = makeStyles({
  links: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '12px' },
  title: { ...typographyStyles.body1Strong, margin: 0 },
  list: { alignSelf: 'stretch', margin: 0, padding: 0, listStyleType: 'none' },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  failed: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
})

/** Makes invitation links and lists those that were made: of one tenant, or (null) of all. */
export function InvitationLinks({ tenantId }: { tenantId: TenantId | null }) {
  const styles = useStyles()
  const id = useId()
  const make = useMakeInvitation(tenantId)
  return (
    <section className={styles.links} aria-labelledby={id}>
      <Button
        icon={<LinkAdd20Regular />}
        disabledFocusable={make.isPending}
        onClick={() => {
          if (!make.isPending) make.mutate()
        }}
      >
        {make.isPending ? 'Making a link...' : 'Make invitation link'}
      </Button>
      <h3 id={id} className={styles.title}>
        Invitation links
      </h3>
      <Links tenantId={tenantId} />
    </section>
  )
}

function Links({ tenantId }: { tenantId: TenantId | null }) {
  const styles = useStyles()
  const invitations = useQuery(invitationsQuery)
  if (invitations.isPending)
    return <Spinner size="tiny" label="Loading invitation links..." labelPosition="after" />
  if (invitations.isError)
    return (
      <div className={styles.failed} role="alert">
        The invitation links could not be loaded. {userMessageOf(invitations.error)}
        <Button size="small" onClick={() => void invitations.refetch()}>
          Try again
        </Button>
      </div>
    )
  const shown = invitations.data.filter((each) => tenantId === null || each.tenantId === tenantId)
  if (shown.length === 0) return <p className={styles.note}>No link has been made yet.</p>
  return <LinkList invitations={shown} namesTenants={tenantId === null} />
}

interface LinkListProps {
  invitations: readonly Invitation[]
  namesTenants: boolean
}

function LinkList({ invitations, namesTenants }: LinkListProps) {
  const styles = useStyles()
  const [isUnfolded, setIsUnfolded] = useState(false)
  // What can still be used is never folded behind what cannot.
  const ordered = [
    ...invitations.filter(({ url }) => url !== null),
    ...invitations.filter(({ url }) => url === null),
  ]
  const shown = isUnfolded ? ordered : ordered.slice(0, SHOWN_AT_FIRST)
  const hidden = ordered.length - shown.length
  return (
    <>
      <ul className={styles.list}>
        {shown.map((invitation) => (
          <InvitationItem key={invitation.id} invitation={invitation} namesTenant={namesTenants} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button appearance="subtle" size="small" onClick={() => setIsUnfolded(true)}>
          Show {hidden} more
        </Button>
      )}
    </>
  )
}

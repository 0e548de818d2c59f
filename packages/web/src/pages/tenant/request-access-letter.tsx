import { Button, Field, Link, makeStyles, Textarea } from '@fluentui/react-components'
import { Copy20Regular } from '@fluentui/react-icons/svg/copy'
import { useQuery } from '@tanstack/react-query'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { invitationsQuery } from '../../features/consent/invitations.queries.ts'
import { copyText } from '../../ui/copy-text.ts'
import { ENTERPRISE_APPLICATIONS_URL, requestAccessText } from './request-access-text.ts'

const useStyles = makeStyles({
  letter: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '12px' },
  text: { margin: 0 },
  field: { alignSelf: 'stretch' },
  area: { width: '100%', '& textarea': { height: '240px', maxHeight: 'none' } },
})

/** A letter that asks the customer; with the newest invitation link that can be used, where there is one. */
export function RequestAccessLetter({ tenant }: { tenant: TenantListItem }) {
  const styles = useStyles()
  const { data: invitations = [] } = useQuery(invitationsQuery)
  const invitation = invitations.find(({ tenantId, url }) => tenantId === tenant.id && url !== null)
  const letter = requestAccessText(tenant, invitation?.url ?? null)
  return (
    <div className={styles.letter}>
      <p className={styles.text}>
        Only a Global Administrator of the customer can grant them,{' '}
        {invitation ? 'with the link or in ' : 'in '}
        <Link href={ENTERPRISE_APPLICATIONS_URL} target="_blank" rel="noreferrer" inline>
          Enterprise applications of the Microsoft Entra admin center
        </Link>
        . Send them this:
      </p>
      <Field label="Message to the customer" className={styles.field}>
        <Textarea className={styles.area} value={letter} readOnly resize="vertical" />
      </Field>
      <Button icon={<Copy20Regular />} onClick={() => void copyText(letter)}>
        Copy message
      </Button>
    </div>
  )
}

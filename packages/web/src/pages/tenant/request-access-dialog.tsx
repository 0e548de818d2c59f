import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { CONSENT } from '@tenantscope/contract/limits'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useId } from 'react'
import type { ReactNode } from 'react'

import { ConsentProgress } from '../../features/consent/consent-progress.tsx'
import { InvitationLinks } from '../../features/consent/invitation-links.tsx'
import type { ConsentFlow } from '../../features/consent/use-consent.ts'
import { ClosableDialog } from '../../ui/closable-dialog.tsx'
import { RequestAccessLetter } from './request-access-letter.tsx'
import { askedPermissions } from './request-access-text.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '720px' },
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '24px' } },
  way: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  wide: { alignSelf: 'stretch' },
  title: { ...typographyStyles.subtitle2, margin: 0 },
  text: { margin: 0 },
  permissions: { margin: '8px 0 0', paddingInlineStart: '24px' },
  permission: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  purpose: { color: tokens.colorNeutralForeground2 },
})

interface RequestAccessDialogProps {
  tenant: TenantListItem
  consent: ConsentFlow
  isOpen: boolean
  onClose: () => void
}

/** What is missing, and three ways to get it from the customer. */
export function RequestAccessDialog(props: RequestAccessDialogProps) {
  const { tenant, consent, isOpen, onClose } = props
  const styles = useStyles()
  return (
    <ClosableDialog
      title="Request Access"
      isOpen={isOpen}
      className={styles.surface}
      contentClassName={styles.content}
      onClose={onClose}
    >
      <MissingPermissions tenant={tenant} />
      <Way title="Grant it here">
        <p className={styles.text}>
          You can sign in as the customer's Global Administrator, or they are beside you.
        </p>
        <Button
          appearance="primary"
          disabledFocusable={consent.phase !== 'idle'}
          onClick={consent.start}
        >
          Grant consent
        </Button>
        <div className={styles.wide}>
          <ConsentProgress consent={consent.consent} phase={consent.phase} link={consent.link} />
        </div>
      </Way>
      <Way title="Send an invitation link">
        <p className={styles.text}>
          The customer's Global Administrator opens it and accepts, within {CONSENT.invitationDays}{' '}
          days.
        </p>
        <div className={styles.wide}>{isOpen && <InvitationLinks tenantId={tenant.id} />}</div>
      </Way>
      <Way title="Send a letter">
        <div className={styles.wide}>
          <RequestAccessLetter tenant={tenant} />
        </div>
      </Way>
    </ClosableDialog>
  )
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles()
  const id = useId()
  return (
    <section className={styles.way} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {children}
    </section>
  )
}

function MissingPermissions({ tenant }: { tenant: TenantListItem }) {
  const styles = useStyles()
  return (
    <div>
      <p className={styles.text}>
        {tenant.missingPermissions.length > 0
          ? 'This tenant has not granted these permissions:'
          : 'Tenantscope needs these permissions in this tenant:'}
      </p>
      <ul className={styles.permissions}>
        {askedPermissions(tenant).map(({ permission, purpose }) => (
          <li key={permission}>
            <span className={styles.permission}>{permission}</span>
            <span className={styles.purpose}> – {purpose}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

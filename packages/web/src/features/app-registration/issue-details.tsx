import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Copy16Regular } from '@fluentui/react-icons/svg/copy'
import type { ConsentCheck } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import { useId } from 'react'
import type { ComponentType } from 'react'

import type { Permissions } from '../../lib/permissions.ts'
import { copyText } from '../../ui/copy-text.ts'
import { checkDiagnosticsOf } from './check-diagnostics.ts'
import { TechnicalDetails } from './technical-details.tsx'

const useStyles = makeStyles({
  issue: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '12px',
    paddingTop: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  title: { ...typographyStyles.body1Strong, margin: 0 },
})

/** Their message says what to do (specification section 8); the others speak by their technical details. */
const SELF_EXPLAINING: readonly TenantFailureCode[] = [
  'CONSENT_REQUIRED',
  'INVALID_CLIENT_SECRET',
  'APP_NOT_FOUND',
]

/** What admin consent can mend: it was never given, or before a permission was added. */
const MENDED_BY_CONSENT: readonly TenantFailureCode[] = ['CONSENT_REQUIRED', 'PERMISSION_MISSING']

/** What gets admin consent for the own directory: the page puts it here. */
export type OwnConsentSlot = ComponentType<{ onConsent: () => void }>

interface IssueDetailsProps {
  check: ConsentCheck
  registration: Permissions
  OwnConsent: OwnConsentSlot
  /** Admin consent was given. */
  onConsent: () => void
}

/** What is wrong and what to do about it; nothing while all is well. */
export function IssueDetails(props: IssueDetailsProps) {
  const { check, registration, OwnConsent, onConsent } = props
  const styles = useStyles()
  const id = useId()
  const { error } = check
  if (error === null) return null
  return (
    <section className={styles.issue} aria-labelledby={id}>
      <h4 id={id} className={styles.title}>
        Issue details
      </h4>
      {MENDED_BY_CONSENT.includes(error) && <OwnConsent onConsent={onConsent} />}
      {/* Another code is another component: it opens or folds by itself. */}
      <TechnicalDetails
        key={error}
        check={check}
        isOpenAtFirst={!SELF_EXPLAINING.includes(error)}
      />
      <Button
        size="small"
        icon={<Copy16Regular />}
        onClick={() => void copyText(checkDiagnosticsOf(registration, check))}
      >
        Copy diagnostics
      </Button>
    </section>
  )
}

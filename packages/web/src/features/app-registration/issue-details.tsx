import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Copy16Regular } from '@fluentui/react-icons/svg/copy'
import type { ConsentCheck } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import { useId, useState } from 'react'
import type { ComponentType } from 'react'

import type { Permissions } from '../../lib/permissions.ts'
import { useFormat } from '../../lib/preferences.ts'
import { copyText } from '../../ui/copy-text.ts'
import { FactList } from '../../ui/fact-list.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  issue: { paddingTop: '12px', borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  details: { width: '100%' },
  summary: {
    width: 'fit-content',
    color: tokens.colorBrandForegroundLink,
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusSmall,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  text: { margin: '8px 0 12px' },
})

/** Their message contains the next step (specification section 8); all others need the technical details. */
const SELF_EXPLAINING: readonly TenantFailureCode[] = [
  'CONSENT_REQUIRED',
  'INVALID_CLIENT_SECRET',
  'APP_NOT_FOUND',
]

/** Failures that admin consent can fix: it was not granted, or was granted before a permission was added. */
const FIXED_BY_CONSENT: readonly TenantFailureCode[] = ['CONSENT_REQUIRED', 'PERMISSION_MISSING']

/** The button that requests admin consent for the own directory; the page provides it. */
export type OwnConsentSlot = ComponentType<{ onConsent: () => void }>

interface IssueDetailsProps {
  check: ConsentCheck
  registration: Permissions
  OwnConsent: OwnConsentSlot
  /** Admin consent was given. */
  onConsent: () => void
}

/** The problem and its solution; nothing when there is no problem. */
export function IssueDetails(props: IssueDetailsProps) {
  const { check, registration, OwnConsent, onConsent } = props
  const styles = useStyles()
  const id = useId()
  const { error } = check
  if (error === null) return null
  return (
    <Stack as="section" align="start" gap={12} className={styles.issue} aria-labelledby={id}>
      <Text id={id} as="h4" variant="strong">
        Issue details
      </Text>
      {FIXED_BY_CONSENT.includes(error) && <OwnConsent onConsent={onConsent} />}
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
    </Stack>
  )
}

interface CheckedApp {
  appId: string | null
  displayName: string | null
}

/** Returns the details of the last check for support, as plain text without secrets. */
function checkDiagnosticsOf({ appId, displayName }: CheckedApp, check: ConsentCheck): string {
  const { diagnostics } = check
  const lines: readonly (readonly [string, string | number | null | undefined])[] = [
    ['Application', displayName],
    ['Application ID', appId],
    ['Status', check.status],
    ['Code', check.error],
    ['Message', check.message],
    ['Details', check.details],
    ['Microsoft code', diagnostics?.microsoftCode],
    ['HTTP status', diagnostics?.status],
    ['Request ID', diagnostics?.requestId],
    ['Correlation ID', diagnostics?.correlationId],
    ['Call', diagnostics?.path],
    ['Time', diagnostics?.at ?? check.checkedAt],
  ]
  return lines.map(([label, value]) => `${label}: ${value ?? 'not given'}`).join('\n')
}

interface TechnicalDetailsProps {
  check: ConsentCheck
  isOpenAtFirst: boolean
}

/** Microsoft's codes and messages. */
export function TechnicalDetails({ check, isOpenAtFirst }: TechnicalDetailsProps) {
  const styles = useStyles()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <details
      className={styles.details}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>Technical details</summary>
      {check.details !== null && (
        <Text as="p" variant="caption" mono muted breakable className={styles.text}>
          {check.details}
        </Text>
      )}
      <FactList facts={useDiagnosticFacts(check)} />
    </details>
  )
}

function useDiagnosticFacts({ error, diagnostics }: ConsentCheck): Fact[] {
  const format = useFormat()
  const facts: (readonly [string, string | number | null | undefined])[] = [
    ['Code', error],
    ['Microsoft code', diagnostics?.microsoftCode],
    ['HTTP status', diagnostics?.status],
    ['Call', diagnostics?.path],
    ['Request ID', diagnostics?.requestId],
    ['Correlation ID', diagnostics?.correlationId],
    ['Time', diagnostics && format.dateTime(diagnostics.at)],
  ]
  return facts.flatMap(([label, value]) =>
    value === null || value === undefined ? [] : [{ label, value }],
  )
}

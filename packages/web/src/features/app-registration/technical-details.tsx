import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { ConsentCheck } from '@tenantscope/contract/azure'
import { useState } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { FactList } from '../../ui/fact-list.tsx'
import type { Fact } from '../../ui/fact-list.tsx'

const useStyles = makeStyles({
  details: { width: '100%' },
  summary: {
    width: 'fit-content',
    color: tokens.colorBrandForegroundLink,
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusSmall,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  text: {
    ...typographyStyles.caption1,
    margin: '8px 0 12px',
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
})

interface TechnicalDetailsProps {
  check: ConsentCheck
  isOpenAtFirst: boolean
}

/** Microsoft's own words and numbers, for people who look closer. */
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
      {check.details !== null && <p className={styles.text}>{check.details}</p>}
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

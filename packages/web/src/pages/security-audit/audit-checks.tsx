import {
  Accordion,
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  makeStyles,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { SecurityAuditReport, SecurityCheck } from '@tenantscope/contract/security-audit'
import type { ReactNode } from 'react'

import { FactList } from '../../ui/fact-list.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { SeverityBadge } from './severity-badge.tsx'

const useStyles = makeStyles({
  item: { borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    width: '100%',
    padding: '8px 0',
  },
  name: { ...typographyStyles.body1Strong, flexGrow: 1, minWidth: 0 },
  state: { flexShrink: 0, minWidth: '64px' },
  panel: { padding: '0 8px 16px' },
  note: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
})

/** Every check with what it measured; the failed ones are open, with how to fix them. */
export function AuditChecks({ report: { checks, unverified } }: { report: SecurityAuditReport }) {
  const styles = useStyles()
  const failed = checks.filter(({ passed }) => !passed).map(({ id }) => id)
  return (
    <>
      <SectionCard title="Checks">
        <Accordion multiple collapsible defaultOpenItems={failed}>
          {checks.map((check) => (
            <CheckItem
              key={check.id}
              check={check}
              state={
                <StatusLabel tone={check.passed ? 'good' : 'bad'}>
                  {check.passed ? 'PASS' : 'FAIL'}
                </StatusLabel>
              }
              facts={check.passed ? [] : [{ label: 'How to Fix', value: check.howToFix }]}
            />
          ))}
        </Accordion>
      </SectionCard>
      {unverified.length > 0 && (
        <SectionCard title="Not Verified">
          <p className={styles.note}>
            These could not be measured. They do not count in the score, and there is no A+ with
            them.
          </p>
          <Accordion multiple collapsible defaultOpenItems={unverified.map(({ id }) => id)}>
            {unverified.map((check) => (
              <CheckItem
                key={check.id}
                check={check}
                state={<StatusLabel tone="unknown">NOT VERIFIED</StatusLabel>}
                facts={[{ label: 'Reason', value: check.reason }]}
              />
            ))}
          </Accordion>
        </SectionCard>
      )}
    </>
  )
}

interface CheckItemProps {
  check: Omit<SecurityCheck, 'passed'>
  state: ReactNode
  facts: readonly Fact[]
}

function CheckItem({ check, state, facts }: CheckItemProps) {
  const styles = useStyles()
  return (
    <AccordionItem value={check.id} className={styles.item}>
      <AccordionHeader as="h3">
        <span className={styles.head}>
          <span className={styles.state}>{state}</span>
          <span className={styles.name}>{check.name}</span>
          <SeverityBadge severity={check.severity} />
        </span>
      </AccordionHeader>
      <AccordionPanel className={styles.panel}>
        <FactList
          facts={[
            { label: 'What is asked', value: check.description },
            { label: 'Evidence', value: check.evidence },
            ...facts,
          ]}
        />
      </AccordionPanel>
    </AccordionItem>
  )
}
